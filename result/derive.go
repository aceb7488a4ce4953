package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/runner/measure"
)

// maxHalfWidth is the half-width of an interval, as a fraction, above which a cell gets a warning.
const maxHalfWidth = 0.03

// Options selects how Derive computes results.
type Options struct {
	Raw bool // use the times as measured, without the correction for the machine's drift
	// Without reports whether the row of a codec in a shape is left out, so that the others are ranked alone. The times stay as they are: all blocks count
	// for the machine's drift and for the noise floor. It may be nil.
	Without func(shape, codec string) bool
}

// Derive computes the results of a run. It does not fail: missing or unreliable data leads to warnings.
//
// Controls (Row.Control) determine the noise floors and are not listed. Rows that did not run to the end have no cells, even if some of their
// blocks were timed. A measurement that belongs to two classes is listed in both; see inOtherClasses.
func Derive(run *Run, rounds *Rounds, opts Options) *Results {
	r := &Results{
		Environment: Conditions{Environment: run.Environment},
		Rows:        []measure.Row{}, LeftOut: run.LeftOut, Samples: run.Samples, Cells: []Cell{}, Warnings: []string{},
		Unfinished:  !run.Complete,
		Ignored:     run.Config.Request.Ignore,
		OnlyStrings: run.Config.Request.Strings,
	}
	if r.Ignored == nil {
		r.Ignored = []string{}
	}
	if r.Samples == nil {
		r.Samples = []Samples{}
	}
	r.Environment.Modules = nil // each row has its own module
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
	measured := measuredCells(run.Rows, rounds, drift)
	r.Environment.NoiseFloors = noiseFloors(run.Rows, measured)
	if opts.Without != nil {
		run, measured = run.without(opts.Without), slices.DeleteFunc(measured, func(m measuredCell) bool { return opts.Without(m.Shape, m.Codec) })
		r.Rows = slices.DeleteFunc(r.Rows, func(row measure.Row) bool { return opts.Without(row.Shape, row.Codec) })
		r.Samples = slices.DeleteFunc(slices.Clone(r.Samples), func(s Samples) bool {
			return !slices.ContainsFunc(r.Rows, func(row measure.Row) bool { return row.Shape == s.Shape })
		})
	}
	setConversions(r.Rows, measured)
	if slices.ContainsFunc(measured, func(m measuredCell) bool { return m.Mode.Procs == measure.Seq }) {
		clocks := rounds.clocks()
		r.Sequential = clocks.sequential
		r.Warnings = append(r.Warnings, clocks.warnings(listedCells(run, measured))...)
	}
	r.Warnings = append(r.Warnings, runWarnings(run, r, measured)...)
	classes := classes(run, inOtherClasses(run.Rows, listedCells(run, measured)))
	r.Overall = overall(run.Rows, classes, r.Environment.NoiseFloor)
	if run.Base != nil {
		d := DiffBase(run, rounds)
		r.Base = &BaseDiff{Base: run.Base, Cells: d.Cells, Rows: d.Rows}
	}
	for _, class := range classes {
		cells, warnings := class.rank(r.Environment.NoiseFloor(class.mode))
		class.warnFar(cells, run.Config.Effort)
		r.Cells = append(r.Cells, cells...)
		r.Warnings = append(r.Warnings, warnings...)
	}
	r.Means = means(run.Rows, classes, r.Cells, r.Environment.NoiseFloor)
	return r
}

// runWarnings returns the warnings about the run as a whole.
func runWarnings(run *Run, r *Results, measured []measuredCell) []string {
	var list []string
	if len(r.Environment.NoiseFloors) == 0 && len(measured) > 0 {
		list = append(list, "no codec was measured twice, so the noise floor is not known: small differences may be noise")
	}
	if !run.Complete {
		list = append(list, fmt.Sprintf("the run is not complete: up to %s planned. 'bale compare -resume' continues it",
			counted(run.Config.Rounds, "round was", "rounds were")))
	}
	if flag := run.Environment.Slow; flag != "" {
		list = append(list, fmt.Sprintf("GOFLAGS has %s, which makes all code slower, and some of it more than the rest: remove it and compare again", flag))
	}
	list = append(list, r.Drift.warnings()...)
	return append(list, valuesWarnings(run, measured)...)
}

