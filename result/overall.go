package result

import (
	"cmp"
	"slices"
	"strings"

	"bale/runner/measure"
)

// An Overall is the result of a codec in a class for both operations together. Codecs that were measured in only one operation and references
// do not have one.
type Overall struct {
	Shape string `json:"shape"`
	Codec string `json:"codec"`
	measure.Axes
	Ns Interval `json:"ns"` // geometric mean of the times to encode and to decode, taken round by round, in nanoseconds
	// Rank is 1 + the number of codecs of the class that are faster by Ns; 0 if Ns or one of both times is not Rankable, and Ns is not apart from
	// that of all other codecs of the class.
	Rank int `json:"rank"`
	// Candidate reports whether the codec loses no sample value and is not known to be slower than another such codec.
	Candidate bool `json:"candidate"`
	// Best reports whether the codec is a candidate, and noise hides of no other candidate whether it is faster. A class may have several best
	// codecs, or none.
	Best bool `json:"best"`
	// Close reports whether the codec is the fastest of the best, or one of the best whose ratio to the fastest is not significantly
	// different from 1 without correction for multiple comparisons. Times do not decide between these codecs.
	Close bool `json:"close"`
}

// Mode returns the mode of the class.
func (o *Overall) Mode() measure.Mode { return measure.Mode(o.Axes) }

// A classPair has the classes of both operations of a shape in a mode.
type classPair struct{ enc, dec *class }

// pairs returns the pairs of classes, in the order of classes.
func pairs(classes []*class) (list []*classPair) {
	for _, enc := range classes {
		i := slices.IndexFunc(classes, func(c *class) bool {
			return enc.op == measure.Encode && c.op == measure.Decode && c.shape == enc.shape && c.mode == enc.mode
		})
		if i >= 0 {
			list = append(list, &classPair{enc, classes[i]})
		}
	}
	return list
}

// A cellPair has the cells of both operations of a codec.
type cellPair struct{ enc, dec *measuredCell }

// both returns the cells of the codecs that are in both classes, without references.
func (p *classPair) both() (list []cellPair) {
	for k := range p.enc.cells {
		e := &p.enc.cells[k]
		i := slices.IndexFunc(p.dec.cells, func(d measuredCell) bool { return d.Codec == e.Codec })
		if i >= 0 && !e.reference {
			list = append(list, cellPair{e, &p.dec.cells[i]})
		}
	}
	return list
}

// times returns the geometric means of both times, by round.
func (p cellPair) times() []float64 { return geometricMeans(p.enc.times, p.dec.times) }

// narrow reports whether both times are rankable.
func (p cellPair) narrow() bool { return p.enc.time().Rankable() && p.dec.time().Rankable() }

// overall ranks the codecs of every shape and mode by both operations.
func overall(rows []measure.Row, classes []*class, floor func(measure.Mode) float64) []Overall {
	byKey := rowsByKey(rows)
	list := []Overall{}
	for _, p := range pairs(classes) {
		list = append(list, p.rank(floor(p.enc.mode), byKey)...)
	}
	return list
}

// rank ranks the codecs that are in both classes. It returns the fastest first.
func (p *classPair) rank(floor float64, rows map[measure.Key]*measure.Row) []Overall {
	var entrants []*entrant
	var series [][]float64
	for _, both := range p.both() {
		e := &entrant{codec: both.enc.Codec, times: both.times()}
		e.ns = median(e.times)
		e.narrow = e.ns.Rankable() && both.narrow()
		if row := rows[both.enc.Row()]; row != nil {
			e.loses = row.LosesSamples()
		}
		entrants, series = append(entrants, e), append(series, e.times)
	}
	near := rankBoth(entrants, series, floor)
	var list []Overall
	for _, e := range entrants {
		list = append(list, Overall{
			Shape: p.enc.shape, Codec: e.codec, Axes: measure.Axes(p.enc.mode), Ns: e.ns,
			Rank: e.rank, Candidate: e.candidate(), Best: e.best(), Close: slices.Contains(near, e),
		})
	}
	return list
}

// rankBoth sorts entrants by time and ranks them. It returns those that are close to the fastest; see Overall.Close.
func rankBoth(entrants []*entrant, series [][]float64, floor float64) (near []*entrant) {
	slices.SortFunc(entrants, func(a, b *entrant) int {
		return cmp.Or(cmp.Compare(a.ns.Center, b.ns.Center), strings.Compare(a.codec, b.codec))
	})
	rankEntrants(entrants, usualVariance(series), floor)
	return closest(entrants, floor)
}

// closest returns the best entrants that are close to the fastest of them; see Overall.Close.
func closest(entrants []*entrant, floor float64) (list []*entrant) {
	for _, e := range entrants {
		if !e.best() {
			continue
		}
		if len(list) > 0 {
			if r := ratio(e.times, list[0].times); r.Center > 1 && !indistinct(r, floor) {
				continue
			}
		}
		list = append(list, e)
	}
	return list
}

// geometricMeans returns the geometric mean of series for each round that all of them have.
func geometricMeans(series ...[]float64) []float64 {
	n := len(series[0])
	for _, s := range series {
		n = min(n, len(s))
	}
	means := make([]float64, n)
	for i := range means {
		values := make([]float64, len(series))
		for k, s := range series {
			values[k] = s[i]
		}
		means[i] = geometricMean(values)
	}
	return means
}
