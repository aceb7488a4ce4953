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
	Ns   Interval `json:"ns"`   // geometric mean of the times to encode and to decode, taken round by round, in nanoseconds
	Rank int      `json:"rank"` // 1 + the number of ranked codecs of the class that are significantly faster by Ns; 0 if Ns or one of both times is not Rankable
	// Best reports whether the codec is ranked and loses no sample value, and no other such codec is significantly faster. A class may have
	// several best codecs.
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
	series := make(map[string][]float64) // geometric means by codec
	rankable := make(map[string]bool)    // by codec
	var list []Overall
	for _, e := range enc.cells {
		i := slices.IndexFunc(dec.cells, func(d measuredCell) bool { return d.Codec == e.Codec })
		if i < 0 || e.reference {
			continue
		}
		times := geometricMeans(e.times, dec.cells[i].times)
		o := Overall{Shape: e.Shape, Codec: e.Codec, Axes: measure.Axes(e.Mode), Ns: median(times)}
		series[e.Codec], rankable[e.Codec] = times, o.Ns.Rankable() && e.time().Rankable() && dec.cells[i].time().Rankable()
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b Overall) int {
		return cmp.Or(cmp.Compare(a.Ns.Center, b.Ns.Center), strings.Compare(a.Codec, b.Codec))
	})
	var ranked []*Overall
	var codecs []string
	for i := range list {
		if o := &list[i]; rankable[o.Codec] {
			o.Rank, o.Best = 1, !losesSamples(measure.Key{Shape: o.Shape, Codec: o.Codec})
			ranked, codecs = append(ranked, o), append(codecs, o.Codec)
		}
	}
	for _, p := range significant(codecs, series, floor) {
		ranked[p.slower].Rank++
		if faster := ranked[p.faster]; !losesSamples(measure.Key{Shape: faster.Shape, Codec: faster.Codec}) {
			ranked[p.slower].Best = false
		}
	}
	setClose(ranked, series, floor)
	return list
}

// setClose sets the field Close of the best codecs that are close to the fastest of them.
func setClose(ranked []*Overall, series map[string][]float64, floor float64) {
	var fastest []float64
	for _, o := range ranked {
		if !o.Best {
			continue
		}
		if fastest == nil {
			fastest = series[o.Codec]
		}
		r := ratio(series[o.Codec], fastest)
		o.Close = r.Center <= 1 || indistinct(r, floor)
	}
}

// geometricMeans returns the geometric mean of a and b for each common round.
func geometricMeans(a, b []float64) []float64 {
	means := make([]float64, min(len(a), len(b)))
	for i := range means {
		means[i] = math.Sqrt(a[i] * b[i])
	}
	return means
}
