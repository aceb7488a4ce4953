package result

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"bale/runner/measure"
)

var baseRuns = flag.Int("baseruns", 30, "number of simulated comparisons with another commit, of each kind")

// simulateBase simulates a comparison with another commit: two codecs with two operations each, all of which take change times as long in the
// working tree. In addition to the noise of all simulations, each process has its own deviation, as from its memory layout.
func simulateBase(seed uint64, change, noise float64) *simulation {
	s := newSimulation(seed, measure.DefaultMode)
	s.noise = noise
	s.run.Config.Effort = Effort{Rounds: 240, Epochs: 60}
	s.run.Base, s.run.Rows = &Base{Ref: "main"}, nil
	var pairs [][2]measure.Cell
	for _, codec := range []string{"json", "own"} {
		base := codec + "@base"
		s.run.Rows = append(s.run.Rows, measure.Row{Shape: "small", Codec: codec, Status: measure.OK},
			measure.Row{Shape: "small", Codec: base, Base: codec, Status: measure.OK})
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			after := measure.Cell{Shape: "small", Codec: codec, Op: op, Mode: measure.DefaultMode}
			before := after
			before.Codec = base
			s.truth[before], s.slope[before] = math.Log(100), 0.4+0.7*s.rand.Float64()
			s.truth[after], s.slope[after] = s.truth[before]+math.Log(change), s.slope[before]
			pairs = append(pairs, [2]measure.Cell{before, after})
		}
	}
	own := map[measure.Cell]float64{} // deviation of the current process, by cell
	for round := range s.run.Config.Rounds {
		running := func(c measure.Cell) bool { return len(s.rounds.Blocks[c]) == round }
		if round >= MinRounds {
			open := Open(&s.run, s.rounds, running)
			running = func(c measure.Cell) bool { return open[c] }
		}
		for _, i := range s.rand.Perm(len(pairs)) {
			for _, k := range s.rand.Perm(2) {
				c := pairs[i][k]
				if !running(c) {
					continue
				}
				if round%4 == 0 {
					own[c] = 0.015 * noise * s.rand.NormFloat64()
				}
				truth := s.truth[c]
				s.truth[c] += own[c]
				s.block(c)
				s.truth[c] = truth
			}
		}
	}
	return s
}

// TestSimulatedBase checks simulated comparisons. None of 30 comparisons of equal code reports a change of more than 3 %, at least 27 of 30
// report a change of 5 %, and the intervals contain the true ratio in 95 % of the cells.
func TestSimulatedBase(t *testing.T) {
	for _, kind := range []struct{ change, noise float64 }{{1, 1}, {1, 0.3}, {1.05, 1}, {1.05, 0.3}} {
		change := kind.change
		alarmed, changed, covered, cells, blocks := 0, 0, 0, 0, 0
		for seed := range *baseRuns {
			s := simulateBase(uint64(seed), change, kind.noise)
			d := DiffBase(&s.run, s.rounds)
			if len(d.WorseBy(0.03)) > 0 {
				alarmed++
			}
			if slices.ContainsFunc(d.Cells, func(c CellDiff) bool { return c.Time != Same }) {
				changed++
			}
			for _, c := range d.Cells {
				cells++
				if c.Ratio.Lo <= change && change <= c.Ratio.Hi {
					covered++
				}
				blocks += len(s.rounds.Blocks[c.Cell])
			}
		}
		share := float64(covered) / float64(cells)
		t.Logf("%+.0f %%, noise %.1f: %d of %d runs worse by more than 3 %%, %d with a significant change; intervals cover %.1f %%; %.0f rounds a cell",
			100*(change-1), kind.noise, alarmed, *baseRuns, changed, 100*share, float64(blocks)/float64(cells))
		switch {
		case change == 1 && alarmed > 0:
			t.Errorf("%d of %d runs of equal code report a change of more than 3 %%", alarmed, *baseRuns)
		case change == 1 && float64(changed) > 0.05*float64(*baseRuns)+2.4*math.Sqrt(0.05*0.95*float64(*baseRuns)):
			t.Errorf("%d of %d runs of equal code report a change", changed, *baseRuns)
		case change > 1 && float64(alarmed) < 0.9*float64(*baseRuns):
			t.Errorf("%d of %d runs find the change", alarmed, *baseRuns)
		case share < 0.91:
			t.Errorf("intervals cover %.3f of the true ratios, want 0.95", share)
		}
	}
}

// TestSignedRanks compares the distribution with published tables.
func TestSignedRanks(t *testing.T) {
	for _, c := range []struct {
		n, sum int
		p      float64
	}{{5, 0, 1.0 / 32}, {5, 15, 1}, {6, 0, 1.0 / 64}, {10, 8, 25.0 / 1024}, {12, 13, 0.0212}} {
		if p := signedRankCDF(c.n)[c.sum]; math.Abs(p-c.p) > 5e-5 {
			t.Errorf("P(W <= %d) of %d is %.4f, want %.4f", c.sum, c.n, p, c.p)
		}
	}
}

