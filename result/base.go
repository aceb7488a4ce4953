package result

import (
	"fmt"
	"slices"

	"bale/measure"
)

// A Base is the commit that a run compares the working tree with. Its rows have the field Base.
type Base struct {
	Ref     string    `json:"ref"`    // as the user named it
	Commit  string    `json:"commit"` // full hash
	Samples []Samples `json:"samples,omitempty"`
	Same    []string  `json:"same,omitempty"`    // codecs whose programs are the same for both, byte for byte: they are not compared
	Changed []string  `json:"changed,omitempty"` // shapes whose sample values differ, since their types do
	Gone    []string  `json:"gone,omitempty"`    // rows that the commit alone has: "Order own/binary"
	New     []string  `json:"new,omitempty"`     // rows that the working tree alone has
}

// A BaseDiff is what results.json has of a comparison with another commit.
type BaseDiff struct {
	*Base
	Cells []CellDiff `json:"cells"`
	Rows  []RowDiff  `json:"rows"`
}

// DiffBase compares the working tree with the commit of run.Base; A is the commit. Both were measured in the same rounds, side by side, so
// that their times are paired: see pairTimes. Control has the codec that ran twice: no difference there is real.
func DiffBase(run *Run, rounds *Rounds) *Comparison {
	d := &Comparison{Base: run.Base, Factor: 1, Cells: []CellDiff{}, Floors: map[measure.Mode]float64{}}
	cells := comparable(run.Rows, rounds, nil)
	for i := range cells {
		b := &cells[i]
		a := partner(cells, b)
		if a == nil {
			continue
		}
		c := diffPair(run.Config.Effort, a, b)
		if b.control != "" {
			d.Control = append(d.Control, c)
			d.Floors[c.Mode] = max(d.Floors[c.Mode], apart(c.Ratio.Center))
		} else {
			d.Cells = append(d.Cells, c)
		}
	}
	decidePaired(d.Cells, d.Floors)
	decidePaired(d.Control, nil)
	d.Rows = diffRows(baseRows(run.Rows), run.Rows)
	return d
}

// partner is the cell that m is compared with in a comparison with another commit: that of the commit, or of the codec that m is the
// control of. It is nil for a cell that is compared with none.
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

func diffPair(e Effort, a, b *measuredCell) CellDiff {
	before, after, p := a.summarize(), b.summarize(), pairTimes(e, a.blocks, b.blocks)
	c := CellDiff{Cell: b.Cell, A: before.Ns, B: after.Ns, Ratio: p.interval(), P: p.differs(), pair: p,
		Bytes: [2]float64{before.Bytes, after.Bytes}, Allocs: [2]float64{before.Allocs, after.Allocs},
		Memory: worst(change(before.Bytes, after.Bytes, slackBytes), change(before.Allocs, after.Allocs, slackAllocs))}
	c.Delta = c.Ratio.Center - 1
	return c
}

// decidePaired corrects the p-values of cells, and says which times changed, by no less than the floor of their class.
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
		case c.P > alpha || apart(c.Ratio.Center) < floors[c.Mode]:
			c.Time = Same
		case c.Delta < 0:
			c.Time = Improved
		default:
			c.Time = Worse
		}
	}
}

// baseRows are the rows of the other commit, with the names that they have in the working tree.
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

// WorseBy lists what got worse by more than limit, a fraction: times significantly, with Holm's correction over all cells, and figures that
// do not vary. A row that can no longer be measured is listed, too.
func (d *Comparison) WorseBy(limit float64) []string {
	var list []string
	p := make([]float64, len(d.Cells))
	for i, c := range d.Cells {
		p[i] = c.pair.above(1 + limit)
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

// grown reports whether a figure that does not vary grew by more than limit, a fraction, and by more than slack.
func grown(figure [2]float64, limit, slack float64) bool {
	return figure[1] > figure[0]*(1+limit) && figure[1] > figure[0]+slack
}

// pairWidth is the half-width of the interval of a pair, as a fraction, that is narrow enough to tell 5 % from 3 %.
const pairWidth = 0.006

// openPairs is Open for a comparison with another commit: pairs get new epochs until their intervals are narrow, other cells none after
// the first rounds.
func openPairs(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]bool {
	open := map[measure.Cell]bool{}
	cells := comparable(run.Rows, rounds, nil)
	for i := range cells {
		b := &cells[i]
		a := partner(cells, b)
		if a == nil || !running(a.Cell) || !running(b.Cell) {
			continue
		}
		if !precise(run.Config.Effort, a.blocks, b.blocks) {
			open[a.Cell], open[b.Cell] = true, true
		}
	}
	return open
}

// precise reports whether a pair needs no more rounds. It looks twice only, after half and after three quarters of the epochs: when it looked after
// each epoch from the eighth on, it often stopped where an interval was narrow by chance, and 11 of 47 such intervals left out the truth.
func precise(e Effort, a, b []measure.Block) bool {
	n := min(len(a), len(b))
	if n != (e.Rounds+1)/2 && n != (3*e.Rounds+3)/4 {
		return false
	}
	return pairTimes(e, a, b).interval().HalfWidth() <= pairWidth
}
