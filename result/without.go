package result

import (
	"slices"

	"bale/runner/measure"
)

// without returns the run without some rows, for deriving results. The cells in the plan stay.
func (r *Run) without(left func(shape, codec string) bool) *Run {
	rest := *r
	rest.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row measure.Row) bool { return left(row.Shape, row.Codec) })
	return &rest
}
