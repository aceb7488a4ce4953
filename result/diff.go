package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"bale/measure"
)

// Change says which way a figure went from one run to another.
type Change string

// The ways a figure can go.
const (
	Same     Change = "same" // or not to be told apart
	Improved Change = "improved"
	Worse    Change = "worse"
)

// A Comparison says what changed from run A to run B.
type Comparison struct {
	Floors   map[measure.Mode]float64 // by class, the larger of both runs' noise floors
	Factor   float64                  // how many times as long B's machine took for everything; B's times are divided by it
	Cells    []CellDiff               // those that both runs measured
	Rows     []RowDiff                // those that both runs have
	OnlyA    []measure.Cell           // measured in A alone
	OnlyB    []measure.Cell           // measured in B alone
	Repeat   Repeatability
	Warnings []string

	Base    *Base      // of a comparison with another commit, which has no Repeat
	Control []CellDiff // there, the codec that ran twice
}

// A CellDiff is one cell in two runs, or in two commits.
type CellDiff struct {
	measure.Cell
	A      Interval   `json:"before"` // times in nanoseconds
	B      Interval   `json:"after"`
	Delta  float64    `json:"-"`     // B/A - 1 of the medians, or of Ratio
	Ratio  Interval   `json:"ratio"` // B/A where both were measured in the same rounds; otherwise 0
	P      float64    `json:"p"`     // of the Mann-Whitney test, or of the signed-rank test for Ratio, after Holm's correction over all cells
	Time   Change     `json:"time"`
	Memory Change     `json:"memory"` // bytes or allocations; Worse if either is
	Bytes  [2]float64 `json:"bytes"`
	Allocs [2]float64 `json:"allocs"`

	pair pair // of a Ratio
}

// A RowDiff is what else can change of a row.
type RowDiff struct {
	Shape        string            `json:"shape"`
	Codec        string            `json:"codec"`
	Status       [2]measure.Status `json:"status"`
	Size         [2]float64        `json:"size"` // mean encoded bytes, 0 where they are not known
	StatusChange Change            `json:"status_change"`
	SizeChange   Change            `json:"size_change"`
}

// Repeatability says how well two runs agree. Of two runs of one build it is the lab's own benchmark.
type Repeatability struct {
	Cells     int
	Within3   float64 // share of the cells whose medians differ by at most 3 %; 1 when there are none
	Within5   float64 // the same for 5 %
	Reversals []Reversal
}

// A Reversal is a pair of codecs whose intervals are apart in both runs, but the other way round.
type Reversal struct {
	Shape  string
	Op     measure.Op
	Mode   measure.Mode
	Codecs [2]string // the first was the faster in A
}

