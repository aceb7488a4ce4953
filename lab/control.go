package lab

import (
	"slices"

	"bale/measure"
)

// controlSuffix is the end of the control's name in results.
const controlSuffix = "@control"

// preferred lists the codecs to choose for the control, in order of preference.
var preferred = []string{"handwritten/selftime", "gob", "json"}

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

// controlled returns the name of the codec that gets a control, or "" if there are only references.
func controlled(cells []*planned) string {
	for _, name := range preferred {
		if slices.ContainsFunc(cells, func(c *planned) bool { return c.Codec == name }) {
			return name
		}
	}
	if i := slices.IndexFunc(cells, func(c *planned) bool { return !c.row.Reference }); i >= 0 {
		return cells[i].Codec
	}
	return ""
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
