package verdict

import (
	"cmp"
	"slices"
)

// An Advice says which codec is the cheapest for a use.
type Advice struct {
	For  *Preset
	List []Contender // by standing and then by cost; empty if nothing was measured
	Use  *Contender  // the recommended one, which is known to meet all needs; nil for none

	Near    []Contender // eligible ones that cost about the same as Use
	Unclear []Contender // ones that are too noisy to compare their cost with that of Use
	Cheaper []Contender // excluded ones that cost less than Use

	// Contenders about which something is not known. If there is an eligible one, these are only the cheaper ones.
	Find  []Contender // an examination finds it out
	Never []Contender // it cannot be found out
	Why   []string    // reasons for Never, each once
}

// Advise returns the advice for a preset on the lines of a class. Costs that differ by at most slack, a fraction, count as the same.
func Advise(p *Preset, lines []*Line, slack float64) *Advice {
	a := &Advice{For: p, List: Contenders(p, lines)}
	if len(a.List) == 0 || a.List[0].Standing() == RuledOut {
		return a
	}
	if a.List[0].Standing() == Eligible {
		a.Use = &a.List[0]
		a.compare(slack)
	}
	a.findOpen()
	return a
}

// TooNoisy reports whether only noise keeps some contender from being recommended.
func (a *Advice) TooNoisy() bool { return a.Use == nil && slices.ContainsFunc(a.List, onlyNoisy) }

// onlyNoisy reports whether a contender is known to meet all needs, and too noisy to be recommended.
func onlyNoisy(c Contender) bool { return c.Standing() == Unsure && len(c.Open) == 0 }

// Count returns the numbers of contenders that are eligible, and that only noise keeps from being so.
func (a *Advice) Count() (eligible, noisy int) {
	for _, c := range a.List {
		switch {
		case c.Standing() == Eligible:
			eligible++
		case onlyNoisy(c):
			noisy++
		}
	}
	return eligible, noisy
}

// compare compares the costs of the others with that of the recommended one.
func (a *Advice) compare(slack float64) {
	best := a.Use
	for _, c := range a.List[1:] {
		switch {
		case c.Standing() == Eligible && (c.Min <= best.Max || c.Bill.Dollar <= best.Bill.Dollar*(1+slack)):
			if c.Bill.Dollar > maxTie*best.Bill.Dollar {
				a.Unclear = append(a.Unclear, c)
			} else {
				a.Near = append(a.Near, c)
			}
		case onlyNoisy(c):
			a.Unclear = append(a.Unclear, c)
		case c.Standing() == RuledOut && c.Bill.Dollar < best.Bill.Dollar:
			a.Cheaper = append(a.Cheaper, c)
		}
	}
}

// findOpen finds the contenders about which something is not known.
func (a *Advice) findOpen() {
	for _, c := range a.List {
		if c.Standing() != Unsure || len(c.Open) == 0 || a.Use != nil && c.Bill.Dollar >= a.Use.Bill.Dollar {
			continue
		}
		why := ""
		for _, o := range c.Open {
			why = cmp.Or(why, o.Why)
		}
		if why == "" {
			a.Find = append(a.Find, c)
			continue
		}
		if a.Never = append(a.Never, c); !slices.Contains(a.Why, why) {
			a.Why = append(a.Why, why)
		}
	}
}
