package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"bale/lab/harness"
	"bale/measure"
)

const (
	minRounds  = 6 // that every cell gets at least: with fewer there are no intervals
	stealTicks = 1 // of the kernel's clock (10 ms) stolen during a block: with more, it is run again
	rerunShare = 4 // at most one block in so many is run again, or a bad hour would never end
	maxReruns  = 3 // of one block, when the machine was disturbed
)

// A sink takes what is measured, as it comes.
type sink interface {
	// Round begins a round; both numbers count from 1.
	Round(round, epoch int, at time.Time) error
	// Rerun says that a block of c was discarded, and why: the next one takes its place.
	Rerun(c measure.Cell, why string) error
	Block(b measure.Block) error
	// Open reports which of the cells that are running need another round. It is called after the first few rounds.
	Open(running func(measure.Cell) bool) map[measure.Cell]bool
}

// measure visits every cell once a round, in a new permutation, until each has its rounds: after the first few, as many as
// the sink says. Rounds that the cells have already are not taken again.
func (s *session) measure(ctx context.Context, cells []*planned, to sink) error {
	epoch := -1
	for round := range s.effort.Rounds {
		todo := s.todo(cells, round, rand.New(rand.NewPCG(s.seed, uint64(round))), to)
		if len(todo) == 0 {
			continue
		}
		if now := round * s.effort.Epochs / s.effort.Rounds; now != epoch {
			s.stop()
			epoch = now
		}
		if err := to.Round(round+1, epoch+1, time.Now()); err != nil {
			return err
		}
		for i, c := range todo {
			s.lab.step(Step{What: measuring, Done: i, Total: len(todo), Now: c.Shape + " " + c.Codec + " " + string(c.Op),
				Round: round + 1, Rounds: s.effort.Rounds})
			if s.failed[c.Row()] {
				continue // since this round began
			}
			if err := s.block(ctx, c, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// common is the number of rounds that every cell gets, half of all. Parallel cells get all rounds: their blocks vary twice as much. Of two default runs on one machine, 86.7 % of the medians are within
// 5 % of each other after six rounds, and 94.5 % after twelve.
func (s *session) common() int { return max(minRounds, s.effort.Rounds/2) }

// todo lists the cells that a round visits, in its order. A cell that has missed a round gets no more: the rounds of two
// cells are pairs.
func (s *session) todo(cells []*planned, round int, r *rand.Rand, to sink) []*planned {
	running := map[measure.Cell]bool{}
	for _, c := range cells {
		// An operation that is longer than a block takes ten times as long as the others, and varies less.
		running[c.Cell] = len(c.ns) == round && !s.failed[c.Row()] && (round < minRounds || c.n > 1)
	}
	open := running
	if round >= s.common() {
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

// block measures one block, again if the hypervisor has stolen time from it, and passes it on. It looks at the machine, never at
// the block: no block is run again for being slow itself.
func (s *session) block(ctx context.Context, c *planned, to sink) error {
	for try := 0; ; try++ {
		before := steal()
		resp, err := s.call(ctx, c, s.request(c, harness.Block))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return nil // its own row suffers, nobody else's
		}
		t, n := resp.Timing, float64(resp.Timing.N)
		if stolen := steal() - before; stolen > stealTicks && try < maxReruns && s.reruns < s.blocks/rerunShare+maxReruns {
			s.reruns++
			if err := to.Rerun(c.Cell, fmt.Sprintf("steal %d", stolen)); err != nil {
				return err
			}
			continue
		}
		s.blocks++
		c.ns = append(c.ns, t.WallNs/n)
		return to.Block(measure.Block{Cell: c.Cell, N: int64(t.N), Ns: t.WallNs / n, Bytes: t.Bytes / n, Allocs: t.Allocs / n,
			WallNs: t.WallNs, CPUNs: t.CPUNs, YardNs: t.YardNs})
	}
}
