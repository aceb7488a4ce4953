package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/measure"
)

// What one operation may allocate beside the codec and still be taken for exact: the runtime's own
// allocations, spread over a block.
const (
	slackBytes  = 16
	slackAllocs = 0.1
)

// rank turns a class into its cells, the fastest first. References are not ranked, and neither is a cell
// with too few rounds for an interval: nothing could be told from it, and it would share every rank.
func (c *class) rank(floor float64) (cells []Cell, warnings []string) {
	series := make(map[string][]float64, len(c.cells)) // times by codec
	references := make(map[string]bool)
	c.oneReference()
	cells = make([]Cell, len(c.cells))
	for i := range c.cells {
		cells[i] = c.cells[i].summarize()
		series[cells[i].Codec] = c.cells[i].times
		references[cells[i].Codec] = c.cells[i].reference
	}
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Ns.Center, b.Ns.Center), strings.Compare(a.Codec, b.Codec))
	})
	var ranked []*Cell
	for i := range cells {
		if !references[cells[i].Codec] && cells[i].Ns.Finite() {
			ranked = append(ranked, &cells[i])
		}
	}
	setRanks(ranked, series, floor)
	setRatios(cells, ranked, series, floor)
	return cells, c.belowReference(ranked, series, floor)
}

// oneReference leaves only the fastest reference: there may be several ways to the same limit.
func (c *class) oneReference() {
	fastest := -1
	for i, m := range c.cells {
		if m.reference && (fastest < 0 || median(m.times).Center < median(c.cells[fastest].times).Center) {
			fastest = i
		}
	}
	var kept []measuredCell
	for i, m := range c.cells {
		if !m.reference || i == fastest {
			kept = append(kept, m)
		}
	}
	c.cells = kept
}

// belowReference warns of ranked cells that are significantly faster than the reference, which nothing can be: then it is
// not the limit that it stands for.
func (c *class) belowReference(cells []*Cell, series map[string][]float64, floor float64) []string {
	i := slices.IndexFunc(c.cells, func(m measuredCell) bool { return m.reference })
	if i < 0 {
		return nil
	}
	var p []float64
	var below []string
	for _, cell := range cells {
		r := ratio(series[cell.Codec], c.cells[i].times)
		if r.Center < 1 && !indistinct(r, floor) {
			p = append(p, differ(series[cell.Codec], c.cells[i].times))
			below = append(below, fmt.Sprintf("%s takes %.2f of the time of the %s to %s %s (%s): the floor is wrong there",
				cell.Codec, r.Center, c.cells[i].Codec, c.op, c.shape, c.mode))
		}
	}
	for len(p) < len(cells) { // the others asked the same question
		p = append(p, 1)
	}
	holm(p)
	var list []string
	for k := range below {
		if p[k] <= alpha {
			list = append(list, below[k])
		}
	}
	return list
}

// setRanks gives each cell 1 + the number of cells that are significantly faster.
//
// Counting pairs keeps a tie honest: a codec not significantly slower than the winner has rank 1 too.
func setRanks(cells []*Cell, series map[string][]float64, floor float64) {
	codecs := make([]string, len(cells))
	for i, c := range cells {
		c.Rank, codecs[i] = 1, c.Codec
	}
	for _, p := range claims(codecs, series, floor) {
		cells[p.slower].Rank++
	}
}

// A claim says that one codec of a class is faster than another; both are indexes of codecs.
type claim struct{ faster, slower int }

// claims are the pairs of codecs of which one is faster, which is so when all of this holds: the interval of the paired
// ratios leaves out 1; the difference is no smaller than the noise floor; and the p-value, after Holm's correction over
// all pairs of the class, is at most 5 %.
func claims(codecs []string, series map[string][]float64, floor float64) []claim {
	var pairs []claim
	var p []float64
	for i := range codecs {
		for j := range i {
			a, b := series[codecs[j]], series[codecs[i]]
			r := ratio(b, a)
			pairs = append(pairs, claim{j, i})
			if indistinct(r, floor) {
				p = append(p, 1) // it will not be claimed whatever p is, and 1 makes no other claim easier
				continue
			}
			if r.Center < 1 { // the medians and the median ratio may disagree: the ratio decides
				pairs[len(pairs)-1] = claim{i, j}
			}
			p = append(p, differ(a, b))
		}
	}
	holm(p)
	var list []claim
	for k, pair := range pairs {
		if p[k] <= alpha {
			list = append(list, pair)
		}
	}
	return list
}

// setRatios compares every cell with the fastest of its class: of those that are ranked, or of all when
// none is.
func setRatios(cells []Cell, ranked []*Cell, series map[string][]float64, floor float64) {
	fastest := &cells[0]
	if len(ranked) > 0 {
		fastest = ranked[0]
	}
	for i := range cells {
		c := &cells[i]
		if c == fastest {
			c.Ratio = Interval{Center: 1, Lo: 1, Hi: 1}
			continue
		}
		c.Ratio = ratio(series[c.Codec], series[fastest.Codec])
		c.Tilde = indistinct(c.Ratio, floor)
	}
}

// indistinct says that a ratio is not to be told from 1.
func indistinct(r Interval, floor float64) bool {
	return r.Lo <= 1 && 1 <= r.Hi || apart(r.Center) < floor
}

// summarize finds all of a cell that needs no other cell.
func (m *measuredCell) summarize() Cell {
	c := Cell{
		Shape: m.Shape, Codec: m.Codec, Op: m.Op, Axes: measure.Axes(m.Mode),
		Ns: median(m.times).widened(m.timeError), Warnings: []string{},
	}
	bytes, allocs := make([]float64, len(m.blocks)), make([]float64, len(m.blocks))
	for i, b := range m.blocks {
		bytes[i], allocs[i] = b.Bytes, b.Allocs
	}
	var alarms [2]string
	c.Bytes, alarms[0] = exact(bytes, slackBytes, "B/op")
	c.Allocs, alarms[1] = exact(allocs, slackAllocs, "allocs/op")
	c.Bytes, c.Allocs = roundTo(c.Bytes, 1), roundTo(c.Allocs, 0.01)

	switch {
	case c.Ns.Rounds < minRounds:
		c.warn("%d rounds, too few for an interval", c.Ns.Rounds)
	case c.Ns.HalfWidth() > maxHalfWidth:
		c.warn("interval still ±%.1f %% wide after %d rounds", 100*c.Ns.HalfWidth(), c.Ns.Rounds)
	}
	for _, alarm := range alarms {
		if alarm != "" {
			c.warn("%s", alarm)
		}
	}
	if m.reruns > c.Ns.Rounds { // what is tried three times and more was hardly ever undisturbed
		c.warn("%d of its blocks run again because the machine was disturbed", m.reruns)
	}
	return c
}

func (c *Cell) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}
