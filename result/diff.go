package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"bale/runner/measure"
)

// A Change is the direction in which a figure changed from one run to another.
type Change string

// The changes.
const (
	Same     Change = "same" // no change, or no significant one
	Improved Change = "improved"
	Worse    Change = "worse"
)

// A Comparison holds the changes from run A to run B, or from another commit to the working tree.
type Comparison struct {
	Floors   map[measure.Mode]float64 // by class: the larger of the two runs' noise floors
	Factor   float64                  // speed of the machines: B's machine took Factor times as long as A's; B's times are divided by it
	Cells    []CellDiff               // cells that both runs measured
	Rows     []RowDiff                // rows that both runs have
	OnlyA    []measure.Cell           // cells that only A measured
	OnlyB    []measure.Cell           // cells that only B measured
	Repeat   Repeatability            // zero for a comparison with another commit
	Warnings []string

	Base    *Base      // nil for a comparison of two runs
	Control []CellDiff // with Base: the cells of the codec that ran twice
}

// A CellDiff is the difference of one cell between two runs or two commits.
type CellDiff struct {
	measure.Cell
	A      Interval   `json:"before"` // times in nanoseconds
	B      Interval   `json:"after"`
	Delta  float64    `json:"-"`     // B/A - 1, of the medians or of Ratio
	Ratio  Interval   `json:"ratio"` // B/A if both were measured in the same rounds; otherwise 0
	P      float64    `json:"p"`     // of the Mann-Whitney test, or of the signed-rank test for Ratio, after Holm's correction over all cells
	Time   Change     `json:"time"`
	Memory Change     `json:"memory"` // of bytes and allocations; Worse if either is
	Bytes  [2]float64 `json:"bytes"`
	Allocs [2]float64 `json:"allocs"`

	pair pair // the differences behind Ratio
}

// A RowDiff is the difference of one row in status and message size.
type RowDiff struct {
	Shape        string            `json:"shape"`
	Codec        string            `json:"codec"`
	Status       [2]measure.Status `json:"status"`
	Size         [2]float64        `json:"size"` // mean encoded bytes, 0 if not known
	StatusChange Change            `json:"status_change"`
	SizeChange   Change            `json:"size_change"`
}

// Repeatability measures how well two runs agree.
type Repeatability struct {
	Cells     int
	Within3   float64 // fraction of the cells whose medians differ by at most 3 %; 1 if there are no cells
	Within5   float64 // the same for 5 %
	Reversals []Reversal
}

// A Reversal is a pair of codecs whose intervals do not overlap in either run, but whose order is opposite.
type Reversal struct {
	Shape  string
	Op     measure.Op
	Mode   measure.Mode
	Codecs [2]string // the first was faster in A
}

// Diff compares two runs. ra and rb are the rounds that a and b were derived from. Two runs have no common rounds, so times are compared as
// independent samples. Before, the times of B are divided by the ratio of the machines' speeds; see machineFactor. A time changed if its
// p-value is at most 5 % after Holm's correction over all cells, and the medians differ by at least the larger noise floor of the two runs.
func Diff(a, b *Results, ra, rb *Rounds) *Comparison {
	d := &Comparison{Floors: map[measure.Mode]float64{}}
	cellsA, cellsB := measuredIn(a, ra), measuredIn(b, rb)
	clocks := commonClocks(ra.clocks(), rb.clocks())
	driftA, driftB := a.drift(clocks, ra), b.drift(clocks, rb)
	timesOf := func(drift *Drift, rounds *Rounds, key measure.Cell) []float64 {
		return drift.Correct(key, clocks.of(key).times(rounds.Blocks[key]))
	}
	d.Factor = machineFactor(cellsA, cellsB, func(key measure.Cell) float64 {
		return median(timesOf(driftB, rb, key)).Center / median(timesOf(driftA, ra, key)).Center
	})
	for i := range a.Cells {
		key := a.Cells[i].Key()
		if cellsA[key] == nil {
			continue
		}
		if cellsB[key] == nil {
			d.OnlyA = append(d.OnlyA, key)
			continue
		}
		timesA, timesB := timesOf(driftA, ra, key), timesOf(driftB, rb, key)
		if at := commonHandoff(driftA, driftB); at != 0 {
			scale(timesA, driftA.atHandoff(key, at))
			scale(timesB, driftB.atHandoff(key, at))
		}
		scale(timesB, 1/d.Factor)
		c := diffCell(cellsA[key], cellsB[key], timesA, timesB)
		c.A, c.B = c.A.widened(driftA.Error(key)), c.B.widened(driftB.Error(key))
		d.Cells = append(d.Cells, c)
		d.Floors[key.Mode] = max(a.Environment.NoiseFloor(key.Mode), b.Environment.NoiseFloor(key.Mode))
	}
	for i := range b.Cells {
		if key := b.Cells[i].Key(); cellsB[key] != nil && cellsA[key] == nil {
			d.OnlyB = append(d.OnlyB, key)
		}
	}
	d.decide()
	d.Rows = diffRows(a.Rows, b.Rows)
	d.Repeat = repeatability(d.Cells)
	d.Warnings = append(d.Warnings, otherValues(a.Samples, b.Samples)...)
	if a.Sequential != b.Sequential && len(d.Cells) > 0 {
		d.Warnings = append(d.Warnings, "one of the two runs has no CPU times, so sequential cells are compared by wall time")
	}
	return d
}

