package result

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bale/runner/measure"
)

// fewSimulations is the default number of simulated runs.
const fewSimulations = 20

var simulations = flag.Int("simulations", fewSimulations, "number of simulated runs; 1000 take a minute")

// A simulation is a run with known times on a machine with known drift. A neighbour on the same core comes and goes, which affects the
// yardstick. The machine's speed also drifts, which affects the yardstick only in part. In addition, each block has noise with a heavy tail.
type simulation struct {
	rand   *rand.Rand
	run    Run
	rounds *Rounds
	truth  map[measure.Cell]float64 // logarithm of the time on the machine without drift
	slope  map[measure.Cell]float64 // effect of the neighbour on a cell
	noise  float64                  // noise of a block relative to that of a shared machine

	mode      measure.Mode
	distance  map[measure.Cell]float64 // effect of a larger distance between the processors on a cell
	neighbour float64                  // 0 or 1
	drift     float64
	far       bool // the processors are far from each other
	long      map[measure.Cell]bool
}

// newSimulation returns a simulation of a class of 20 codecs. The first ten are five pairs of equal codecs. The others differ by increasing
// ratios.
func newSimulation(seed uint64, mode measure.Mode) *simulation {
	s := &simulation{mode: mode, distance: map[measure.Cell]float64{}, rand: rand.New(rand.NewPCG(seed, 1)), rounds: NewRounds(), truth: map[measure.Cell]float64{}, slope: map[measure.Cell]float64{}, noise: 1,
		run: Run{Environment: testEnv, Config: Config{Effort: Effort{Rounds: 24}, Shapes: []string{"small"}}, Complete: true}}
	distances := rand.New(rand.NewPCG(seed, 2))
	at := math.Log(100)
	for i := range 20 {
		cell := measure.Cell{Shape: "small", Codec: fmt.Sprintf("c%02d", i), Op: measure.Encode, Mode: mode}
		if i >= 10 || i%2 == 0 {
			at += 0.02 + 0.02*float64(i)*s.rand.Float64()
		}
		s.truth[cell] = at
		s.slope[cell] = 0.4 + 0.7*s.rand.Float64()
		s.distance[cell] = 0.25 * distances.Float64()
		if i < 10 && i%2 == 1 {
			equal := measure.Cell{Shape: cell.Shape, Codec: fmt.Sprintf("c%02d", i-1), Op: cell.Op, Mode: cell.Mode}
			s.slope[cell], s.distance[cell] = s.slope[equal], s.distance[equal]
		}
		s.run.Rows = append(s.run.Rows, measure.Row{Shape: "small", Codec: cell.Codec, Status: measure.OK})
	}
	return s
}

// addSlow adds pairs of equal codecs that take 2.5 to 5 times as long as the fastest, most of them about FarRatio times.
func (s *simulation) addSlow(n int) { s.add(n, 2.5, 5) }

// addVerySlow adds pairs of equal codecs that take 8 to 20 times as long as the fastest, most of them about VeryFarRatio times.
func (s *simulation) addVerySlow(n int) { s.add(n, 8, 20) }

// add adds pairs of equal codecs that take least to most times as long as the fastest.
func (s *simulation) add(n int, least, most float64) {
	for i := range n {
		c := measure.Cell{Shape: "small", Codec: fmt.Sprintf("slow%02d", i), Op: measure.Encode, Mode: s.mode}
		s.truth[c] = math.Log(100) + math.Log(least+(most-least)*math.Pow(float64(i/2)/float64(n/2), 2))
		s.slope[c] = 0.4 + 0.7*float64(i/2%5)/5
		s.run.Rows = append(s.run.Rows, measure.Row{Shape: "small", Codec: c.Codec, Status: measure.OK})
	}
}

// addLong adds pairs of equal codecs whose blocks are one operation, and which take 8 to 40 times as long as the fastest.
func (s *simulation) addLong(n int) {
	s.long = map[measure.Cell]bool{}
	for i := range n {
		c := measure.Cell{Shape: "small", Codec: fmt.Sprintf("long%02d", i), Op: measure.Encode, Mode: s.mode}
		s.truth[c] = math.Log(100) + math.Log(8+32*float64(i/2)/float64(n/2))
		s.slope[c] = 0.4 + 0.7*float64(i/2%5)/5
		s.long[c] = true
		s.run.Rows = append(s.run.Rows, measure.Row{Shape: "small", Codec: c.Codec, Status: measure.OK})
	}
}

