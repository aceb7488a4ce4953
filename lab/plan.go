package lab

import (
	"fmt"
	"slices"
	"strings"

	"bale/measure"
	"bale/result"
)

// A planned cell has a number of operations that is found once, by calibrating, and the runner that measures it.
type planned struct {
	measure.Cell
	n      int // operations of a block, on each goroutine
	proven *Proven
	base   string    // the codec as its runner knows it: a control and a cell of another commit have other names in the results
	ns     []float64 // times of an operation in the blocks that were measured, one for each round
}

// plan lists the cells of the modes that were asked for, as far as the codecs have them.
func plan(proven []*Proven, modes []measure.Mode) []*planned {
	var cells []*planned
	for _, p := range proven {
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			for _, m := range modes {
				if op == measure.Encode && m.Strings == measure.Alias || p.Row.Own && m.Form == measure.Native {
					continue // the same as copy, and as convert
				}
				if slices.Contains(p.Keys, m.Loop(op)) {
					cell := measure.Cell{Shape: p.Shape.Name, Codec: p.Row.Codec, Op: op, Mode: m}
					cells = append(cells, &planned{Cell: cell, proven: p, base: p.Row.Codec})
				}
			}
		}
	}
	return cells
}

// values is the number of the cell's sample values.
func (c *planned) values() int {
	switch c.Mode.Values {
	case measure.Known:
		return c.proven.Counts.Known
	case measure.Fourfold:
		return c.proven.Counts.Fourfold
	}
	return c.proven.Counts.Values
}

// restore lists the cells of a run that has a plan already, with the blocks that they have; old are the codecs of the commit that
// the run compares with. A cell whose runner cannot be
// built any more is an error: the run would not be the same.
func restore(built, old []*Built, run *result.Run, rounds *result.Rounds) ([]*planned, error) {
	var cells []*planned
	for _, c := range run.Cells {
		row := run.Row(c.Row())
		if row == nil || !row.Measured() {
			continue
		}
		base, from, samples := strings.TrimSuffix(c.Codec, controlSuffix), built, run.Samples
		if row.Base != "" {
			base, from, samples = row.Base, old, run.Base.Samples
		}
		p := find(from, measure.Key{Shape: c.Shape, Codec: base})
		if p == nil {
			return nil, fmt.Errorf("%s on %s was measured in this run, and its runner cannot be built now: start a new run", base, c.Shape)
		}
		p.Counts = counts(samples, c.Shape)
		cell := &planned{Cell: c.Cell, n: int(c.N), proven: p, base: base}
		for _, b := range rounds.Blocks[c.Cell] {
			cell.ns = append(cell.ns, b.Ns)
		}
		cells = append(cells, cell)
	}
	return cells, nil
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

// counts is how many sample values of a shape an earlier part of the run has found.
func counts(samples []result.Samples, shape string) measure.Counts {
	for _, s := range samples {
		if s.Shape == shape {
			return s.Counts
		}
	}
	return measure.Counts{}
}

// samples is how many sample values of each shape the runners have found.
func samples(proven []*Proven) []result.Samples {
	var list []result.Samples
	for _, p := range proven {
		if !slices.ContainsFunc(list, func(s result.Samples) bool { return s.Shape == p.Shape.Name }) {
			list = append(list, result.Samples{Shape: p.Shape.Name, Counts: p.Counts})
		}
	}
	return list
}
