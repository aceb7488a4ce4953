package lab

import (
	"cmp"
	"slices"

	"bale/runner/measure"
)

// controlSuffix is the end of the control's name in results.
const controlSuffix = "@control"

// withControl adds the control: the same runner as that of one codec, in another process. The difference between the two is the noise floor
// of the run. withControl also returns the rows of the control.
func withControl(cells []*planned) ([]*planned, []*measure.Row) {
	name := controlled(cells)
	var rows []*measure.Row
	seen := map[string]bool{}
	for _, c := range cells {
		if c.Codec != name {
			continue
		}
		control := *c
		control.Codec = name + controlSuffix
		cells = append(cells, &control)
		if !seen[c.Shape] {
			seen[c.Shape] = true
			row := *c.row.Row
			row.Codec, row.Control = control.Codec, name
			rows = append(rows, &row)
		}
	}
	return cells, rows
}

// controlled returns the name of the codec that gets a control, or "" if there are only references: the steadiest, or the first if none is
// known to be steady.
func controlled(cells []*planned) string {
	names := byTrait(cells, func(r *measure.Row) int { return 1 + r.Steady }, 1)
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// byTrait returns the names of at most n codecs with a trait, in order of preference. It leaves out references.
func byTrait(cells []*planned, trait func(*measure.Row) int, n int) []string {
	traits := map[string]int{}
	var names []string
	for _, c := range cells {
		if _, seen := traits[c.Codec]; !seen && !c.row.Reference && trait(c.row.Row) > 0 {
			traits[c.Codec] = trait(c.row.Row)
			names = append(names, c.Codec)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(traits[b], traits[a]) })
	return names[:min(n, len(names))]
}

// original returns the cell that c is compared with: for a control the cell of its codec, for a cell of the base commit that of the working
// tree. It returns nil for other cells.
func original(cells []*planned, c *planned) *planned {
	if c.Codec == c.base {
		return nil
	}
	for _, o := range cells {
		if o.Shape == c.Shape && o.Op == c.Op && o.Mode == c.Mode && o.Codec == c.base {
			return o
		}
	}
	return nil
}
