package verdict

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bale/result"
)

// A Contender is a line with a bill.
type Contender struct {
	*Line
	Cost     result.Interval // dollars a month, with those at the interval bounds of both times
	Excluded string          // reason for the exclusion; "" if the line is not excluded
	Met      []string        // needs that the codec meets, with reasons
	Open     []OpenNeed      // needs about which nothing is known
}

// An OpenNeed is a need of which it is not known whether a codec meets it.
type OpenNeed struct {
	Need Need
	Why  string // reason why it cannot be found out; "" if examining the row finds it out
}

// The standings of contenders: those that the verdict may recommend, those that it may not recommend because something is not known about them,
// and those that do not meet the needs.
const (
	Eligible = iota
	Unsure
	RuledOut
)

// Standing returns the standing of a contender. A verdict recommends only eligible ones.
func (c *Contender) Standing() int {
	switch {
	case c.Excluded != "":
		return RuledOut
	case len(c.Open) > 0:
		return Unsure
	}
	return Eligible
}

// Contenders returns the lines that have a bill, without references, by standing and then by cost.
func Contenders(p *Preset, lines []*Line) []Contender {
	var list []Contender
	for _, l := range lines {
		if l.Bill == nil || l.Row.Reference {
			continue
		}
		c := Contender{Line: l}
		c.Cost = result.Interval{Center: l.Bill.Dollar, Lo: math.Inf(-1), Hi: math.Inf(1)}
		if l.Enc.Ns.Finite() && l.Dec.Ns.Finite() {
			c.Cost.Lo, c.Cost.Hi = p.Bill(l.Enc.Ns.Lo, l.Dec.Ns.Lo, l.Row.Size).Dollar, p.Bill(l.Enc.Ns.Hi, l.Dec.Ns.Hi, l.Row.Size).Dollar
		}
		c.Excluded, c.Met, c.Open = l.Judge(p)
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b Contender) int {
		return cmp.Or(cmp.Compare(a.Standing(), b.Standing()), cmp.Compare(a.Bill.Dollar, b.Bill.Dollar))
	})
	return list
}

// Judge returns the reasons why a line is excluded for a use, or "", the needs that it meets, and the needs about which nothing is known.
func (l *Line) Judge(p *Preset) (excluded string, met []string, open []OpenNeed) {
	var reasons []string
	if l.Row.LosesSamples() {
		reasons = append(reasons, "loses sample values")
	}
	if l.Row.Stream && !p.BySpeed() {
		reasons = append(reasons, "no other program can decode its messages, which are parts of one stream")
	}
	for _, n := range p.Needs {
		switch a := l.Answer(n); {
		case !a.Known:
			open = append(open, OpenNeed{n, a.Why})
		case a.Met:
			met = append(met, n.Title()+" ("+a.Why+")")
		default:
			reasons = append(reasons, a.Why)
		}
	}
	return strings.Join(reasons, "; "), met, open
}