// measure simulates rounds as the lab does: the first half with all cells that are not far behind, the others with the open cells. Long cells get at
// most MinRounds rounds, and parallel cells all.
func (s *simulation) measure() {
	var cells []measure.Cell
	for _, r := range s.run.Rows {
		cells = append(cells, measure.Cell{Shape: r.Shape, Codec: r.Codec, Op: measure.Encode, Mode: s.mode})
	}
	for round := range s.run.Config.Rounds {
		var far map[measure.Cell]bool
		switch round {
		case LongRounds:
			far = FarBehind(&s.run, s.rounds, VeryFarRatio, func(c measure.Cell) bool { return s.long[c] })
		case s.run.Config.VeryFarRounds():
			far = FarBehind(&s.run, s.rounds, VeryFarRatio, func(measure.Cell) bool { return true })
		case s.run.Config.FarRounds():
			far = FarBehind(&s.run, s.rounds, FarRatio, func(measure.Cell) bool { return true })
		}
		running := func(c measure.Cell) bool {
			return len(s.rounds.Blocks[c]) == round && !far[c] && (!s.long[c] || round < MinRounds)
		}
		open := map[measure.Cell]bool{}
		if round >= s.run.Config.Rounds/2 {
			open = Open(&s.run, s.rounds, running)
		}
		for _, i := range s.rand.Perm(len(cells)) {
			if running(cells[i]) && (round < s.run.Config.Rounds/2 || open[cells[i]] || s.mode.Procs == measure.Par) {
				s.block(cells[i])
			}
		}
	}
}

// block simulates a block. The neighbour changes every few blocks, and the drift walks and jumps.
func (s *simulation) block(c measure.Cell) {
	if s.rand.Float64() < 0.2 {
		s.neighbour = s.rand.Float64()
	}
	s.drift = 0.98*s.drift + 0.01*s.rand.NormFloat64()
	if s.rand.Float64() < 0.005 {
		s.drift += 0.2 * s.rand.NormFloat64()
	}
	yard := math.Log(1 + 0.8*s.neighbour)
	noise := 0.03 * s.rand.NormFloat64()
	if s.rand.Float64() < 0.08 {
		noise += 0.3 * s.rand.ExpFloat64()
	}
	handoff := 0.0
	if c.Mode.Procs == measure.Par {
		if s.rand.Float64() < 0.1 { // a processor moves
			s.far = s.rand.Float64() < 0.6
		}
		if s.far {
			handoff = math.Log(320.0 / 55)
		}
	}
	ns := math.Exp(s.truth[c] + s.slope[c]*yard + s.distance[c]*handoff + s.drift + s.noise*noise)
	b := block(c, ns)
	if s.long[c] {
		b.N, b.CPUNs, b.OwnNs = 1, b.Ns, b.Ns
	}
	if c.Mode.Procs == measure.Par {
		b.HandoffNs = 55 * math.Exp(handoff+0.05*s.rand.NormFloat64())
	}
	b.YardNs = 30e3 * math.Exp(yard+s.drift/2+0.01*s.rand.NormFloat64())
	s.rounds.Add(b)
}

// TestSimulatedRuns checks that intervals contain the true times and that equal codecs do not differ significantly, with the drift removed and
// more rounds for open cells. Parallel cells also depend on the distance between the processors.
func TestSimulatedRuns(t *testing.T) {
	parallel := measure.DefaultMode
	parallel.Procs = measure.Par
	for _, mode := range []measure.Mode{measure.DefaultMode, parallel} {
		t.Run(string(mode.Procs), func(t *testing.T) { simulateRuns(t, mode) })
	}
}

// TestSimulatedFar checks the same for a class in which cells get fewer rounds because they are far behind.
func TestSimulatedFar(t *testing.T) {
	simulate(t, measure.DefaultMode, 24, func(s *simulation) { s.addSlow(40) }, max(1, *simulations/3))
}

// TestSimulatedVeryFar checks the same for codecs that get six rounds.
func TestSimulatedVeryFar(t *testing.T) {
	simulate(t, measure.DefaultMode, 24, func(s *simulation) { s.addVerySlow(40) }, max(1, *simulations/3))
}

// TestSimulatedLong checks the same for a class in which long cells get three rounds.
func TestSimulatedLong(t *testing.T) {
	simulate(t, measure.DefaultMode, 24, func(s *simulation) { s.addLong(40) }, max(10, *simulations/6))
}

// TestSimulatedFew checks the same for runs with fewer rounds than the interval of the median needs.
func TestSimulatedFew(t *testing.T) {
	for rounds := LongRounds; rounds < MinRounds; rounds++ {
		t.Run(fmt.Sprint(rounds), func(t *testing.T) {
			simulate(t, measure.DefaultMode, rounds, func(*simulation) {}, max(1, *simulations/3))
		})
	}
}

