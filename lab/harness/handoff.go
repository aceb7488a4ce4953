package harness

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	handoffBatches = 25  // the first of them starts the goroutines and is not used
	handoffHops    = 16  // of a batch, about: 1 to 5 µs on two processors
	handoffLimit   = 5e6 // ns after which handoffNs stops, if other programs keep the goroutines from running together
)

// handoffNs measures the distance between the processors: it returns the mean time in ns after which a processor sees a value that another
// one has written. It is 0 for one processor.
//
// A hypervisor may move a virtual processor to another core at any time. On an AMD EPYC, a handoff took 55 ns while both virtual processors were
// on cores with a common cache, and 320 ns while they were not. They moved several times a second. Allocation in parallel took up to
// 1.5 times as long then, because the allocator's locks and counters go from core to core.
func handoffNs(procs int) float64 {
	if procs < 2 {
		return 0
	}
	laps := max(1, handoffHops/procs)
	r := &ring{procs: procs, end: int64(handoffBatches * laps * procs)}
	var others sync.WaitGroup
	for i := 1; i < procs; i++ {
		others.Go(func() { r.pass(i, nil) })
	}
	begin := time.Now()
	start, turns := begin, 0
	var batches []float64
	r.pass(0, func() bool {
		if turns++; turns%laps != 0 {
			return true
		}
		now := time.Now()
		batches = append(batches, float64(now.Sub(start))/float64(laps*procs))
		start = now
		return now.Sub(begin) < handoffLimit
	})
	others.Wait()
	if len(batches) > 1 {
		batches = batches[1:]
	}
	slices.Sort(batches)
	return batches[len(batches)/2]
}

// A ring is a number that goroutines increase in turn.
type ring struct {
	_     [64]byte // a cache line of its own
	turn  atomic.Int64
	_     [64]byte
	procs int
	end   int64 // the turn after the last
}

// pass increases the number whenever it is goroutine i's turn, until the end, or until each returns false after a turn.
func (r *ring) pass(i int, each func() bool) {
	for turn := int64(i); turn < r.end; turn += int64(r.procs) {
		for now := r.turn.Load(); now != turn; now = r.turn.Load() {
			if now > turn {
				return
			}
		}
		if each != nil && !each() {
			r.turn.Store(r.end)
			return
		}
		r.turn.Store(turn + 1)
	}
}
