package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/measure"
)

const (
	minRounds    = 6    // below it there is no interval at 95 %
	maxHalfWidth = 0.03 // an interval wider than this is a doubt
)

// Derive finds what can be said of a run. It never fails: what is missing or doubtful becomes a warning.
//
// Controls (lab.Row.Control) give the noise floor and are not listed. Rows that did not run to the end
// have no cells, even when some of their blocks were timed. Cells that are the same measurement in
// another class are listed in both; see inOtherClasses.
func Derive(run *Run, rounds *Rounds) *Results {
	r := &Results{
		Environment: Conditions{Environment: run.Environment},
		Rows:        []measure.Row{}, Cells: []Cell{}, Warnings: []string{},
	}
	r.Environment.Modules = nil // each row names its own
	for i := range run.Rows {
		if run.Rows[i].Control == "" {
			r.Rows = append(r.Rows, newRow(&run.Rows[i]))
		}
	}
	floor, ok := noiseFloor(run.Rows, rounds)
	r.Environment.NoiseFloor = floor
	if !ok {
		r.Warnings = append(r.Warnings, "no control was measured: the noise floor is not known, and taken as 0")
	}
	if !run.Complete {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the run is not complete: %d rounds were planned", run.Config.Rounds))
	}
	measured := inOtherClasses(run.Rows, comparable(run.Rows, rounds))
	for _, class := range classes(run, measured) {
		r.Cells = append(r.Cells, class.rank(floor)...)
	}
	return r
}

func newRow(r *measure.Row) measure.Row {
	row := *r
	row.Warnings = slices.Clone(r.Warnings)
	if row.Gaps == nil {
		row.Gaps = []measure.Gap{}
	}
	if row.Losses == nil {
		row.Losses = []measure.Loss{}
	}
	if row.Warnings == nil {
		row.Warnings = []string{}
	}
	if r.Pin != "" && r.Version != "" && r.Pin != r.Version {
		row.Warnings = append(row.Warnings, fmt.Sprintf("linked %s, though %s was asked for", r.Version, r.Pin))
	}
	return row
}

func rowsByKey(rows []measure.Row) map[measure.Key]*measure.Row {
	m := make(map[measure.Key]*measure.Row, len(rows))
	for i := range rows {
		m[measure.Key{Shape: rows[i].Shape, Codec: rows[i].Codec}] = &rows[i]
	}
	return m
}

// A measuredCell is a cell with its blocks.
type measuredCell struct {
	measure.Cell
	blocks    []measure.Block
	reruns    int
	reference bool
}

// comparable are the cells that may be compared: no controls, and no rows that did not run to the end.
func comparable(rows []measure.Row, rounds *Rounds) []measuredCell {
	byKey := rowsByKey(rows)
	var cells []measuredCell
	for _, key := range rounds.Order {
		m := measuredCell{Cell: key, blocks: rounds.Blocks[key], reruns: rounds.Reruns[key]}
		if row := byKey[key.Row()]; row != nil {
			if row.Control != "" || row.Status != measure.OK && row.Status != measure.Lossy {
				continue
			}
			m.reference = row.Reference
		}
		cells = append(cells, m)
	}
	return cells
}

// noiseFloor is the largest difference between a control and the codec it is the second registration
// of, over all cells that both have; ok is false when there is none.
func noiseFloor(rows []measure.Row, rounds *Rounds) (floor float64, ok bool) {
	byKey := rowsByKey(rows)
	for _, key := range rounds.Order {
		row := byKey[key.Row()]
		if row == nil || row.Control == "" {
			continue
		}
		original := key
		original.Codec = row.Control
		if a, b := rounds.Blocks[key], rounds.Blocks[original]; len(b) > 0 {
			floor = max(floor, apart(ratio(times(a), times(b)).Center))
			ok = true
		}
	}
	return floor, ok
}

// A class holds the cells that may be ranked against each other: same shape, operation and mode.
type class struct {
	shape string
	op    measure.Op
	mode  measure.Mode
	cells []measuredCell
}

// classes groups cells: shapes in the order of the run, encode before decode, the default mode first.
func classes(run *Run, cells []measuredCell) []*class {
	var list []*class
	for _, m := range cells {
		i := slices.IndexFunc(list, func(c *class) bool {
			return c.shape == m.Shape && c.op == m.Op && c.mode == m.Mode
		})
		if i < 0 {
			i = len(list)
			list = append(list, &class{shape: m.Shape, op: m.Op, mode: m.Mode})
		}
		list[i].cells = append(list[i].cells, m)
	}
	shapes := shapeOrder(run, cells)
	slices.SortStableFunc(list, func(a, b *class) int {
		return cmp.Or(
			cmp.Compare(slices.Index(shapes, a.shape), slices.Index(shapes, b.shape)),
			-cmp.Compare(a.op, b.op), // "encode" before "decode"
			compareModes(a.mode, b.mode),
		)
	})
	return list
}

func shapeOrder(run *Run, cells []measuredCell) []string {
	shapes := slices.Clone(run.Config.Shapes)
	for i := range run.Rows {
		shapes = append(shapes, run.Rows[i].Shape)
	}
	for _, m := range cells {
		shapes = append(shapes, m.Shape)
	}
	return shapes
}

// compareModes puts the default mode first: of each axis, its value before the others.
func compareModes(a, b measure.Mode) int {
	axis := func(a, b, first string) int {
		switch {
		case a == b:
			return 0
		case a == first:
			return -1
		case b == first:
			return 1
		}
		return strings.Compare(a, b)
	}
	d := measure.DefaultMode
	return cmp.Or(axis(a.Form, b.Form, d.Form), axis(a.Memory, b.Memory, d.Memory),
		axis(a.Strings, b.Strings, d.Strings), axis(a.Procs, b.Procs, d.Procs))
}
