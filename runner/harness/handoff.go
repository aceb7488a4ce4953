package harness

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	handoffBatches = 24  // number of batches of hops in a measurement; the median of their times counts
	handoffHops    = 16  // approximate number of hops in a batch, which takes 1 to 5 µs on two processors
	handoffLimit   = 2e6 // ns after which a measurement stops
	minBatches     = 8   // with fewer batches before the limit there is no result: other programs kept the goroutines from running together
)

// handoffNs measures the distance between the processors: the mean time in ns after which a processor sees a value that another one has
// written. It returns 0 for one processor, and if the goroutines did not run at the same time.
//
// A hypervisor may move a virtual processor to another core at any time. On an AMD EPYC, a handoff took 35 to 55 ns while both virtual processors were
// on cores with a common cache, and 320 ns while they were not. They moved several times a second. Allocation in parallel took up to
// 1.5 times as long then, because the allocator's locks and counters go from core to core.
func handoffNs(procs int) float64 {
	if procs < 2 {
		return 0
	}
	laps := max(1, handoffHops/procs)
	r := &handoffRing
	r.turn.Store(0)
	r.procs, r.end = procs, int64((handoffBatches+1)*laps*procs)
	r.ready.Add(procs)
	for i := 1; i < procs; i++ {
		r.others.Go(func() {
			r.ready.Done()
			r.ready.Wait()
			r.pass(i, nil)
		})
	}
	r.ready.Done()
	r.ready.Wait()
	begin := time.Now()
	start, turns := begin, 0
	batches := handoffTimes[:0]
	r.pass(0, func() bool {
		if turns++; turns%laps != 0 {
			return true
		}
		now := time.Now()
		batches = append(batches, float64(now.Sub(start))/float64(laps*procs))
		start = now
		return now.Sub(begin) < handoffLimit
	})
	r.others.Wait()
	if len(batches) <= minBatches {
		return 0
	}
	batches = batches[1:] // without the one in which the goroutines wake up
	slices.Sort(batches)
	return batches[len(batches)/2]
}

// handoffRing and handoffTimes are used by each measurement, so that it allocates little: blocks count allocations.
var (
	handoffRing  ring
	handoffTimes [handoffBatches + 1]float64
)

// A ring is a number that goroutines increase in turn.
type ring struct {
	_     [64]byte // a cache line of its own
	turn  atomic.Int64
	_     [64]byte
	procs int
	end   int64 // the turn after the last

	ready, others sync.WaitGroup // used by handoffNs: wait until all goroutines run, and until the others have returned
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
