package verdict

import (
	"cmp"
	"math"
	"slices"
)

// A Ranking says which codec is the fastest in a class. The codec with the smallest geometric mean of both times wins, among those that lose no
// sample values. Codecs that share this rank are a tie, which allocations break, and then sizes.
type Ranking struct {
	Lines []*Line // without references, the fastest first; lines with both times come before the others
	Both  []*Line // lines with both times
	Open  []*Line // lines that may be the fastest of those that keep all sample values, if it is too noisy to decide which one is
	Best  []*Line // lines that are the fastest of those that keep all sample values, by the ranking
	Near  []*Line // lines of Best that may be the fastest by direct comparisons, too
	Few   []*Line // of a tie, the lines with the fewest allocations
	Small []*Line // the lines of Few with the smallest messages
	Use   *Line   // the recommended line; nil for none or several
}

// NewRanking returns the ranking of a class.
func NewRanking(lines []*Line) *Ranking {
	r := &Ranking{Lines: byTime(lines)}
	r.Both = without(r.Lines, func(l *Line) bool { return l.Both == nil })
	r.Best = without(r.Both, func(l *Line) bool { return !l.Both.Best })
	r.Near = without(r.Best, func(l *Line) bool { return !l.Both.Close })
	switch {
	case len(r.Near) == 0:
		r.Open = without(r.Both, func(l *Line) bool { return !l.Both.Candidate })
		return r
	case r.Near[len(r.Near)-1].Mean() > maxTie*r.Near[0].Mean():
		r.Open = r.Near
		return r
	case len(r.Near) == 1:
		r.Use = r.Near[0]
		return r
	}
	r.Few = minBy(r.Near, func(l *Line) float64 { return l.Enc.Allocs + l.Dec.Allocs }, func(minimum float64) float64 { return max(0.1, minimum/100) })
	r.Small = minBy(r.Few, func(l *Line) float64 { return l.Row.Size }, func(float64) float64 { return 0.5 })
	if len(r.Small) == 1 {
		r.Use = r.Small[0]
	}
	return r
}

// maxTie is the maximum ratio of the medians in a tie, and of costs that are about the same. In a quick run on a busy machine, an interval of
// ±2767 % made json share the first rank with a codec whose median was a tenth.
const maxTie = 2

// Faster returns the ranked lines that are faster than another one, but lose sample values.
func (r *Ranking) Faster(other *Line) []*Line {
	return without(r.Both, func(l *Line) bool { return !l.Row.LosesSamples() || l.Both.Rank == 0 || l.Both.Rank >= other.Both.Rank })
}

// First returns the lines with the first rank. It returns nil if a line without a rank may be faster.
func (r *Ranking) First() []*Line {
	first := without(r.Both, func(l *Line) bool { return l.Both.Rank != 1 })
	for _, l := range r.Both {
		if len(first) > 0 && l.Both.Rank == 0 && l.Both.Ns.Lo <= first[0].Both.Ns.Hi {
			return nil
		}
	}
	return first
}

// byTime returns the lines without references, the fastest first. Lines with both times come before the others.
func byTime(lines []*Line) []*Line {
	lines = without(lines, func(l *Line) bool { return l.Row.Reference })
	slices.SortStableFunc(lines, func(a, b *Line) int {
		return cmp.Or(completeFirst(a, b), cmp.Compare(a.Mean(), b.Mean()))
	})
	return lines
}

func completeFirst(a, b *Line) int {
	switch {
	case a.Complete() == b.Complete():
		return 0
	case a.Complete():
		return -1
	}
	return 1
}

// without returns the lines without those for which leaveOut is true.
func without(lines []*Line, leaveOut func(*Line) bool) []*Line {
	return slices.DeleteFunc(slices.Clone(lines), leaveOut)
}

// minBy returns the lines whose value exceeds the minimum by at most slack.
func minBy(lines []*Line, value func(*Line) float64, slack func(minimum float64) float64) []*Line {
	minimum := math.Inf(1)
	for _, l := range lines {
		minimum = min(minimum, value(l))
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l *Line) bool { return value(l) > minimum+slack(minimum) })
}
