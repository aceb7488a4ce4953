package result

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bale/measure"
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

// overall ranks the codecs of every shape and mode by both operations.
func overall(rows []measure.Row, classes []*class, floor func(measure.Mode) float64) []Overall {
	byKey := rowsByKey(rows)
	losesSamples := func(key measure.Key) bool {
		row := byKey[key]
		return row != nil && row.LosesSamples()
	}
	list := []Overall{}
	for _, enc := range classes {
		i := slices.IndexFunc(classes, func(c *class) bool {
			return enc.op == measure.Encode && c.op == measure.Decode && c.shape == enc.shape && c.mode == enc.mode
		})
		if i >= 0 {
			list = append(list, rankOverall(enc, classes[i], floor(enc.mode), losesSamples)...)
		}
	}
	return list
}

// rankOverall ranks the codecs that are in both classes. It returns the fastest first.
func rankOverall(enc, dec *class, floor float64, losesSamples func(measure.Key) bool) []Overall {
	var entrants []*entrant
	var series [][]float64
	for _, e := range enc.cells {
		i := slices.IndexFunc(dec.cells, func(d measuredCell) bool { return d.Codec == e.Codec })
		if i < 0 || e.reference {
			continue
		}
		times := geometricMeans(e.times, dec.cells[i].times)
		ns := median(times)
		series = append(series, times)
		entrants = append(entrants, &entrant{
			codec: e.Codec, times: times, ns: ns, narrow: ns.Rankable() && e.time().Rankable() && dec.cells[i].time().Rankable(),
			loses: losesSamples(e.Row()),
		})
	}
	slices.SortFunc(entrants, func(a, b *entrant) int {
		return cmp.Or(cmp.Compare(a.ns.Center, b.ns.Center), strings.Compare(a.codec, b.codec))
	})
	rankEntrants(entrants, usualVariance(series), floor)
	near := closest(entrants, floor)
	var list []Overall
	for _, e := range entrants {
		list = append(list, Overall{
			Shape: enc.shape, Codec: e.codec, Axes: measure.Axes(enc.mode), Ns: e.ns,
			Rank: e.rank, Candidate: e.candidate(), Best: e.best(), Close: slices.Contains(near, e),
		})
	}
	return list
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

// geometricMeans returns the geometric mean of a and b for each common round.
func geometricMeans(a, b []float64) []float64 {
	means := make([]float64, min(len(a), len(b)))
	for i := range means {
		means[i] = math.Sqrt(a[i] * b[i])
	}
	return means
}
