package lab

import (
	"slices"

	"bale/measure"
)

// maxBranching is how many codecs that branch check the values of a shape, beside a steady one and the reference.
const maxBranching = 3

// withChecks adds, for a few codecs on each shape, cells with four times as many sample values as a shape needs: when those take
// longer, a processor learns the values of the others. It is for the default class; shapes whose values cannot be more are
// left out, and so are controls.
func withChecks(cells []*planned) []*planned {
	byShape := map[string][]*planned{}
	var shapes []string
	for _, c := range cells {
		if c.Mode != measure.DefaultMode || c.proven.Counts.Fourfold == 0 || c.Codec != c.base {
			continue
		}
		if byShape[c.Shape] == nil {
			shapes = append(shapes, c.Shape)
		}
		byShape[c.Shape] = append(byShape[c.Shape], c)
	}
	for _, shape := range shapes {
		chosen := chooseCheckers(byShape[shape])
		for _, c := range byShape[shape] {
			if c.proven.Row.Reference || slices.Contains(chosen, c.Codec) {
				check := *c
				check.Mode.Values = measure.Fourfold
				cells = append(cells, &check)
			}
		}
	}
	return cells
}

// chooseCheckers names the codecs of cells that check the values.
func chooseCheckers(cells []*planned) []string {
	var all []string
	for _, c := range cells {
		if !c.proven.Row.Reference && !slices.Contains(all, c.Codec) {
			all = append(all, c.Codec)
		}
	}
	choose := func(from []string, n int) (chosen []string) {
		for _, name := range from {
			if slices.Contains(all, name) && len(chosen) < n {
				chosen = append(chosen, name)
			}
		}
		return chosen
	}
	branching := choose(measure.Branching, maxBranching)
	if len(branching) == 0 {
		branching = choose(all, maxBranching)
	}
	return append(branching, choose(measure.Steady, 1)...)
}
