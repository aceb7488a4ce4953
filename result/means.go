package result

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bale/runner/measure"
)

// A Mean is the result of a codec in a mode over all shapes of a run. Each length of a slice type is a shape. The means are geometric means over the
// shapes in which the codec has a ratio for both operations. They can be compared only if these are all shapes.
type Mean struct {
	Codec string `json:"codec"`
	measure.Axes
	Shapes int `json:"shapes"` // number of shapes that the means are over
	Of     int `json:"of"`     // number of shapes that were measured in the mode
	Lossy  int `json:"lossy"`  // number of the Shapes whose sample values come back different
	// Encode and Decode are the means of [Cell.Ratio].
	Encode float64 `json:"encode"`
	Decode float64 `json:"decode"`
	Both   float64 `json:"both"` // geometric mean of Encode and Decode
	// Size is the mean of the ratio to the smallest message of the codecs that lose no sample values; 0 if a size is not known.
	Size float64 `json:"size"`
	// Rank is 1 + the number of codecs that are faster over all shapes, by the geometric mean of all times of a round; 0 if the codec was not measured
	// on all shapes, or an interval is too wide. Candidate, Best and Close are those of [Overall] among the codecs with all shapes.
	Rank      int  `json:"rank"`
	Candidate bool `json:"candidate"`
	Best      bool `json:"best"`
	Close     bool `json:"close"`
}

// Mode returns the mode of the mean.
func (m *Mean) Mode() measure.Mode { return measure.Mode(m.Axes) }

// Complete reports whether the codec was measured on all shapes.
func (m *Mean) Complete() bool { return m.Shapes == m.Of }

// A summand is what a codec contributes to its mean in one shape.
type summand struct {
	enc, dec, size float64   // ratios; size is 0 if it is not known
	times          []float64 // geometric means of both times, by round
	narrow, loses  bool      // as in entrant
}

// means returns the means of every mode that has several shapes. cells are the ranked cells of the classes.
func means(rows []measure.Row, classes []*class, cells []Cell, floor func(measure.Mode) float64) []Mean {
	var modes []measure.Mode
	shapes := map[measure.Mode]int{}
	summands := map[measure.Mode]map[string][]summand{}
	ratios := ratiosOf(cells)
	byKey := rowsByKey(rows)
	for _, pair := range pairs(classes) {
		mode := pair.enc.mode
		if summands[mode] == nil {
			modes, summands[mode] = append(modes, mode), map[string][]summand{}
		}
		shapes[mode]++
		for codec, s := range pair.summands(ratios, byKey) {
			summands[mode][codec] = append(summands[mode][codec], s)
		}
	}
	var list []Mean
	for _, mode := range modes {
		if shapes[mode] > 1 {
			list = append(list, meansOf(summands[mode], mode, shapes[mode], floor(mode))...)
		}
	}
	return list
}

// ratiosOf returns the centres of the cells' ratios, without those of cells that have none.
func ratiosOf(cells []Cell) map[measure.Cell]float64 {
	ratios := map[measure.Cell]float64{}
	for i := range cells {
		if c := &cells[i]; c.Ratio.Center > 0 {
			ratios[c.Key()] = c.Ratio.Center
		}
	}
	return ratios
}

// summands returns what the codecs of a shape contribute to their means. It leaves out references and codecs that lack a ratio.
func (p *classPair) summands(ratios map[measure.Cell]float64, rows map[measure.Key]*measure.Row) map[string]summand {
	found := map[string]summand{}
	smallest := math.Inf(1)
	for _, both := range p.both() {
		enc, dec := ratios[both.enc.Cell], ratios[both.dec.Cell]
		if enc == 0 || dec == 0 {
			continue
		}
		s := summand{enc: enc, dec: dec, times: both.times(), narrow: both.narrow()}
		if row := rows[both.enc.Row()]; row != nil {
			s.loses = row.LosesSamples()
			if row.Sized() {
				s.size = row.Size
			}
		}
		if !s.loses && s.size > 0 {
			smallest = min(smallest, s.size)
		}
		found[both.enc.Codec] = s
	}
	for codec, s := range found {
		s.size /= smallest // 0 if the smallest is not known
		found[codec] = s
	}
	return found
}

// meansOf returns the means of a mode that has n shapes: first the codecs with all shapes, the fastest first, then the others.
func meansOf(summands map[string][]summand, mode measure.Mode, n int, floor float64) []Mean {
	var list []Mean
	var entrants []*entrant
	var series [][]float64
	for codec, parts := range summands {
		m := Mean{Codec: codec, Axes: measure.Axes(mode), Shapes: len(parts), Of: n}
		e := &entrant{codec: codec, narrow: true}
		var enc, dec, size []float64
		var times [][]float64
		for _, s := range parts {
			enc, dec, size, times = append(enc, s.enc), append(dec, s.dec), append(size, s.size), append(times, s.times)
			e.narrow = e.narrow && s.narrow
			if s.loses {
				m.Lossy, e.loses = m.Lossy+1, true
			}
		}
		m.Encode, m.Decode, m.Size = geometricMean(enc), geometricMean(dec), geometricMean(size)
		m.Both = geometricMean([]float64{m.Encode, m.Decode})
		list = append(list, m)
		if m.Complete() {
			e.times = geometricMeans(times...)
			e.ns = median(e.times)
			e.narrow = e.narrow && e.ns.Rankable()
			entrants, series = append(entrants, e), append(series, e.times)
		}
	}
	near := rankBoth(entrants, series, floor)
	for i := range list {
		m := &list[i]
		if k := slices.IndexFunc(entrants, func(e *entrant) bool { return e.codec == m.Codec }); k >= 0 {
			e := entrants[k]
			m.Rank, m.Candidate, m.Best, m.Close = e.rank, e.candidate(), e.best(), slices.Contains(near, e)
		}
	}
	slices.SortFunc(list, func(a, b Mean) int {
		return cmp.Or(-cmp.Compare(a.Shapes/n, b.Shapes/n), cmp.Compare(a.order(), b.order()), cmp.Compare(a.Both, b.Both), strings.Compare(a.Codec, b.Codec))
	})
	return list
}

// order returns the rank. Codecs without a rank come after all others.
func (m *Mean) order() int {
	if m.Rank == 0 {
		return math.MaxInt
	}
	return m.Rank
}

// geometricMean returns the geometric mean of values, or 0 if one of them is 0.
func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
