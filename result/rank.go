package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/runner/measure"
)

// The allocations per operation that are attributed to the runtime instead of the codec. Differences up to these do not count.
const (
	slackBytes  = 16
	slackAllocs = 0.1
)

// rank returns the cells of a class, the fastest first, and warnings. References are not ranked.
func (c *class) rank(floor float64) (cells []Cell, warnings []string) {
	c.keepFastestReference()
	slices.SortFunc(c.cells, func(a, b measuredCell) int {
		return cmp.Or(cmp.Compare(a.time().Center, b.time().Center), strings.Compare(a.Codec, b.Codec))
	})
	var entrants []*entrant
	for i := range c.cells {
		if m := &c.cells[i]; !m.reference {
			entrants = append(entrants, &entrant{codec: m.Codec, times: m.times, ns: m.time(), narrow: m.time().Rankable(), loses: m.loses})
		}
	}
	usual := c.usualVariance()
	rankEntrants(entrants, usual, floor)
	fastest, left := fastestOf(entrants), entrants
	for i := range c.cells {
		m := &c.cells[i]
		rank := 0
		if !m.reference {
			rank, left = left[0].rank, left[1:]
		}
		cell := m.summarize(rank)
		if fastest != nil && (m.reference || rank > 0) {
			cell.setRatio(m.times, fastest, floor)
		}
		cells = append(cells, cell)
	}
	return cells, c.belowReference(entrants, usual, floor)
}

// usualVariance returns the usual variance of the logarithm of the time of a cell of the class.
func (c *class) usualVariance() float64 {
	var series [][]float64
	for i := range c.cells {
		series = append(series, c.cells[i].times)
	}
	return usualVariance(series)
}

// fastestOf returns the ranked entrant that ratios refer to: the fastest of those that lose no sample values if there are any, else of all. One that decoded
// 10,000 elements as an empty list took a tenth of the time of the fastest other. fastestOf returns nil if an entrant without a rank is known to be
// faster, or if none has a rank. Entrants are sorted by time.
func fastestOf(entrants []*entrant) *entrant {
	for _, e := range entrants {
		if e.candidate() && e.rank > 0 {
			return e
		}
	}
	for _, e := range entrants {
		if e.candidate() {
			return nil
		}
	}
	for _, e := range entrants {
		if e.rank == 1 {
			return e
		}
	}
	return nil
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

// belowReference returns a warning for each of the ranked entrants without losses that is significantly faster than the reference. The reference is then
// not the lower limit that it should be.
func (c *class) belowReference(entrants []*entrant, usual, floor float64) []string {
	i := slices.IndexFunc(c.cells, func(m measuredCell) bool { return m.reference })
	if i < 0 {
		return nil
	}
	entrants = slices.DeleteFunc(slices.Clone(entrants), func(e *entrant) bool { return e.loses || e.rank == 0 })
	var p []float64
	var texts []string
	for _, e := range entrants {
		r := ratio(e.times, c.cells[i].times)
		if r.Center < 1 && !indistinct(r, floor) {
			p = append(p, pDifferent(e.times, c.cells[i].times, usual))
			texts = append(texts, fmt.Sprintf("%s takes %.2f times as long as the %s to %s %s (%s): the floor is wrong in this class",
				e.codec, r.Center, c.cells[i].Codec, c.op, c.shape, c.mode))
		}
	}
	for len(p) < len(entrants) { // the correction is for all cells of the class
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

// A difference is a pair of entrants of a class of which one is significantly faster. Both are indexes.
type difference struct{ faster, slower int }

// significant returns the pairs of entrants that differ significantly: the interval of the paired ratios does not include 1, the difference is
// at least the noise floor, and the p-value is at most 5 % after Holm's correction over all pairs. usual is that of pDifferent.
func significant(list []*entrant, usual, floor float64) []difference {
	var pairs []difference
	var p []float64
	for i := range list {
		for j := range i {
			a, b := list[j].times, list[i].times
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
	var differences []difference
	for k, pair := range pairs {
		if p[k] <= alpha {
			differences = append(differences, pair)
		}
	}
	return differences
}

// setRatio sets the ratio to the entrant that ratios of the class refer to.
func (c *Cell) setRatio(times []float64, fastest *entrant, floor float64) {
	if c.Codec == fastest.codec {
		c.Ratio = Interval{Center: 1, Lo: 1, Hi: 1}
		return
	}
	c.Ratio = ratio(times, fastest.times)
	c.Tilde = indistinct(c.Ratio, floor)
}

// indistinct reports whether a ratio is not significantly different from 1, or differs from it by less than the noise floor.
func indistinct(r Interval, floor float64) bool {
	return r.Lo <= 1 && 1 <= r.Hi || deviationFrom1(r.Center) < floor
}

// summarize returns the Cell without its ratio.
func (m *measuredCell) summarize(rank int) Cell {
	c := Cell{
		Shape: m.Shape, Codec: m.Codec, Op: m.Op, Axes: measure.Axes(m.Mode),
		Time: m.clock, Ns: m.time(), Wall: median(WallTime.times(m.blocks)), Rank: rank, Warnings: []string{},
	}
	if m.doubt != "" {
		c.warn("%s", m.doubt)
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
	case c.Ns.Wide() && rank == 0:
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
