package lab

import (
	"slices"

	"bale/runner/measure"
)

// maxBranching is the maximum number of branching codecs that check the sample values of a shape, in addition to a fixed-width codec and the
// reference.
const maxBranching = 3

// withChecks adds cells in the default class with four times as many sample values, for a few codecs on each shape. If these cells take
// longer per operation, the branch predictor learns the normal number of values. withChecks leaves out controls, and shapes that cannot
// have more values.
func withChecks(cells []*planned) []*planned {
	byShape := map[string][]*planned{}
	var shapes []string
	for _, c := range cells {
		if c.Mode != measure.DefaultMode || c.row.Counts.Fourfold == 0 || c.Codec != c.base {
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
			if c.row.Reference || slices.Contains(chosen, c.Codec) {
				check := *c
				check.Mode.Values = measure.Fourfold
				cells = append(cells, &check)
			}
		}
	}
	return cells
}

// chooseCheckers returns the names of the codecs that check the sample values.
func chooseCheckers(cells []*planned) []string {
	branching := byTrait(cells, func(r *measure.Row) int { return r.Branching }, maxBranching)
	if len(branching) == 0 {
		branching = byTrait(cells, func(*measure.Row) int { return 1 }, maxBranching)
	}
	return append(branching, byTrait(cells, func(r *measure.Row) int { return r.FixedWidth }, 1)...)
}