// Diff compares two runs; ra and rb are the rounds that a and b were derived from. Two runs share no
// rounds to pair, so times are compared as independent samples, after what all cells have in common has been taken out of
// B's: that is the machine. A time changed when its p-value is at most 5 % after Holm's correction over all cells, and the
// medians differ by no less than the noise floor of either run.
func Diff(a, b *Results, ra, rb *Rounds) *Comparison {
	d := &Comparison{Floors: map[measure.Mode]float64{}}
	cellsA, cellsB := measuredIn(a, ra), measuredIn(b, rb)
	d.Factor = machineFactor(cellsA, cellsB)
	driftA, driftB := a.drift(ra), b.drift(rb)
	for i := range a.Cells {
		key := a.Cells[i].Key()
		if cellsA[key] == nil {
			continue
		}
		if cellsB[key] == nil {
			d.OnlyA = append(d.OnlyA, key)
			continue
		}
		timesA, timesB := driftA.Correct(key, ra.Blocks[key]), driftB.Correct(key, rb.Blocks[key])
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
	return d
}

// Worse says whether anything got worse: a time, an allocation, a size, or how a row ended.
func (d *Comparison) Worse() bool {
	return slices.ContainsFunc(d.Cells, func(c CellDiff) bool { return c.Time == Worse || c.Memory == Worse }) ||
		slices.ContainsFunc(d.Rows, func(r RowDiff) bool { return r.StatusChange == Worse || r.SizeChange == Worse })
}

// measuredIn leaves out the cells that stand for a measurement of another class.
func measuredIn(r *Results, rounds *Rounds) map[measure.Cell]*Cell {
	m := make(map[measure.Cell]*Cell)
	for i := range r.Cells {
		if key := r.Cells[i].Key(); len(rounds.Blocks[key]) > 0 {
			m[key] = &r.Cells[i]
		}
	}
	return m
}

// drift is that of the rounds which r was derived from; nil if r has the times as measured.
func (r *Results) drift(rounds *Rounds) *Drift {
	if !r.Drift.Corrected {
		return nil
	}
	return EstimateDrift(rounds)
}

// What machineFactor needs: of fewer cells or codecs, what they have in common may well be a change of their own.
const (
	factorCells  = 20
	factorCodecs = 5
)

// machineFactor is how many times as long B's machine took: the median over all cells. It is 1 where there are too few cells
// to tell the machine from the codecs.
func machineFactor(a, b map[measure.Cell]*Cell) float64 {
	var logs []float64
	codecs := map[string]bool{}
	for key, x := range a {
		if y := b[key]; y != nil {
			logs = append(logs, math.Log(y.Ns.Center/x.Ns.Center))
			codecs[key.Codec] = true
		}
	}
	if len(logs) < factorCells || len(codecs) < factorCodecs {
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
		Memory: worst(change(a.Bytes, b.Bytes, slackBytes), change(a.Allocs, b.Allocs, slackAllocs)),
	}
}

// decide corrects the p-values and says which times changed.
func (d *Comparison) decide() {
	p := make([]float64, len(d.Cells))
	possible := false // that some cell could differ, were its runs as far apart as can be
	for i, c := range d.Cells {
		p[i] = c.P
		possible = possible || minP(c.A.Rounds, c.B.Rounds)*float64(len(p)) <= alpha
	}
	if !possible && len(p) > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf(
			"%d rounds cannot show a difference among %d cells: measure more rounds, or fewer cells",
			min(d.Cells[0].A.Rounds, d.Cells[0].B.Rounds), len(p)))
	}
	holm(p)
	for i := range d.Cells {
		c := &d.Cells[i]
		c.P = p[i]
		switch {
		case c.P > alpha || apart(1+c.Delta) < d.Floors[c.Mode]:
			c.Time = Same
		case c.Delta < 0:
			c.Time = Improved
		default:
			c.Time = Worse
		}
	}
}

// minP is the smallest p-value that the Mann-Whitney test can give, 2/C(n+m,n).
func minP(n, m int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(m + 1))
	c, _ := math.Lgamma(float64(n + m + 1))
	return 2 * math.Exp(a+b-c)
}

// change compares figures that do not vary, up to 1 % or slack.
func change(a, b, slack float64) Change {
	switch {
	case math.Abs(a-b) <= max(slack, 0.01*max(a, b)):
		return Same
	case b < a:
		return Improved
	}
	return Worse
}

// worst of two changes: worse before improved before same.
func worst(a, b Change) Change {
	switch {
	case a == Worse || b == Worse:
		return Worse
	case a == Improved || b == Improved:
		return Improved
	}
	return Same
}

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
		if badA, badB := badness(a[i].Status), badness(b[j].Status); badA != badB {
			d.StatusChange = Improved
			if badB > badA {
				d.StatusChange = Worse
			}
		}
		if a[i].Sized() && b[j].Sized() { // exact over the same sample values: any difference counts
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

// badness orders statuses: carried, carried with losses, not carried.
func badness(s measure.Status) int {
	switch s {
	case measure.OK:
		return 0
	case measure.Lossy:
		return 1
	}
	return 2
}

func repeatability(cells []CellDiff) Repeatability {
	r := Repeatability{Cells: len(cells), Within3: 1, Within5: 1}
	if len(cells) == 0 {
		return r
	}
	var within3, within5 int
	for i, c := range cells {
		if apart(1+c.Delta) <= 0.03 {
			within3++
		}
		if apart(1+c.Delta) <= 0.05 {
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

// addReversal notes the pair if one is below the other in A, and above it in B.
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
