package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"bale/result"
	"bale/runner/harness"
	"bale/runner/measure"
)

// A sink receives the results of measurements.
type sink interface {
	// Round begins a round. Both numbers count from 1.
	Round(round, epoch int, at time.Time) error
	// Rerun reports that a block of c was discarded, with the reason. The next block of c replaces it.
	Rerun(c measure.Cell, why string) error
	Block(b measure.Block) error
	// FarBehind returns the running cells whose ratio to the fastest of their class is above limit. They get no more rounds. It is called after the
	// rounds that such cells get, and earlier for estimating the remaining time.
	FarBehind(limit float64, running func(measure.Cell) bool) map[measure.Cell]bool
	// Open returns the running cells that need another round. It is called for each round after the common rounds.
	Open(running func(measure.Cell) bool) map[measure.Cell]bool
	// Widths returns the widths that decide about more rounds of the running cells: see result.Widths.
	Widths(running func(measure.Cell) bool) map[measure.Cell]float64
}

// measure measures a block of every cell in each round, in a new random order for each round. After the common rounds, it measures only the
// cells that the sink returns. It skips rounds that cells already have.
func (s *session) measure(ctx context.Context, cells []*planned, to sink) error {
	epoch, began := -1, time.Now()
	for round := range s.effort.Rounds {
		running := s.running(cells, round)
		s.stopFar(cells, running, round, to)
		todo := s.todo(cells, running, round, rand.New(rand.NewPCG(s.seed, uint64(round))), to)
		if len(todo) == 0 {
			continue
		}
		now := round * s.effort.Epochs / s.effort.Rounds
		starts := now != epoch // the processes start in this round
		if starts {
			s.stop()
			epoch = now
		}
		widths, end := s.widths(running, round, to), time.Time{}
		if err := to.Round(round+1, epoch+1, time.Now()); err != nil {
			return err
		}
		for i, c := range todo {
			if i%(len(todo)/forecastsPerRound+1) == 0 && s.progress != nil {
				end = time.Now().Add(s.left(cells, todo, round, widths, began))
			}
			step(s.progress, Step{What: measuring, Done: i, Total: len(todo), Now: c.Shape + " " + c.Codec + " " + string(c.Op),
				Round: round + 1, Rounds: s.effort.Rounds, Left: time.Until(end)})
			if s.failed[c.Row()] {
				continue // failed earlier in this round
			}
			start := time.Now()
			if err := s.block(ctx, c, to); err != nil {
				return err
			}
			if starts {
				c.first.add(time.Since(start))
			} else {
				c.later.add(time.Since(start))
			}
		}
	}
	return nil
}

// running returns the cells that had all rounds so far and may get another.
func (s *session) running(cells []*planned, round int) map[measure.Cell]bool {
	running := map[measure.Cell]bool{}
	for _, c := range cells {
		// A cell with one operation in a block gets only MinRounds rounds. Its operation is longer than half a block: the cell takes about ten
		// times as long to measure as others, and varies less.
		running[c.Cell] = len(c.ns) == round && !s.failed[c.Row()] && (round < result.MinRounds || c.n > 1)
	}
	return running
}

// stopFar removes cells that are far from the fastest of their class from the running cells, after the rounds that they get. Before that, it
// finds out which ones will probably be removed, if there are intervals and somebody wants to know the remaining time.
func (s *session) stopFar(cells []*planned, running map[measure.Cell]bool, round int, to sink) {
	if s.paired {
		return
	}
	if round == result.LongRounds {
		stopAbove(result.VeryFarRatio, long(cells, running), running, to)
	}
	very, stops := s.effort.VeryFarRounds(), s.effort.FarRounds()
	if round == very && very < stops {
		stopAbove(result.VeryFarRatio, running, running, to)
	}
	early := round >= result.MinRounds && round < stops && s.progress != nil
	if stops == s.effort.CommonRounds() || round != stops && !early {
		return
	}
	s.far = to.FarBehind(result.FarRatio, func(c measure.Cell) bool { return running[c] })
	if round == stops {
		for c := range s.far {
			running[c] = false
		}
	}
}

// stopAbove removes those of some cells whose ratio to the fastest is above limit from the running cells.
func stopAbove(limit float64, some, running map[measure.Cell]bool, to sink) {
	if len(some) == 0 {
		return
	}
	for c := range to.FarBehind(limit, func(c measure.Cell) bool { return some[c] }) {
		running[c] = false
	}
}

// long returns the running cells whose blocks are one operation.
func long(cells []*planned, running map[measure.Cell]bool) map[measure.Cell]bool {
	long := map[measure.Cell]bool{}
	for _, c := range cells {
		if c.n <= 1 && running[c.Cell] {
			long[c.Cell] = true
		}
	}
	return long
}

// todo returns the cells of a round in a random order. A cell that has missed a round gets no more rounds: two cells are compared by pairs
// of rounds.
func (s *session) todo(cells []*planned, running map[measure.Cell]bool, round int, r *rand.Rand, to sink) []*planned {
	open := running
	if round >= s.effort.CommonRounds() {
		open = to.Open(func(c measure.Cell) bool { return running[c] })
	}
	var todo []*planned
	for _, i := range r.Perm(len(cells)) {
		if c := cells[i]; running[c.Cell] && (open[c.Cell] || c.Mode.Procs == measure.Par) {
			todo = append(todo, c)
		}
	}
	if s.paired {
		sideBySide(todo)
	}
	return todo
}

// block measures one block and passes it to the sink. It may run the block again if the hypervisor stole time from it.
func (s *session) block(ctx context.Context, c *planned, to sink) error {
	for try := 0; ; try++ {
		before, start := steal(), time.Now()
		resp, err := s.call(ctx, c, s.request(c, harness.Block))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return nil // only the cell's row fails
		}
		t, n := resp.Timing, float64(resp.Timing.N)
		stolen := steal() - before
		if s.reruns.wanted(stolen, time.Since(start), try) {
			if err := to.Rerun(c.Cell, fmt.Sprintf("steal %d", stolen)); err != nil {
				return err
			}
			continue
		}
		c.ns = append(c.ns, t.WallNs/n)
		return to.Block(measure.Block{Cell: c.Cell, N: int64(t.N), Ns: t.WallNs / n, Bytes: t.Bytes / n, Allocs: t.Allocs / n,
			WallNs: t.WallNs, CPUNs: t.CPUNs, OwnNs: t.OwnNs, YardNs: t.YardNs, HandoffNs: t.HandoffNs,
			StealNs: float64(stolen) * float64(tick)})
	}
}
