package lab

import (
	"slices"

	"bale/runner/measure"
)

// withNative adds a native cell for each cell of the default class whose codec converts between the user's struct and types of its own, unless the run
// measures native classes anyway. The results have the share of conversions in the times, and nothing is ranked by these cells: they get
// the common rounds only.
func withNative(cells []*planned, modes []measure.Mode) []*planned {
	if slices.ContainsFunc(modes, func(m measure.Mode) bool { return m.Form == measure.Native }) {
		return cells
	}
	for _, c := range cells {
		native := *c
		native.Mode.Form = measure.Native
		if c.Mode == measure.DefaultMode && !c.row.Own && c.Codec == c.base && slices.Contains(c.row.Loops, native.Mode.Loop(c.Op)) {
			cells = append(cells, &native)
		}
	}
	return cells
}