// otherValues returns a warning for each shape whose sample values differ.
func otherValues(a, b []Samples) (warnings []string) {
	for _, s := range a {
		if slices.ContainsFunc(b, func(o Samples) bool { return o.Shape == s.Shape && o.Hash != s.Hash }) {
			warnings = append(warnings, fmt.Sprintf("%s: the two runs have different sample values, so times and sizes can differ although no codec has changed", s.Shape))
		}
	}
	return warnings
}

// Worse reports whether a time, allocations, a message size or the status of a row got worse.
func (d *Comparison) Worse() bool {
	return slices.ContainsFunc(d.Cells, func(c CellDiff) bool { return c.Time == Worse || c.Memory == Worse }) ||
		slices.ContainsFunc(d.Rows, func(r RowDiff) bool { return r.StatusChange == Worse || r.SizeChange == Worse })
}

// measuredIn returns the cells of r that were measured. It leaves out copies of cells of another class.
func measuredIn(r *Results, rounds *Rounds) map[measure.Cell]*Cell {
	m := make(map[measure.Cell]*Cell)
	for i := range r.Cells {
		if key := r.Cells[i].Key(); len(rounds.Blocks[key]) > 0 {
			m[key] = &r.Cells[i]
		}
	}
	return m
}

// drift returns the drift of the rounds that r was derived from by the clocks, or nil if r has the times as measured.
func (r *Results) drift(clocks *clocks, rounds *Rounds) *Drift {
	if !r.Drift.Corrected {
		return nil
	}
	return driftBy(clocks, rounds)
}

// The minimum numbers of cells and codecs for machineFactor. With fewer, a common change may be one of the codecs instead of the machine.
const (
	minFactorCells  = 20
	minFactorCodecs = 5
)

// machineFactor returns how many times as long B's machine took: the median ratio of the times of all common cells. It returns 1 if there are too few
// cells or codecs.
func machineFactor(a, b map[measure.Cell]*Cell, ratio func(measure.Cell) float64) float64 {
	var logs []float64
	codecs := map[string]bool{}
	for key := range a {
		if b[key] != nil {
			logs = append(logs, math.Log(ratio(key)))
			codecs[key.Codec] = true
		}
	}
	if len(logs) < minFactorCells || len(codecs) < minFactorCodecs {
		return 1
	}
	return math.Exp(middle(logs))
}

func scale(values []float64, factor float64) {
	for i := range values {
		values[i] *= factor
	}
}

func diffCell(a, b *Cell, timesA, timesB []float64) CellDiff {
	nsA, nsB := median(timesA), median(timesB)
	return CellDiff{
		Cell: a.Key(), A: nsA, B: nsB,
		Delta:  nsB.Center/nsA.Center - 1,
		P:      benchmath.AssumeNothing.Compare(sample(timesA), sample(timesB)).P,
		Bytes:  [2]float64{a.Bytes, b.Bytes},
		Allocs: [2]float64{a.Allocs, b.Allocs},
		Memory: worseOf(change(a.Bytes, b.Bytes, slackBytes), change(a.Allocs, b.Allocs, slackAllocs)),
	}
}

