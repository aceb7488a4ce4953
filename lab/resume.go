package lab

import (
	"fmt"
	"strings"

	"bale/lab/harness"
	"bale/measure"
)

// Restore plans the cells of an earlier part of a run again: n gives each its frozen number of operations, counts the
// numbers of a shape's sample values. A cell whose runner cannot be built any more is an error: the run would not be the same.
func Restore(built []*Built, cells []measure.Cell, n []int64, counts func(shape string) harness.ValueCounts) ([]*Planned, error) {
	var list []*Planned
	for i, c := range cells {
		base, _, _ := strings.Cut(c.Codec, "@")
		p := find(built, measure.Key{Shape: c.Shape, Codec: base})
		if p == nil {
			return nil, fmt.Errorf("%s on %s was measured in this run, and its runner cannot be built now: start a new run", base, c.Shape)
		}
		p.Counts = counts(c.Shape)
		list = append(list, &Planned{Cell: c, N: int(n[i]), proven: p, base: base})
	}
	return list, nil
}

func find(built []*Built, k measure.Key) *Proven {
	for _, b := range built {
		s, ok := b.Shapes[k]
		if !ok || b.Runner == nil {
			continue
		}
		for _, r := range b.Rows {
			if r.Codec == k.Codec && r.Shape == k.Shape && r.Status == measure.OK {
				return &Proven{Row: r, Built: b, Shape: s}
			}
		}
	}
	return nil
}
