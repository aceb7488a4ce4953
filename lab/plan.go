package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// A planned cell is a cell with its runner and, after calibration, its number of operations.
type planned struct {
	measure.Cell
	n    int     // operations in a block, per goroutine
	opNs float64 // time of an operation, as calibrated
	row  *build.Row
	base string    // codec name without the suffix of a control or of another commit, as the runner knows it
	ns   []float64 // time per operation in each measured block, one for each round

	first, later spentTime // on rounds in which the cell's process starts, and on others
}

// plan returns the cells of the requested modes that the codecs support. With only, they are those of rows with such strings, of rows without strings, and of
// references. A row that is left out has no cells in alias classes either: its encoder would be missing there.
func plan(checked []*build.Row, modes []measure.Mode, only measure.Strings) []*planned {
	var cells []*planned
	for _, p := range checked {
		if only != "" && p.Strings != "" && p.Strings != only && !p.Reference {
			continue
		}
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			for _, m := range modes {
				if op == measure.Encode && m.Strings == measure.Alias || p.Own && m.Form == measure.Native {
					continue // these are the same as copy and convert
				}
				if slices.Contains(p.Loops, m.Loop(op)) {
					cell := measure.Cell{Shape: p.Shape, Codec: p.Codec, Op: op, Mode: m}
					cells = append(cells, &planned{Cell: cell, row: p, base: p.Codec})
				}
			}
		}
	}
	return cells
}

// values returns the number of the cell's sample values.
func (c *planned) values() int {
	switch c.Mode.Values {
	case measure.Known:
		return c.row.Counts.Known
	case measure.Fourfold:
		return c.row.Counts.Fourfold
	}
	return c.row.Counts.Values
}

// restore returns the cells of a run that already has a plan, with their blocks. old holds the codecs of the base commit, if any. If the
// runner of a cell was not built, restore returns an error: the resumed run would lack the cell.
func restore(built, old []*build.Built, run *result.Run, rounds *result.Rounds) ([]*planned, error) {
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
			return nil, fmt.Errorf("%s on %s was measured in this run, but its runner cannot be built now: start a new run", base, c.Shape)
		}
		p.Counts = counts(samples, c.Shape)
		cell := &planned{Cell: c.Cell, n: int(c.N), row: p, base: base}
		for _, b := range rounds.Blocks[c.Cell] {
			cell.ns = append(cell.ns, b.Ns)
		}
		cells = append(cells, cell)
	}
	return cells, nil
}

// checkSamples returns an error if the sample values of a shape are not those that the run began with: the type, the file or the function
// has changed, and the times of both would be mixed. It asks one codec for each shape.
func checkSamples(ctx context.Context, check *Check, built []*build.Built, run *result.Run) error {
	want := map[string]string{}
	for _, s := range run.Samples {
		want[s.Shape] = s.Hash
	}
	for _, b := range built {
		one := *b
		one.Rows = nil
		for _, r := range b.Rows {
			if was := run.Row(r.Key()); want[r.Shape] != "" && was != nil && was.Measured() {
				row, shown := *r, *r.Row
				row.Row = &shown
				one.Rows = append(one.Rows, &row)
			}
		}
		checked, err := check.Run(ctx, []*build.Built{&one})
		if err != nil {
			return err
		}
		for _, p := range checked {
			if hash := want[p.Shape]; hash != "" && hash != p.Hash {
				return fmt.Errorf("%s or its sample values have changed since this run began: start a new run", p.On.Base)
			}
			delete(want, p.Shape)
		}
	}
	return nil
}

// find returns the row for a key that has a runner and the status OK, or nil.
func find(built []*build.Built, k measure.Key) *build.Row {
	for _, b := range built {
		if r := b.Row(k); r != nil && b.Runner != nil && r.Status == measure.OK {
			return r
		}
	}
	return nil
}

// counts returns the numbers of sample values of a shape that the run has stored.
func counts(samples []result.Samples, shape string) measure.Counts {
	for _, s := range samples {
		if s.Shape == shape {
			return s.Counts
		}
	}
	return measure.Counts{}
}

// samples returns the numbers of sample values of each shape from the round-trip checks.
func samples(checked []*build.Row) []result.Samples {
	var list []result.Samples
	for _, p := range checked {
		if !slices.ContainsFunc(list, func(s result.Samples) bool { return s.Shape == p.Shape }) {
			list = append(list, result.Samples{Shape: p.Shape, Counts: p.Counts, Hash: p.Hash})
		}
	}
	return list
}
