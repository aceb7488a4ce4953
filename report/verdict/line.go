package verdict

import (
	"math"

	"bale/result"
	"bale/runner/measure"
)

// A Line is one codec in a class of results. Enc or Dec may be nil, but not both.
type Line struct {
	Row      *measure.Row
	Enc, Dec *result.Cell
	Both     *result.Overall // nil if Enc or Dec is nil, and for a reference
	Aspects  *result.Aspects // nil if none were examined
	Front    bool            // on the Pareto front of time and size; see MarkFront
	Bill     *Bill           // cost for the reader; nil if Enc or Dec is nil

	Code, CodeKnown bool // whether code has to be generated or written for each type, and whether that is known
}

// Complete reports whether the line has both times.
func (l *Line) Complete() bool { return l.Enc != nil && l.Dec != nil }

// Noisy reports whether a time of the line, or the geometric mean of both, has an interval that is too wide for a test of its differences.
func (l *Line) Noisy() bool {
	return l.Enc != nil && l.Enc.Ns.Wide() || l.Dec != nil && l.Dec.Ns.Wide() || l.Both != nil && l.Both.Ns.Wide()
}

// Ranked reports whether the line has a rank by both operations or by one of them.
func (l *Line) Ranked() bool {
	both, enc, dec := l.Ranks()
	return both+enc+dec > 0
}

// Ranks returns the ranks by both operations and by each of them, 0 for none.
func (l *Line) Ranks() (both, enc, dec int) {
	if l.Both != nil {
		both = l.Both.Rank
	}
	if l.Enc != nil {
		enc = l.Enc.Rank
	}
	if l.Dec != nil {
		dec = l.Dec.Rank
	}
	return both, enc, dec
}

// Mean returns the geometric mean of both times, or the only time, in nanoseconds.
func (l *Line) Mean() float64 {
	switch {
	case l.Both != nil:
		return l.Both.Ns.Center
	case l.Dec == nil:
		return l.Enc.Ns.Center
	case l.Enc == nil:
		return l.Dec.Ns.Center
	}
	return math.Sqrt(l.Enc.Ns.Center * l.Dec.Ns.Center)
}
