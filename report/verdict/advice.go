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
	Open []Contender // eligible ones that may be the cheapest, if it is too noisy to decide which one is

	Near    []Contender // eligible ones that cost about the same as Use
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
		a.compare(slack)
	}
	a.findOpen()
	return a
}

// Count returns the number of eligible contenders.
func (a *Advice) Count() int {
	n := 0
	for _, c := range a.List {
		if c.Standing() == Eligible {
			n++
		}
	}
	return n
}

// compare recommends the first contender, which is eligible, unless it is too noisy to decide whether another one is cheaper.
func (a *Advice) compare(slack float64) {
	best := a.List[0]
	noisy := !best.Cost.Rankable()
	for _, c := range a.List[1:] {
		switch {
		case c.Standing() == RuledOut && c.Bill.Dollar < best.Bill.Dollar:
			a.Cheaper = append(a.Cheaper, c)
		case c.Standing() == Eligible && (!c.apart(best) || c.Bill.Dollar <= best.Bill.Dollar*(1+slack)):
			a.Near = append(a.Near, c)
			noisy = noisy || !c.Cost.Rankable() || c.Bill.Dollar > maxTie*best.Bill.Dollar
		}
	}
	if noisy && len(a.Near) > 0 {
		a.Open = append([]Contender{best}, a.Near...)
		a.Near, a.Cheaper = nil, nil
		return
	}
	a.Use = &a.List[0]
}

// apart reports whether the contender costs more than a cheaper one, whatever the noise.
func (c *Contender) apart(cheaper Contender) bool { return c.Cost.Lo > cheaper.Cost.Hi }

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
