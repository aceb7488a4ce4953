package result

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bale/measure"
)

// An Overall is what was found of a codec in a class by both operations together. Only codecs that were measured in both have one;
// references have none.
type Overall struct {
	Shape string `json:"shape"`
	Codec string `json:"codec"`
	measure.Axes
	Ns   Interval `json:"ns"`   // geometric mean of the times to encode and to decode, taken round by round, in nanoseconds
	Rank int      `json:"rank"` // 1 + how many of its class are significantly faster by Ns; 0 for too few rounds
	// Best is set for a ranked codec that brings all sample values back if no other such codec is significantly faster. Several may be
	// the best of a class: they share the first rank of such codecs.
	Best bool `json:"best"`
	// Close is set for the fastest of the best, and for those whose ratio to it is not significantly different from 1, if no other
	// codec is asked about: times do not decide between these.
	Close bool `json:"close"`
}

// Mode is the mode that it was found in.
func (o *Overall) Mode() measure.Mode { return measure.Mode(o.Axes) }

// overall ranks the codecs of every shape and mode by both operations.
func overall(rows []measure.Row, classes []*class, floor func(measure.Mode) float64) []Overall {
	byKey := rowsByKey(rows)
	loses := func(key measure.Key) bool {
		row := byKey[key]
		return row != nil && row.LosesSamples()
	}
	list := []Overall{}
	for _, enc := range classes {
		i := slices.IndexFunc(classes, func(c *class) bool {
			return enc.op == measure.Encode && c.op == measure.Decode && c.shape == enc.shape && c.mode == enc.mode
		})
		if i >= 0 {
			list = append(list, rankOverall(enc, classes[i], floor(enc.mode), loses)...)
		}
	}
	return list
}

// rankOverall ranks the codecs that both classes have, the fastest first.
func rankOverall(enc, dec *class, floor float64, loses func(measure.Key) bool) []Overall {
	series := make(map[string][]float64) // geometric means by codec
	var list []Overall
	for _, e := range enc.cells {
		i := slices.IndexFunc(dec.cells, func(d measuredCell) bool { return d.Codec == e.Codec })
		if i < 0 || e.reference {
			continue
		}
		times := geometricMeans(e.times, dec.cells[i].times)
		series[e.Codec] = times
		list = append(list, Overall{Shape: e.Shape, Codec: e.Codec, Axes: measure.Axes(e.Mode), Ns: median(times)})
	}
	slices.SortFunc(list, func(a, b Overall) int {
		return cmp.Or(cmp.Compare(a.Ns.Center, b.Ns.Center), strings.Compare(a.Codec, b.Codec))
	})
	var ranked []*Overall
	var codecs []string
	for i := range list {
		if o := &list[i]; o.Ns.Finite() {
			o.Rank, o.Best = 1, !loses(measure.Key{Shape: o.Shape, Codec: o.Codec})
			ranked, codecs = append(ranked, o), append(codecs, o.Codec)
		}
	}
	for _, p := range claims(codecs, series, floor) {
		ranked[p.slower].Rank++
		if faster := ranked[p.faster]; !loses(measure.Key{Shape: faster.Shape, Codec: faster.Codec}) {
			ranked[p.slower].Best = false
		}
	}
	setClose(ranked, series, floor)
	return list
}

// setClose marks the best that are close to the fastest of them.
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

// geometricMeans has one for each round that both have.
func geometricMeans(a, b []float64) []float64 {
	means := make([]float64, min(len(a), len(b)))
	for i := range means {
		means[i] = math.Sqrt(a[i] * b[i])
	}
	return means
}
