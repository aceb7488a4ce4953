package lab

import (
	"math"
	"slices"
	"time"

	"bale/result"
	"bale/runner/measure"
)

// forecastsPerRound is the number of times that the remaining time is estimated in a round.
const forecastsPerRound = 16

// A spentTime holds the times that blocks of a cell took, with everything around them.
type spentTime struct {
	sum time.Duration
	n   int
}

func (s *spentTime) add(d time.Duration) {
	s.sum += d
	s.n++
}

// mean returns the mean time in seconds, or 0 if there is none.
func (s *spentTime) mean() float64 { return s.sum.Seconds() / float64(max(s.n, 1)) }

// widths returns the widths that decide about more rounds, or nil if nobody wants to know the remaining time, or if there are too few rounds
// for intervals.
func (s *session) widths(running map[measure.Cell]bool, round int, to sink) map[measure.Cell]float64 {
	if s.progress == nil || round < result.MinRounds {
		return nil
	}
	return to.Widths(func(c measure.Cell) bool { return running[c] })
}

// left returns an estimate of the time until the end of the rounds, or 0 if there is none yet. todo has the cells of the current round, and
// began is the time when the first round of this process began.
func (s *session) left(cells, todo []*planned, round int, widths map[measure.Cell]float64, began time.Time) time.Duration {
	var list []result.ForecastCell
	var spent time.Duration
	for _, c := range cells {
		spent += c.first.sum + c.later.sum
		if !s.failed[c.Row()] && (len(c.ns) > round || slices.Contains(todo, c)) {
			list = append(list, s.forecastCell(c, widths))
		}
	}
	if spent == 0 {
		return 0
	}
	besides := time.Since(began).Seconds() / spent.Seconds() // includes the time between blocks
	return time.Duration(float64(time.Second) * besides * result.Forecast(list, round, s.effort, s.paired))
}

// forecastCell returns what is known about a cell.
func (s *session) forecastCell(c *planned, widths map[measure.Cell]float64) result.ForecastCell {
	f := result.ForecastCell{Rounds: len(c.ns), Common: s.effort.CommonRounds(), Most: s.effort.Rounds, First: c.first.mean(), Later: c.later.mean(),
		Like: c.Shape + " " + string(c.Op), Width: math.Inf(1)}
	if s.far[c.Cell] {
		f.Most = s.effort.FarRounds()
	}
	if c.n <= 1 {
		f.Most = result.MinRounds
	}
	if c.Mode.Procs == measure.Par {
		f.Common = s.effort.Rounds
	}
	if widths != nil {
		f.Width = widths[c.Cell] // 0 for cells that get the common rounds only
	}
	return f
}
