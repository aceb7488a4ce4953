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

// Options say how to derive results.
type Options struct {
	Raw bool // take the times as measured, with the machine's drift in them
}

// Derive finds what can be said of a run. It never fails: what is missing or doubtful becomes a warning.
//
// Controls (Row.Control) give the noise floors and are not listed. Rows that did not run to the end
// have no cells, even when some of their blocks were timed. Cells that are the same measurement in
// another class are listed in both; see inOtherClasses.
func Derive(run *Run, rounds *Rounds, opts Options) *Results {
	r := &Results{
		Environment: Conditions{Environment: run.Environment},
		Rows:        []measure.Row{}, LeftOut: run.LeftOut, Samples: run.Samples, Cells: []Cell{}, Warnings: []string{},
		Ignored: run.Config.Request.Ignore,
	}
	if r.Ignored == nil {
		r.Ignored = []string{}
	}
	if r.Samples == nil {
		r.Samples = []Samples{}
	}
	r.Environment.Modules = nil // each row names its own
	for i := range run.Rows {
		if run.Rows[i].Listed() {
			r.Rows = append(r.Rows, newRow(&run.Rows[i]))
		}
	}
	drift := EstimateDrift(rounds)
	r.Drift = drift.summary(!opts.Raw)
	if opts.Raw {
		drift = nil
	}
	measured := comparable(run.Rows, rounds, drift)
	r.Environment.NoiseFloors = noiseFloors(run.Rows, measured)
	r.Warnings = append(r.Warnings, doubts(run, r, measured)...)
	classes := classes(run, inOtherClasses(run.Rows, ranked(run.Rows, measured)))
	r.Overall = overall(run.Rows, classes, r.Environment.NoiseFloor)
	if run.Base != nil {
		d := DiffBase(run, rounds)
		r.Base = &BaseDiff{Base: run.Base, Cells: d.Cells, Rows: d.Rows}
	}
	for _, class := range classes {
		cells, warnings := class.rank(r.Environment.NoiseFloor(class.mode))
		r.Cells = append(r.Cells, cells...)
		r.Warnings = append(r.Warnings, warnings...)
	}
	return r
}

// doubts are the warnings about a whole run.
func doubts(run *Run, r *Results, measured []measuredCell) []string {
	var list []string
	if len(r.Environment.NoiseFloors) == 0 && len(measured) > 0 {
		list = append(list, "no control was measured: the noise floor is not known, and taken as 0")
	}
	if !run.Complete {
		list = append(list, fmt.Sprintf("the run is not complete: %d rounds were planned", run.Config.Rounds))
	}
	list = append(list, r.Drift.warnings()...)
	return append(list, valuesWarnings(run, measured)...)
}

func newRow(r *measure.Row) measure.Row {
	row := *r
	if r.Reference {
		row.Size = 0 // what it copies is no message
	}
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
	times     []float64 // per operation, by round
	timeError float64   // see Drift.Error
	reruns    int
	reference bool
	control   string // the codec that this is the second registration of
	base      string // the codec that this is the other commit's cell of
}

// comparable are the cells that may be compared: of rows that ran to the end.
func comparable(rows []measure.Row, rounds *Rounds, drift *Drift) []measuredCell {
	byKey := rowsByKey(rows)
	var cells []measuredCell
	for _, key := range rounds.Order {
		m := measuredCell{Cell: key, blocks: rounds.Blocks[key], times: drift.Correct(key, rounds.Blocks[key]), timeError: drift.Error(key), reruns: rounds.Reruns[key]}
		if row := byKey[key.Row()]; row != nil {
			if !row.Measured() {
				continue
			}
			m.reference, m.control, m.base = row.Reference, row.Control, row.Base
		}
		cells = append(cells, m)
	}
	return cells
}

// ranked are the cells that are listed: no controls, none of another commit, and none that only check the number of values.
func ranked(rows []measure.Row, cells []measuredCell) []measuredCell {
	return slices.DeleteFunc(slices.Clone(cells), func(m measuredCell) bool { return m.control != "" || m.base != "" || m.Mode.Values == measure.Fourfold })
}

// noiseFloors are, for each class, the largest difference between a control and the codec it is the second registration
// of, over all cells that both have.
func noiseFloors(rows []measure.Row, cells []measuredCell) []NoiseFloor {
	floors := []NoiseFloor{}
	for _, c := range cells {
		original := c.Cell
		original.Codec = c.control
		i := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == original })
		if c.control == "" || i < 0 || c.Mode.Values == measure.Fourfold {
			continue
		}
		at := slices.IndexFunc(floors, func(f NoiseFloor) bool { return f.Mode == c.Mode })
		if at < 0 {
			at = len(floors)
			floors = append(floors, NoiseFloor{Mode: c.Mode})
		}
		floors[at].Floor = max(floors[at].Floor, apart(ratio(c.times, cells[i].times).Center))
	}
	return floors
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
	first, wordsB := measure.DefaultMode.Words(), b.Words()
	for i, word := range a.Words() {
		switch other := wordsB[i]; {
		case word == other:
			continue
		case word == first[i]:
			return -1
		case other == first[i]:
			return 1
		default:
			return strings.Compare(word, other)
		}
	}
	return 0
}
