package result

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"bale/runner/measure"
)

// A timedRun is a simulated run whose rounds take simulated time. The rule for more rounds is the real one.
type timedRun struct {
	*simulation
	effort  Effort
	costs   map[measure.Cell]float64 // time of a block with everything around it, in seconds
	few     map[measure.Cell]bool    // cells that get six rounds only
	setUp   float64                  // time that the first block of an epoch takes in addition
	now     float64
	spent   map[measure.Cell][2]float64 // times of first rounds of epochs, and of others
	had     map[measure.Cell][2]float64 // numbers of them
	records []forecastRecord
}

// A forecastRecord is a forecast of the end of a run at one time.
type forecastRecord struct{ at, end float64 }

func newTimedRun(seed uint64, c timedCase) *timedRun {
	mode := measure.DefaultMode
	if c.parallel {
		mode.Procs = measure.Par
	}
	s := newSimulation(seed, mode)
	s.run.Config.Effort, s.noise = c.effort, c.noise
	s.addShapes(5)
	t := &timedRun{simulation: s, effort: c.effort, setUp: c.setUp, costs: map[measure.Cell]float64{}, few: map[measure.Cell]bool{},
		spent: map[measure.Cell][2]float64{}, had: map[measure.Cell][2]float64{}}
	r := rand.New(rand.NewPCG(seed, 3))
	ofShape := map[string]float64{}
	for i, row := range s.run.Rows {
		cell := measure.Cell{Shape: row.Shape, Codec: row.Codec, Op: measure.Encode, Mode: mode}
		if ofShape[row.Shape] == 0 {
			ofShape[row.Shape] = math.Exp(c.spread * r.NormFloat64())
		}
		t.costs[cell] = 0.03 * ofShape[row.Shape] * math.Exp(0.3*r.NormFloat64())
		if c.few && i%7 == 0 {
			t.few[cell], t.costs[cell] = true, 10*t.costs[cell]
		}
	}
	return t
}

// addShapes adds n shapes with the codecs of the first.
func (s *simulation) addShapes(n int) {
	rows := s.run.Rows
	for i := range n {
		shape := fmt.Sprintf("shape%d", i)
		s.run.Config.Shapes = append(s.run.Config.Shapes, shape)
		for _, row := range rows {
			from := measure.Cell{Shape: row.Shape, Codec: row.Codec, Op: measure.Encode, Mode: s.mode}
			row.Shape = shape
			cell := from
			cell.Shape = shape
			s.truth[cell] = s.truth[from] * (1 + 0.1*s.rand.Float64())
			s.slope[cell], s.distance[cell] = s.slope[from], s.distance[from]
			s.run.Rows = append(s.run.Rows, row)
		}
	}
}

func (t *timedRun) common() int {
	if t.mode.Procs == measure.Par {
		return t.effort.Rounds
	}
	return max(6, t.effort.Rounds/2)
}

// measure simulates the rounds, and records a forecast four times in each round.
func (t *timedRun) measure() {
	epoch := -1
	for round := range t.effort.Rounds {
		running := func(c measure.Cell) bool {
			return len(t.rounds.Blocks[c]) == round && (round < 6 || !t.few[c])
		}
		var open map[measure.Cell]bool
		if round >= t.common() {
			open = Open(&t.run, t.rounds, running)
		}
		var widths map[measure.Cell]float64
		if round >= 6 {
			widths = Widths(&t.run, t.rounds, running)
		}
		var todo []measure.Cell
		for _, i := range t.rand.Perm(len(t.run.Rows)) {
			r := t.run.Rows[i]
			c := measure.Cell{Shape: r.Shape, Codec: r.Codec, Op: measure.Encode, Mode: t.mode}
			if running(c) && (round < t.common() || open[c]) {
				todo = append(todo, c)
			}
		}
		begins := t.effort.epoch(round) != epoch
		epoch = t.effort.epoch(round)
		for i, c := range todo {
			if i%(len(todo)/4+1) == 0 {
				t.forecast(todo, round, widths)
			}
			cost, kind := t.costs[c]*(0.9+0.2*t.rand.Float64()), 1
			if begins {
				cost, kind = cost+t.setUp, 0
			}
			spent, had := t.spent[c], t.had[c]
			spent[kind], had[kind] = spent[kind]+cost, had[kind]+1
			t.spent[c], t.had[c] = spent, had
			t.now += cost
			t.block(c)
		}
	}
}

func (t *timedRun) forecast(todo []measure.Cell, round int, widths map[measure.Cell]float64) {
	var cells []ForecastCell
	for _, c := range todo {
		f := ForecastCell{Rounds: len(t.rounds.Blocks[c]), Common: t.common(), Most: t.effort.Rounds, Like: c.Shape, Width: math.Inf(1)}
		if t.few[c] {
			f.Most = 6
		}
		if widths != nil {
			f.Width = widths[c]
		}
		f.First, f.Later = t.spent[c][0]/max(t.had[c][0], 1), t.spent[c][1]/max(t.had[c][1], 1)
		cells = append(cells, f)
	}
	t.records = append(t.records, forecastRecord{t.now, t.now + Forecast(cells, round, t.effort, false)})
}

// left returns the forecast of the remaining time at a time.
func (t *timedRun) left(at float64) float64 {
	end := 0.0
	for _, r := range t.records {
		if r.at <= at {
			end = r.end
		}
	}
	return end - at
}

type timedCase struct {
	name     string
	effort   Effort
	noise    float64 // of a block, relative to a shared machine
	spread   float64 // of the logarithms of the costs
	setUp    float64
	few      bool
	parallel bool
	long     bool // only with more simulations than by default
}

// TestSimulatedForecast requires that from a third of a run on, the forecast of the remaining time is within 25 % of the truth.
func TestSimulatedForecast(t *testing.T) {
	quick, usual, thorough := Effort{Rounds: 6, Epochs: 3}, Effort{Rounds: 24, Epochs: 6}, Effort{Rounds: 40, Epochs: 4}
	for _, c := range []timedCase{
		{name: "quick", effort: quick, noise: 1, spread: 1},
		{name: "quick with set-up", effort: quick, noise: 1, spread: 1, setUp: 0.05, long: true},
		{name: "usual", effort: usual, noise: 1, spread: 1, long: true},
		{name: "usual, equal costs", effort: usual, noise: 1, long: true},
		{name: "usual with set-up", effort: usual, noise: 1, spread: 1, setUp: 0.1},
		{name: "quiet machine", effort: usual, noise: 0.1, spread: 1, long: true},
		{name: "noisy machine", effort: usual, noise: 4, spread: 1},
		{name: "expensive cells", effort: usual, noise: 1, spread: 0.5, few: true},
		{name: "parallel", effort: usual, noise: 1, spread: 1, parallel: true},
		{name: "thorough", effort: thorough, noise: 1, spread: 1, long: true},
		{name: "eight rounds", effort: Effort{Rounds: 8, Epochs: 6}, noise: 1, spread: 1, long: true},
	} {
		if c.long && *simulations <= fewSimulations {
			continue
		}
		run := newTimedRun(1, c)
		run.measure()
		for _, share := range []float64{1. / 3, 1. / 2, 2. / 3, 9. / 10} {
			truth, got := run.now*(1-share), run.left(run.now*share)
			if got < 0.75*truth || got > 1.25*truth {
				t.Errorf("%s: after %.2f of %.1fs the forecast is %.2fs, and the truth %.2fs (%+.0f %%)",
					c.name, share, run.now, got, truth, 100*(got/truth-1))
			}
		}
	}
}
