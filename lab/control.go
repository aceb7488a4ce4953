package lab

import (
	"slices"

	"bale/measure"
)

// controlSuffix ends the name that the second registration of a codec has in results.
const controlSuffix = "@control"

// preferred are the codecs to register twice, the best first.
var preferred = []string{"handwritten/selftime", "gob", "json"}

// withControl adds a second registration of one codec: the same runner in another process. The difference
// between the two is the noise floor of the run. It returns the control's rows, too.
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
			row := *c.proven.Row
			row.Codec, row.Control = control.Codec, name
			rows = append(rows, &row)
		}
	}
	return cells, rows
}

// controlled is the codec to register twice; "" when there is none but references.
func controlled(cells []*planned) string {
	for _, name := range preferred {
		if slices.ContainsFunc(cells, func(c *planned) bool { return c.Codec == name }) {
			return name
		}
	}
	if i := slices.IndexFunc(cells, func(c *planned) bool { return !c.proven.Row.Reference }); i >= 0 {
		return cells[i].Codec
	}
	return ""
}

// original is the cell that c is the control of, or that of the working tree for a cell of another commit; nil for others.
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
