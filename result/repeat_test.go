package result

import (
	"flag"
	"fmt"
	"testing"

	"bale/runner/measure"
)

var roundsFile = flag.String("rounds", "", "path, from / on, of the rounds.txt of which TestRepeatability compares the halves; without it, of a simulated run")

// TestRepeatability prints how well the halves of a run agree by CPU time and by wall time. This command shows it for a run:
//
//	go test ./result -run TestRepeatability -rounds "$PWD/DIR/rounds.txt" -v
func TestRepeatability(t *testing.T) {
	rounds := busyRounds()
	if *roundsFile != "" {
		var err error
		if rounds, err = LoadRounds(*roundsFile); err != nil {
			t.Fatal(err)
		}
	}
	within := map[string]halves{}
	for _, clock := range []Clock{CPUTime, WallTime} {
		for _, drift := range []bool{false, true} {
			name := string(clock) + " time as measured"
			if drift {
				name = string(clock) + " time without the drift"
			}
			if clock == CPUTime && rounds.clocks().without == "has no CPU times" {
				t.Logf("%s: the run %s", name, rounds.clocks().without)
				continue
			}
			within[name] = compareHalves(rounds, clock, drift)
			t.Logf("%s: %v", name, within[name])
		}
	}
	if *roundsFile != "" {
		return
	}
	if cpu, wall := within["cpu time as measured"], within["wall time as measured"]; cpu != (halves{30, 30, 30}) || wall.within5 > 15 || wall.within20 < wall.within5 || wall.within20 == 30 {
		t.Errorf("on a busy machine: by CPU time %v, by wall time %v", cpu, wall)
	}
}

// busyRounds returns a run of 30 cells with CPU times that vary by 1 %, and wall times that vary by a factor of up to two.
func busyRounds() *Rounds {
	b := newLab()
	for range 12 {
		for i := range 30 {
			x := block(cell("small", fmt.Sprint("c", i), measure.Encode), 100*(1+0.01*b.rand.Float64()))
			x.Ns *= 1 + b.rand.Float64()
			b.rounds.Add(x)
		}
	}
	return b.rounds
}

// halves has the number of sequential cells of a run, and of those whose medians of the first and the second half of the rounds are within 5 % and 20 % of
// each other.
type halves struct{ cells, within5, within20 int }

func (h halves) String() string {
	share := func(n int) string { return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(max(1, h.cells))) }
	return fmt.Sprintf("the medians of the halves are within 5 %% in %s and within 20 %% in %s of %d cells", share(h.within5), share(h.within20), h.cells)
}

// compareHalves compares the halves of a run by a clock. It leaves out cells with fewer than six rounds, and those that check the number of values.
func compareHalves(rounds *Rounds, clock Clock, withoutDrift bool) (h halves) {
	var drift *Drift
	if withoutDrift {
		drift = driftBy(&clocks{sequential: clock}, rounds)
	}
	for _, cell := range rounds.Order {
		times := drift.Correct(cell, clock.times(rounds.Blocks[cell]))
		n := len(times) / 2
		if cell.Mode.Procs != measure.Seq || cell.Mode.Values == measure.Fourfold || len(times) < MinRounds {
			continue
		}
		h.cells++
		switch d := deviationFrom1(median(times[:n]).Center / median(times[len(times)-n:]).Center); {
		case d <= 0.05:
			h.within5++
			h.within20++
		case d <= 0.20:
			h.within20++
		}
	}
	return h
}