// newRow returns a copy of r for the results, without nil lists.
func newRow(r *measure.Row) measure.Row {
	row := *r
	if r.Reference {
		row.Size = 0 // a reference does not make messages
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
		row.Warnings = append(row.Warnings, fmt.Sprintf("built with version %s, although bale's codec is made for %s", r.Version, r.Pin))
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
	blocks     []measure.Block
	clock      Clock
	doubt      string    // see clocks.doubt
	times      []float64 // per operation, by round, in nanoseconds
	timeError  float64   // see Drift.Error
	reruns     int
	reference  bool
	loses      bool   // sample values come back different: no other cell is compared with this one
	fixedWidth bool   // see measure.Traits
	control    string // for a control: the codec that it measures a second time
	base       string // for a cell of the other commit: the codec
}

// measuredCells returns the cells of all rows that ran to the end, with their corrected times.
func measuredCells(rows []measure.Row, rounds *Rounds, drift *Drift) []measuredCell {
	byKey := rowsByKey(rows)
	clocks := rounds.clocks()
	var cells []measuredCell
	for _, key := range rounds.Order {
		m := measuredCell{Cell: key, blocks: rounds.Blocks[key], clock: clocks.of(key), doubt: clocks.doubt(key, rounds.Blocks[key]), timeError: drift.Error(key), reruns: rounds.Reruns[key]}
		m.times = drift.Correct(key, m.clock.times(m.blocks))
		if row := byKey[key.Row()]; row != nil {
			if !row.Measured() {
				continue
			}
			m.reference, m.fixedWidth, m.control, m.base = row.Reference, row.FixedWidth > 0, row.Control, row.Base
			m.loses = row.LosesSamples()
		}
		cells = append(cells, m)
	}
	return cells
}

// listedCells returns the cells that appear in results. It leaves out controls, cells of another commit, cells that only check the number
// of sample values, and cells that only tell the share of conversions.
func listedCells(run *Run, cells []measuredCell) []measuredCell {
	return slices.DeleteFunc(slices.Clone(cells), func(m measuredCell) bool {
		return m.control != "" || m.base != "" || m.Mode.Values == measure.Fourfold || len(run.Config.Modes) > 0 && !slices.Contains(run.Config.Modes, m.Mode)
	})
}

// noiseFloors returns the noise floor of each class: the largest difference between a control and its codec, over all cells that both have.
func noiseFloors(rows []measure.Row, cells []measuredCell) []NoiseFloor {
	floors := []NoiseFloor{}
	for _, c := range cells {
		original := c.Cell
		original.Codec = c.control
		i := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == original })
		if c.control == "" || i < 0 || c.Mode.Values == measure.Fourfold || c.clock != cells[i].clock {
			continue
		}
		k := slices.IndexFunc(floors, func(f NoiseFloor) bool { return f.Mode == c.Mode })
		if k < 0 {
			k = len(floors)
			floors = append(floors, NoiseFloor{Mode: c.Mode})
		}
		floors[k].Floor = max(floors[k].Floor, deviationFrom1(ratio(c.times, cells[i].times).Center))
	}
	return floors
}

// A class holds the cells that are ranked against each other: those of one shape, operation and mode.
type class struct {
	shape string
	op    measure.Op
	mode  measure.Mode
	cells []measuredCell
}

// classes groups cells into classes. It sorts the classes by shape in the order of the run, then encode before decode, then the default mode
// first.
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

// shapeOrder returns the names of all shapes in the order of the run. A name may occur several times; the first counts.
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

// compareModes orders modes axis by axis. On each axis, the value of the default mode comes first.
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