// TestPair checks estimates, intervals and p-values of given differences.
func TestPair(t *testing.T) {
	for _, c := range []struct {
		p              pair
		center, lo, hi float64 // logarithms
		above, differs float64
	}{
		{p: pair{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, center: 0.1, lo: 0.1, hi: 0.1, above: 1.0 / 64, differs: 2.0 / 64},
		{p: pair{-0.1, -0.1, -0.1, -0.1, -0.1, -0.1}, center: -0.1, lo: -0.1, hi: -0.1, above: 1, differs: 2.0 / 64},
		{p: pair{0, 0, 0, 0, 0, 0}, above: 1, differs: 1},
		{p: pair{1, -1, 1, -1, 1, -1, 1, -1}, lo: -1, hi: 1, above: 0.9, differs: 1},
		{p: pair{0.1, 0.2, 0.3}, center: 0.2, lo: math.Inf(-1), hi: math.Inf(1), above: 1.0 / 8, differs: 2.0 / 8},
		{p: pair{0.1}, center: 0.1, lo: math.Inf(-1), hi: math.Inf(1), above: 0.5, differs: 1},
	} {
		i := c.p.interval()
		near := func(got, want float64) bool { return got == want || math.Abs(got-want) < 1e-9 }
		bounds := near(math.Log(i.Lo), c.lo) && near(math.Log(i.Hi), c.hi)
		if math.IsInf(c.lo, 0) {
			bounds = !i.Finite()
		}
		if !near(math.Log(i.Center), c.center) || !bounds {
			t.Errorf("%v: ratio %v, want %v in %v to %v", c.p, i, c.center, c.lo, c.hi)
		}
		if p, q := c.p.pAbove(1), c.p.pDiffers(); math.Abs(p-c.above) > 0.05 && c.above > 0.5 || c.above <= 0.5 && !near(p, c.above) || !near(q, c.differs) {
			t.Errorf("%v: above 1 with p %v, differs with p %v, want %v and %v", c.p, p, q, c.above, c.differs)
		}
	}
}

// TestPairSymmetric checks that exchanging the two cells only changes the signs of the differences.
func TestPairSymmetric(t *testing.T) {
	s := simulateBase(1, 1.02, 1)
	for _, c := range DiffBase(&s.run, s.rounds).Cells {
		base := c.Cell
		base.Codec += "@base"
		a, b := s.rounds.Blocks[base], s.rounds.Blocks[c.Cell]
		there, back := pairTimes(s.run.Config.Effort, CPUTime, a, b), pairTimes(s.run.Config.Effort, CPUTime, b, a)
		for i := range there {
			if math.Abs(there[i]+back[i]) > 1e-12 {
				t.Fatalf("%v: the difference of epoch %d is %v, and %v with the cells exchanged", c.Cell, i, there[i], back[i])
			}
		}
	}
}

// TestWorseBy checks which changes fail a comparison.
func TestWorseBy(t *testing.T) {
	quiet := func(change float64) []measure.Block {
		var list []measure.Block
		for i := range 48 {
			list = append(list, block(measure.Cell{Shape: "s", Codec: "c", Op: measure.Encode, Mode: measure.DefaultMode}, 100*change+0.001*float64(i%7)))
		}
		return list
	}
	for _, c := range []struct {
		name   string
		change float64
		edit   func(after []measure.Block, row *measure.Row)
		want   []string
	}{
		{"equal", 1, nil, nil},
		{"2 % slower", 1.02, nil, nil},
		{"4 % slower", 1.04, nil, []string{"s c encode convert,fresh,copy,seq,varied: time +4.0%"}},
		{"4 % faster", 0.96, nil, nil},
		{"one more allocation", 1, func(after []measure.Block, _ *measure.Row) {
			for i := range after {
				after[i].Allocs++
			}
		}, []string{"s c encode convert,fresh,copy,seq,varied: 1 -> 2 allocs/op"}},
		{"few more bytes", 1, func(after []measure.Block, _ *measure.Row) {
			for i := range after {
				after[i].Bytes += 8
			}
		}, nil},
		{"larger", 1, func(_ []measure.Block, row *measure.Row) { row.Size = 105 }, []string{"s c: 100 -> 105 encoded bytes"}},
		{"a little larger", 1, func(_ []measure.Block, row *measure.Row) { row.Size = 102 }, nil},
		{"gap", 1, func(_ []measure.Block, row *measure.Row) { row.Status = measure.HasGap }, []string{"s c: ok -> gap"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := Run{Config: Config{Effort: Effort{Rounds: 48, Epochs: 12}}, Base: &Base{Ref: "main"},
				Rows: []measure.Row{{Shape: "s", Codec: "c", Status: measure.OK, Size: 100}, {Shape: "s", Codec: "c@base", Base: "c", Status: measure.OK, Size: 100}}}
			before, after := quiet(1), quiet(c.change)
			if c.edit != nil {
				c.edit(after, &run.Rows[0])
			}
			rounds := NewRounds()
			for i := range before {
				before[i].Codec += "@base"
				rounds.Add(before[i])
				rounds.Add(after[i])
			}
			if got := DiffBase(&run, rounds).WorseBy(0.03); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("worse: %q, want %q", got, c.want)
			}
		})
	}
}
