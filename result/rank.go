package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/measure"
)

// The allocations per operation that are attributed to the runtime instead of the codec. Differences up to these do not count.
const (
	slackBytes  = 16
	slackAllocs = 0.1
)

// rank returns the cells of a class, the fastest first, and warnings. References and cells whose interval is not Rankable are not ranked.
func (c *class) rank(floor float64) (cells []Cell, warnings []string) {
	series := make(map[string][]float64, len(c.cells)) // times by codec
	references, loses := make(map[string]bool), make(map[string]bool)
	c.keepFastestReference()
	cells = make([]Cell, len(c.cells))
	for i := range c.cells {
		cells[i] = c.cells[i].summarize()
		series[cells[i].Codec] = c.cells[i].times
		references[cells[i].Codec], loses[cells[i].Codec] = c.cells[i].reference, c.cells[i].loses
	}
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Ns.Center, b.Ns.Center), strings.Compare(a.Codec, b.Codec))
	})
	var ranked []*Cell
	for i := range cells {
		if !references[cells[i].Codec] && cells[i].Ns.Rankable() {
			ranked = append(ranked, &cells[i])
		}
	}
	setRanks(ranked, series, floor)
	whole := slices.DeleteFunc(slices.Clone(ranked), func(cell *Cell) bool { return loses[cell.Codec] })
	if len(whole) == 0 {
		setRatios(cells, ranked, series, floor)
	} else {
		setRatios(cells, whole, series, floor)
	}
	return cells, c.belowReference(whole, series, floor)
}

// keepFastestReference removes all references but the fastest.
func (c *class) keepFastestReference() {
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

// belowReference returns a warning for each of the ranked cells without losses that is significantly faster than the reference. The reference is then
// not the lower limit that it should be.
func (c *class) belowReference(cells []*Cell, series map[string][]float64, floor float64) []string {
	i := slices.IndexFunc(c.cells, func(m measuredCell) bool { return m.reference })
	if i < 0 {
		return nil
	}
	var p []float64
	var texts []string
	usual := usualVariance(series)
	for _, cell := range cells {
		r := ratio(series[cell.Codec], c.cells[i].times)
		if r.Center < 1 && !indistinct(r, floor) {
			p = append(p, pDifferent(series[cell.Codec], c.cells[i].times, usual))
			texts = append(texts, fmt.Sprintf("%s takes %.2f times as long as the %s to %s %s (%s): the floor is wrong in this class",
				cell.Codec, r.Center, c.cells[i].Codec, c.op, c.shape, c.mode))
		}
	}
	for len(p) < len(cells) { // the correction is for all cells of the class
		p = append(p, 1)
	}
	holm(p)
	var list []string
	for k := range texts {
		if p[k] <= alpha {
			list = append(list, texts[k])
		}
	}
	return list
}

// setRanks sets the rank of each cell to 1 + the number of cells that are significantly faster. A codec that is not significantly slower than
// the fastest also has rank 1.
func setRanks(cells []*Cell, series map[string][]float64, floor float64) {
	codecs := make([]string, len(cells))
	for i, c := range cells {
		c.Rank, codecs[i] = 1, c.Codec
	}
	for _, p := range significant(codecs, series, floor) {
		cells[p.slower].Rank++
	}
}

// A difference is a pair of codecs of a class of which one is significantly faster. Both are indexes of codecs.
type difference struct{ faster, slower int }

// significant returns the pairs of codecs that differ significantly: the interval of the paired ratios does not include 1, the difference is
// at least the noise floor, and the p-value is at most 5 % after Holm's correction over all pairs of the class.
func significant(codecs []string, series map[string][]float64, floor float64) []difference {
	var pairs []difference
	var p []float64
	usual := usualVariance(series)
	for i := range codecs {
		for j := range i {
			a, b := series[codecs[j]], series[codecs[i]]
			r := ratio(b, a)
			pairs = append(pairs, difference{j, i})
			if indistinct(r, floor) {
				p = append(p, 1) // not significant for any p, and 1 does not lower the corrected p-values of other pairs
				continue
			}
			if r.Center < 1 { // if the median ratio contradicts the order of the medians, the ratio decides
				pairs[len(pairs)-1] = difference{i, j}
			}
			p = append(p, pDifferent(a, b, usual))
		}
	}
	holm(p)
	var list []difference
	for k, pair := range pairs {
		if p[k] <= alpha {
			list = append(list, pair)
		}
	}
	return list
}

// setRatios sets the ratio of each cell to the first of the chosen cells, or to the fastest cell if there are none. A codec that loses sample values
// is not chosen if there are others: one that decoded 10,000 elements as an empty list took a tenth of the time of the fastest other.
func setRatios(cells []Cell, chosen []*Cell, series map[string][]float64, floor float64) {
	fastest := &cells[0]
	if len(chosen) > 0 {
		fastest = chosen[0]
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

// indistinct reports whether a ratio is not significantly different from 1, or differs from it by less than the noise floor.
func indistinct(r Interval, floor float64) bool {
	return r.Lo <= 1 && 1 <= r.Hi || deviationFrom1(r.Center) < floor
}

// summarize returns the Cell without the fields that depend on other cells.
func (m *measuredCell) summarize() Cell {
	c := Cell{
		Shape: m.Shape, Codec: m.Codec, Op: m.Op, Axes: measure.Axes(m.Mode),
		Ns: m.time(), Warnings: []string{},
	}
	bytes, allocs := make([]float64, len(m.blocks)), make([]float64, len(m.blocks))
	for i, b := range m.blocks {
		bytes[i], allocs[i] = b.Bytes, b.Allocs
	}
	var warnings [2]string
	c.Bytes, warnings[0] = exactValue(bytes, slackBytes, "B/op")
	c.Allocs, warnings[1] = exactValue(allocs, slackAllocs, "allocs/op")
	c.Bytes, c.Allocs = roundTo(c.Bytes, 1), roundTo(c.Allocs, 0.01)

	switch {
	case c.Ns.Rounds < LongRounds:
		c.warn("%s too few for an interval, which needs %d", counted(c.Ns.Rounds, "round is", "rounds are"), LongRounds)
	case c.Ns.Wide():
		c.warn("too noisy for a rank: the interval is ±%.0f %% wide after %d rounds", 100*c.Ns.HalfWidth(), c.Ns.Rounds)
	case c.Ns.HalfWidth() > maxHalfWidth:
		c.warn("interval still ±%.1f %% wide after %d rounds", 100*c.Ns.HalfWidth(), c.Ns.Rounds)
	}
	for _, w := range warnings {
		if w != "" {
			c.warn("%s", w)
		}
	}
	if m.reruns > c.Ns.Rounds { // more than one repetition for each block on average
		c.warn("blocks were repeated %d times because the hypervisor took the processor away", m.reruns)
	}
	return c
}

// time returns the time per operation of the cell.
func (m *measuredCell) time() Interval { return median(m.times).widened(m.timeError) }

// counted returns a number with a phrase for one and another for all other numbers.
func counted(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (c *Cell) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}