func simulateRuns(t *testing.T, mode measure.Mode) {
	simulate(t, mode, 24, func(*simulation) {}, *simulations)
}

// simulate simulates a number of runs of the 20 codecs and of those that add adds.
func simulate(t *testing.T, mode measure.Mode, rounds int, add func(*simulation), runs int) {
	covered, intervals, rawWidth, width := 0, 0, 0.0, 0.0
	runsWithFalse, blocks := 0, 0
	long, longAhead := 0, 0 // cells that take at least ten times as long, and those with ranks of the 20 codecs that take at most four times as long
	for seed := range runs {
		s := newSimulation(uint64(seed), mode)
		s.run.Config.Rounds = rounds
		add(s)
		s.measure()
		for _, list := range s.rounds.Blocks {
			blocks += len(list)
		}
		r := Derive(&s.run, s.rounds, Options{})
		raw := Derive(&s.run, s.rounds, Options{Raw: true})
		// Corrected times are those at the machine's usual speed, which is the same for all cells.
		var beyond []float64
		usual, handoff := s.usualYard(), 0.0
		if at := EstimateDrift(s.rounds).at; at != 0 {
			handoff = at - math.Log(55)
		}
		for _, c := range r.Cells {
			beyond = append(beyond, math.Log(c.Ns.Center)-s.truth[c.Key()]-s.slope[c.Key()]*usual-s.distance[c.Key()]*handoff)
		}
		machine := middle(slices.Clone(beyond))
		for i, c := range r.Cells {
			if s.long[c.Key()] && len(s.rounds.Blocks[c.Key()]) == LongRounds {
				long++
				if c.Rank <= 20 {
					longAhead++
				}
			}
			truth := s.truth[c.Key()] + s.slope[c.Key()]*usual + s.distance[c.Key()]*handoff + machine
			intervals++
			if math.Log(c.Ns.Lo) <= truth && truth <= math.Log(c.Ns.Hi) {
				covered++
			}
			width += c.Ns.HalfWidth()
			rawWidth += raw.Cells[i].Ns.HalfWidth()
		}
		if s.falseDifference(r) {
			runsWithFalse++
		}
	}
	share, wrong := float64(covered)/float64(intervals), float64(runsWithFalse)/float64(runs)
	t.Logf("%d runs of %.1f blocks a cell: intervals cover %.1f %%, half-width %.2f %% (raw %.2f %%); false differences in %.1f %% of the runs",
		runs, float64(blocks)/float64(intervals), 100*share, 100*width/float64(intervals), 100*rawWidth/float64(intervals), 100*wrong)
	if 10*longAhead > long {
		t.Errorf("%d of %d cells that are far behind and long have ranks up to 20", longAhead, long)
	}
	if share < 0.93 {
		t.Errorf("intervals cover %.3f of the true times, want 0.95", share)
	}
	// If each run has a false difference with a probability of 5 %, the probability of more such runs is 1 % for 60 runs, and less than 2 % for 20.
	if limit := 0.05 + 2.4*math.Sqrt(0.05*0.95/float64(runs)); wrong > limit {
		t.Errorf("false differences in %.3f of the runs, want 0.05", wrong)
	}
	if rounds >= MinRounds && width > rawWidth/2 {
		t.Errorf("the intervals are %.2f times as wide as the raw ones: the drift is not removed", width/rawWidth)
	}
}

// usualYard returns the effect of the neighbour at the median yardstick.
func (s *simulation) usualYard() float64 {
	var yards []float64
	for _, list := range s.rounds.Blocks {
		for _, b := range list {
			yards = append(yards, math.Log(b.YardNs/30e3))
		}
	}
	return middle(yards)
}

// falseDifference reports whether two equal codecs differ significantly.
func (s *simulation) falseDifference(r *Results) bool {
	drift := EstimateDrift(s.rounds)
	var series [][]float64
	var entrants []*entrant
	for i := range r.Cells {
		key := r.Cells[i].Key()
		e := &entrant{codec: key.Codec, times: drift.Correct(key, s.rounds.clocks().of(key).times(s.rounds.Blocks[key]))}
		entrants, series = append(entrants, e), append(series, e.times)
	}
	for _, p := range significant(entrants, usualVariance(series), r.Environment.NoiseFloor(s.mode)) {
		if s.truth[r.Cells[p.faster].Key()] == s.truth[r.Cells[p.slower].Key()] {
			return true
		}
	}
	return false
}
