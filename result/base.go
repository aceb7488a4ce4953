package result

import (
	"fmt"
	"slices"

	"bale/runner/measure"
)

// A Base is the commit that a run compares the working tree with. The rows of the commit are those whose field Base is set.
type Base struct {
	Ref     string    `json:"ref"`    // the name that the user gave
	Commit  string    `json:"commit"` // full hash
	Samples []Samples `json:"samples,omitempty"`
	Same    []string  `json:"same,omitempty"`    // codecs whose programs are byte for byte the same in both: they are not compared
	Changed []string  `json:"changed,omitempty"` // shapes whose sample values differ because their types differ
	Gone    []string  `json:"gone,omitempty"`    // rows that only the commit has: "Order own/binary"
	New     []string  `json:"new,omitempty"`     // rows that only the working tree has
}

// A BaseDiff is the part of results.json about a comparison with another commit.
type BaseDiff struct {
	*Base
	Cells []CellDiff `json:"cells"`
	Rows  []RowDiff  `json:"rows"`
}

// DiffBase compares the working tree with the commit of run.Base. In the result, A is the commit and B the working tree. Both were measured
// in the same rounds, one directly after the other, so their times are compared as pairs; see pairTimes. Control has the cells of the codec
// that ran twice: differences there are noise.
func DiffBase(run *Run, rounds *Rounds) *Comparison {
	d := &Comparison{Base: run.Base, Factor: 1, Cells: []CellDiff{}, Floors: map[measure.Mode]float64{}}
	eachPair(run, rounds, func(a, b *measuredCell) {
		c := diffPair(run.Config.Effort, a, b)
		if b.control != "" {
			d.Control = append(d.Control, c)
			d.Floors[c.Mode] = max(d.Floors[c.Mode], deviationFrom1(c.Ratio.Center))
		} else {
			d.Cells = append(d.Cells, c)
		}
	})
	decidePaired(d.Cells, d.Floors)
	decidePaired(d.Control, nil)
	d.Rows = diffRows(baseRows(run.Rows), run.Rows)
	return d
}

// eachPair calls f for each cell that is compared with another, after that one, with the times of both as measured and by one clock: if one of them is
// ranked by wall time, both are.
func eachPair(run *Run, rounds *Rounds, f func(a, b *measuredCell)) {
	cells := measuredCells(run.Rows, rounds, nil)
	for i := range cells {
		b := cells[i]
		partner := partner(cells, &b)
		if partner == nil {
			continue
		}
		a := *partner
		if a.clock != b.clock {
			a.clock, a.times = WallTime, WallTime.times(a.blocks)
			b.clock, b.times = WallTime, WallTime.times(b.blocks)
		}
		f(&a, &b)
	}
}

// partner returns the cell that m is compared with: for a control, the cell of its codec; otherwise the cell of the other commit. It returns
// nil if there is none.
func partner(cells []measuredCell, m *measuredCell) *measuredCell {
	i := slices.IndexFunc(cells, func(o measuredCell) bool {
		cell := o.Cell
		if o.base != "" {
			cell.Codec = o.base
			return m.control == "" && cell == m.Cell
		}
		cell.Codec = m.Codec
		return m.control == o.Codec && cell == m.Cell
	})
	if i < 0 {
		return nil
	}
	return &cells[i]
}

// diffPair returns the difference from cell a to cell b.
func diffPair(e Effort, a, b *measuredCell) CellDiff {
	before, after, p := a.summarize(0), b.summarize(0), pairTimes(e, b.clock, a.blocks, b.blocks)
	c := CellDiff{Cell: b.Cell, A: before.Ns, B: after.Ns, Ratio: p.interval(), P: p.pDiffers(), pair: p,
		Bytes: [2]float64{before.Bytes, after.Bytes}, Allocs: [2]float64{before.Allocs, after.Allocs},
		Memory: worseOf(change(before.Bytes, after.Bytes, slackBytes), change(before.Allocs, after.Allocs, slackAllocs))}
	c.Delta = c.Ratio.Center - 1
	return c
}

// decidePaired applies Holm's correction to the p-values of cells, and sets Time. A time changed if its p-value is at most alpha and the
// difference is at least the noise floor of its class.
func decidePaired(cells []CellDiff, floors map[measure.Mode]float64) {
	p := make([]float64, len(cells))
	for i, c := range cells {
		p[i] = c.P
	}
	holm(p)
	for i := range cells {
		c := &cells[i]
		c.P = p[i]
		switch {
		case c.P > alpha || deviationFrom1(c.Ratio.Center) < floors[c.Mode]:
			c.Time = Same
		case c.Delta < 0:
			c.Time = Improved
		default:
			c.Time = Worse
		}
	}
}

