package verdict

import (
	"cmp"
	"math"
	"slices"
)

// A Ranking says which codec is the fastest in a class. The codec with the smallest geometric mean of both times wins, among those that lose no
// sample values. Codecs that share this rank are a tie, which allocations break, and then sizes.
type Ranking struct {
	Lines  []*Line // without references, the fastest first; lines with both times come before the others
	Ranked []*Line // lines with a rank by both operations
	Best   []*Line // lines that may be the fastest of those that keep all sample values, by their intervals
	Near   []*Line // lines of Best that may be the fastest by direct comparisons, too
	Few    []*Line // of a tie, the lines with the fewest allocations
	Small  []*Line // the lines of Few with the smallest messages
	Use    *Line   // the recommended line; nil for none or several
}

// NewRanking returns the ranking of a class.
func NewRanking(lines []*Line) *Ranking {
	r := &Ranking{Lines: byTime(lines)}
	r.Ranked = without(r.Lines, func(l *Line) bool { return l.Both == nil || l.Both.Rank == 0 })
	r.Best = without(r.Ranked, func(l *Line) bool { return !l.Both.Best })
	r.Near = without(r.Best, func(l *Line) bool { return !l.Both.Close })
	switch {
	case len(r.Near) == 0 || r.TooNoisy():
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

// TooNoisy reports whether codecs share the first rank only because their intervals are wide.
func (r *Ranking) TooNoisy() bool {
	return len(r.Near) > 1 && r.Near[len(r.Near)-1].Mean() > maxTie*r.Near[0].Mean()
}

// Faster returns the ranked lines that are faster than another one, but lose sample values.
func (r *Ranking) Faster(other *Line) []*Line {
	return without(r.Ranked, func(l *Line) bool { return !l.Row.LosesSamples() || l.Both.Rank >= other.Both.Rank })
}

// Lossless returns the lines that keep all sample values.
func (r *Ranking) Lossless() []*Line {
	return without(r.Lines, func(l *Line) bool { return l.Row.LosesSamples() })
}

// Noisy returns the lines that keep all sample values and are too noisy to rank.
func (r *Ranking) Noisy() []*Line {
	return without(r.Lossless(), func(l *Line) bool { return !l.Noisy() })
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
