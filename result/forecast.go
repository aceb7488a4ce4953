package result

import (
	"math"
	"slices"

	"bale/runner/measure"
)

// A ForecastCell is what is known about a cell that may get more rounds.
type ForecastCell struct {
	Rounds int // number of rounds that it has had
	Common int // number of rounds that it gets whatever its width is
	Most   int // maximum number of rounds
	// First and Later are the mean times of the first round of an epoch, in which the cell's process starts, and of the other rounds. They are
	// 0 if there was no such round.
	First, Later float64
	Like         string  // cells with the same text have similar times
	Width        float64 // half-width of the interval that decides about more rounds; see Widths. It is infinite if it is not known
}

// doubt is how uncertain the width of a cell in a later round is: the chance of a width being above a limit is even if the expected width is
// the limit, and 94 % if it is twice the limit.
const doubt = 4

// unknownShare is the expected part of the rounds beyond the common ones that cells with unknown widths get, relative to cells that are not
// precise. Most cells are not: a run of twelve common rounds lasts between twelve and 14.3 rounds.
const unknownShare = 0.75

// Forecast returns the time until the end of the rounds. cells are all cells that may get more rounds, round is the number of the current
// round, from 0, which all cells get that have not had it, and pairs tells whether cells are compared with another commit. Widths are expected
// to shrink with the square root of the number of rounds.
func Forecast(cells []ForecastCell, round int, effort Effort, pairs bool) float64 {
	first, later := forecastTimes(cells)
	running := make([]float64, len(cells)) // probability that a cell gets the next round
	for i := range running {
		running[i] = 1
	}
	total := 0.0
	for r := round; r < effort.Rounds; r++ {
		times := later
		if r == 0 || effort.epoch(r) != effort.epoch(r-1) {
			times = first
		}
		chances := forecastRound(cells, running, r, round, effort, pairs)
		for i, c := range cells {
			if r < c.Rounds {
				continue // the cell has had this round
			}
			running[i] *= chances[i]
			share := running[i]
			if r >= c.Common && r > round && math.IsInf(c.Width, 1) {
				share *= unknownShare
			}
			total += share * times[i]
		}
	}
	return total
}

// forecastRound returns the probabilities that cells get round r if they had the last one.
func forecastRound(cells []ForecastCell, running []float64, r, current int, effort Effort, pairs bool) []float64 {
	chances := make([]float64, len(cells))
	var ruled []int // cells whose widths decide
	for i, c := range cells {
		switch {
		case r >= c.Most:
		case r == current || r < c.Common || r < c.Rounds:
			chances[i] = 1
		case !pairs:
			ruled = append(ruled, i)
		case checkedAt(effort, r) && !math.IsInf(c.Width, 1):
			chances[i] = above(c.widthAt(r), preciseWidth)
		case c.Width > 0:
			chances[i] = 1
		}
	}
	widest(cells, ruled, running, r, chances)
	return chances
}

// widest sets the chances of the cells in ruled to get round r by the rule of widestCells, with the limit that the expected number of cells
// requires.
func widest(cells []ForecastCell, ruled []int, running []float64, r int, chances []float64) {
	ruled = slices.DeleteFunc(ruled, func(i int) bool { return cells[i].Width == 0 })
	n := 0.0
	for _, i := range ruled {
		n += running[i]
	}
	open := n - math.Floor(n*(1-openShare)) + 0.5 // two neighbours often have the same width, and stay together
	chance := func(i int, limit float64) float64 { return above(min(cells[i].widthAt(r), 1), limit) }
	low, high := 0.0, 1e6 // the limit is between these
	for range 60 {
		limit, sum := math.Sqrt(max(low, 1e-9)*high), 0.0
		for _, i := range ruled {
			sum += running[i] * chance(i, limit)
		}
		if sum > open {
			low = limit
		} else {
			high = limit
		}
	}
	for _, i := range ruled {
		chances[i] = chance(i, high)
		if width := cells[i].widthAt(r); !math.IsInf(width, 1) {
			chances[i] *= above(width, preciseRatio)
		}
	}
}

// above returns the probability that a width, which is expected to be w, is above a limit.
func above(w, limit float64) float64 { return 1 / (1 + math.Pow(limit/w, doubt)) }

// widthAt returns the expected width after r rounds.
func (c ForecastCell) widthAt(r int) float64 {
	if math.IsInf(c.Width, 1) {
		return c.Width
	}
	return c.Width * math.Sqrt(float64(c.Rounds)/float64(max(r, 1)))
}

// forecastTimes returns the times of the first rounds of epochs and of other rounds, by cell. A time that is not known is derived from the
// cell's other time, or else from those of similar cells, or else from those of all cells.
func forecastTimes(cells []ForecastCell) (first, later []float64) {
	both := [2]float64{} // sums of the times of cells with both
	for _, c := range cells {
		if c.First > 0 && c.Later > 0 {
			both[0], both[1] = both[0]+c.First, both[1]+c.Later
		}
	}
	ratio := 1.0
	if both[1] > 0 {
		ratio = both[0] / both[1]
	}
	first, later = make([]float64, len(cells)), make([]float64, len(cells))
	sums, counts := map[string]float64{}, map[string]float64{}
	const all = "\x00"
	for i, c := range cells {
		if first[i], later[i] = c.First, c.Later; first[i] == 0 {
			first[i] = later[i] * ratio
		} else if later[i] == 0 {
			later[i] = first[i] / ratio
		}
		if later[i] > 0 {
			for _, key := range []string{c.Like, all} {
				sums[key], counts[key] = sums[key]+later[i], counts[key]+1
			}
		}
	}
	for i, c := range cells {
		key := c.Like
		if counts[key] == 0 {
			key = all
		}
		if later[i] == 0 && counts[key] > 0 {
			later[i] = sums[key] / counts[key]
			first[i] = later[i] * ratio
		}
	}
	return first, later
}

// Widths returns the half-widths of the intervals that decide which cells of an unfinished run get more rounds: for each cell those of its
// ratios to its neighbours in a ranking, or of its ratio to the same cell of another commit. Cells that get no rounds beyond the common ones
// are not in the result. running is that of Open.
func Widths(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]float64 {
	if run.Base != nil {
		return pairWidths(run, rounds, running)
	}
	return neighbourWidths(run, rounds, running)
}