// baseRows returns the rows of the other commit, with the codec names of the working tree.
func baseRows(rows []measure.Row) []measure.Row {
	var list []measure.Row
	for _, r := range rows {
		if r.Base != "" {
			r.Codec = r.Base
			list = append(list, r)
		}
	}
	return list
}

// WorseBy lists everything that got worse by more than limit, a fraction: times that are significantly above it, with Holm's correction over
// all cells; allocations; encoded sizes; and rows whose status got worse.
func (d *Comparison) WorseBy(limit float64) []string {
	var list []string
	p := make([]float64, len(d.Cells))
	for i, c := range d.Cells {
		p[i] = c.pair.pAbove(1 + limit)
	}
	holm(p)
	for i, c := range d.Cells {
		name := fmt.Sprintf("%s %s %s %s", c.Shape, c.Codec, c.Op, c.Mode)
		if p[i] <= alpha {
			list = append(list, fmt.Sprintf("%s: time %+.1f%%", name, 100*c.Delta))
		}
		if grown(c.Bytes, limit, slackBytes) {
			list = append(list, fmt.Sprintf("%s: %.6g -> %.6g B/op", name, c.Bytes[0], c.Bytes[1]))
		}
		if grown(c.Allocs, limit, slackAllocs) {
			list = append(list, fmt.Sprintf("%s: %.6g -> %.6g allocs/op", name, c.Allocs[0], c.Allocs[1]))
		}
	}
	for _, r := range d.Rows {
		if r.StatusChange == Worse {
			list = append(list, fmt.Sprintf("%s %s: %s -> %s", r.Shape, r.Codec, r.Status[0], r.Status[1]))
		}
		if r.Size[0] > 0 && grown(r.Size, limit, 0) {
			list = append(list, fmt.Sprintf("%s %s: %.6g -> %.6g encoded bytes", r.Shape, r.Codec, r.Size[0], r.Size[1]))
		}
	}
	return list
}

// grown reports whether an exact figure grew by more than limit, a fraction, and by more than slack.
func grown(figure [2]float64, limit, slack float64) bool {
	return figure[1] > figure[0]*(1+limit) && figure[1] > figure[0]+slack
}

// preciseWidth is the half-width of a pair's interval, as a fraction, at which a pair needs no more rounds. It is narrow enough to
// distinguish a change of 5 % from one of 3 %.
const preciseWidth = 0.006

// openPairs implements Open for a comparison with another commit. Pairs get more rounds until their intervals are narrow. Other cells get
// none after the first rounds.
func openPairs(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]bool {
	open := map[measure.Cell]bool{}
	runningPairs(run, rounds, running, func(a, b *measuredCell) {
		if !precise(run.Config.Effort, a, b) {
			open[a.Cell], open[b.Cell] = true, true
		}
	})
	return open
}

// pairWidths implements Widths for a comparison with another commit.
func pairWidths(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]float64 {
	widths := map[measure.Cell]float64{}
	runningPairs(run, rounds, running, func(a, b *measuredCell) {
		width := pairTimes(run.Config.Effort, b.clock, a.blocks, b.blocks).interval().HalfWidth()
		widths[a.Cell], widths[b.Cell] = width, width
	})
	return widths
}

// runningPairs calls f for each pair of running cells.
func runningPairs(run *Run, rounds *Rounds, running func(measure.Cell) bool, f func(a, b *measuredCell)) {
	eachPair(run, rounds, func(a, b *measuredCell) {
		if running(a.Cell) && running(b.Cell) {
			f(a, b)
		}
	})
}

// checkedAt reports whether pairs with n rounds can be found to be precise.
func checkedAt(e Effort, n int) bool { return n == (e.Rounds+1)/2 || n == (3*e.Rounds+3)/4 }

// precise reports whether a pair needs no more rounds. It returns true only after half or three quarters of the rounds. With a check after
// each epoch from the eighth on, pairs often stopped when an interval was narrow by chance, and 11 of 47 such intervals did not contain the
// true ratio.
func precise(e Effort, a, b *measuredCell) bool {
	if !checkedAt(e, min(len(a.blocks), len(b.blocks))) {
		return false
	}
	return pairTimes(e, b.clock, a.blocks, b.blocks).interval().HalfWidth() <= preciseWidth
}
