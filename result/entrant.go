package result

// An entrant is a codec of a class as it is ranked: by the time of one operation, or by both.
type entrant struct {
	codec  string
	times  []float64 // by round
	ns     Interval
	narrow bool // no interval is too wide for a test of its differences
	loses  bool // sample values come back different

	// Set by rankEntrants.
	rank      int
	beaten    bool       // an entrant that loses no sample values is faster
	undecided []*entrant // entrants of which it is not known whether they are faster, because an interval is too wide
}

// rankEntrants sets the ranks of entrants: 1 + the number of entrants that are faster. Two narrow entrants differ if the difference is significant.
// Others differ if their intervals are apart: no test is of use for a time of ±1394 %, which differs significantly from hardly any other. An entrant
// that is not narrow has no rank unless its intervals are apart from those of all others.
func rankEntrants(list []*entrant, usual, floor float64) {
	var narrow []*entrant
	for i, a := range list {
		if a.narrow {
			narrow = append(narrow, a)
		}
		for _, b := range list[:i] {
			if !a.narrow || !b.narrow {
				a.compare(b, floor)
			}
		}
	}
	for _, d := range significant(narrow, usual, floor) {
		narrow[d.slower].follow(narrow[d.faster])
	}
	for _, e := range list {
		if e.narrow || e.ns.Finite() && len(e.undecided) == 0 {
			e.rank++
		} else {
			e.rank = 0
		}
	}
}

// compare compares two entrants of which one is not narrow.
func (e *entrant) compare(other *entrant, floor float64) {
	switch {
	case deviationFrom1(ratio(e.times, other.times).Center) < floor:
	case e.ns.Hi < other.ns.Lo:
		other.follow(e)
		return
	case other.ns.Hi < e.ns.Lo:
		e.follow(other)
		return
	}
	e.undecided, other.undecided = append(e.undecided, other), append(other.undecided, e)
}

// follow notes that another entrant is faster.
func (e *entrant) follow(faster *entrant) {
	e.rank++
	e.beaten = e.beaten || !faster.loses
}

// candidate reports whether no other codec that loses no sample values is known to be faster.
func (e *entrant) candidate() bool { return !e.loses && !e.beaten }

// best reports whether the entrant is a candidate, and noise hides of no other candidate which of the two is faster.
func (e *entrant) best() bool {
	for _, other := range e.undecided {
		if other.candidate() {
			return false
		}
	}
	return e.candidate() && e.ns.Finite()
}