// decide applies Holm's correction to the p-values, and sets the field Time of all cells.
func (d *Comparison) decide() {
	p := make([]float64, len(d.Cells))
	possible := false // there are enough rounds for a significant difference in some cell
	for i, c := range d.Cells {
		p[i] = c.P
		possible = possible || minP(c.A.Rounds, c.B.Rounds)*float64(len(p)) <= alpha
	}
	if !possible && len(p) > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf(
			"%s too few to show a significant change of a time among %s: compare with more rounds or fewer cells",
			counted(min(d.Cells[0].A.Rounds, d.Cells[0].B.Rounds), "round is", "rounds are"), counted(len(p), "cell", "cells")))
	}
	holm(p)
	for i := range d.Cells {
		c := &d.Cells[i]
		c.P = p[i]
		switch {
		case c.P > alpha || deviationFrom1(1+c.Delta) < d.Floors[c.Mode]:
			c.Time = Same
		case c.Delta < 0:
			c.Time = Improved
		default:
			c.Time = Worse
		}
	}
}

// minP returns the smallest possible p-value of the Mann-Whitney test for samples of n and m values: 2/C(n+m,n).
func minP(n, m int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(m + 1))
	c, _ := math.Lgamma(float64(n + m + 1))
	return 2 * math.Exp(a+b-c)
}

// change compares exact figures. Differences up to slack or 1 % do not count.
func change(a, b, slack float64) Change {
	switch {
	case math.Abs(a-b) <= max(slack, 0.01*max(a, b)):
		return Same
	case b < a:
		return Improved
	}
	return Worse
}

// worseOf returns the worse of two changes, in the order Worse, Improved, Same.
func worseOf(a, b Change) Change {
	switch {
	case a == Worse || b == Worse:
		return Worse
	case a == Improved || b == Improved:
		return Improved
	}
	return Same
}

// diffRows returns the differences of the rows that are in both a and b.
func diffRows(a, b []measure.Row) []RowDiff {
	var diffs []RowDiff
	for i := range a {
		j := slices.IndexFunc(b, func(r measure.Row) bool { return r.Shape == a[i].Shape && r.Codec == a[i].Codec })
		if j < 0 {
			continue
		}
		d := RowDiff{
			Shape: a[i].Shape, Codec: a[i].Codec,
			Status: [2]measure.Status{a[i].Status, b[j].Status}, StatusChange: Same,
			Size: [2]float64{a[i].Size, b[j].Size}, SizeChange: Same,
		}
		if badA, badB := severity(a[i].Status), severity(b[j].Status); badA != badB {
			d.StatusChange = Improved
			if badB > badA {
				d.StatusChange = Worse
			}
		}
		if a[i].Sized() && b[j].Sized() { // sizes are exact, so any difference counts
			switch cmp.Compare(d.Size[1], d.Size[0]) {
			case -1:
				d.SizeChange = Improved
			case 1:
				d.SizeChange = Worse
			}
		}
		diffs = append(diffs, d)
	}
	return diffs
}

// severity returns 0 for OK, 1 for Lossy, and 2 for all other statuses.
func severity(s measure.Status) int {
	switch s {
	case measure.OK:
		return 0
	case measure.Lossy:
		return 1
	}
	return 2
}

// repeatability computes the Repeatability of two runs.
func repeatability(cells []CellDiff) Repeatability {
	r := Repeatability{Cells: len(cells), Within3: 1, Within5: 1}
	if len(cells) == 0 {
		return r
	}
	var within3, within5 int
	for i, c := range cells {
		if deviationFrom1(1+c.Delta) <= 0.03 {
			within3++
		}
		if deviationFrom1(1+c.Delta) <= 0.05 {
			within5++
		}
		for _, o := range cells[:i] {
			if c.Shape == o.Shape && c.Op == o.Op && c.Mode == o.Mode {
				r.addReversal(&c, &o)
			}
		}
	}
	r.Within3 = float64(within3) / float64(len(cells))
	r.Within5 = float64(within5) / float64(len(cells))
	return r
}

// addReversal adds the pair x, y if the interval of one is below that of the other in A and above it in B.
func (r *Repeatability) addReversal(x, y *CellDiff) {
	below := func(a, b Interval) bool { return a.Hi < b.Lo }
	switch {
	case below(x.A, y.A) && below(y.B, x.B):
	case below(y.A, x.A) && below(x.B, y.B):
		x, y = y, x
	default:
		return
	}
	r.Reversals = append(r.Reversals, Reversal{x.Shape, x.Op, x.Mode, [2]string{x.Codec, y.Codec}})
}
