package harness

import (
	"math"
	"runtime"
	"sync"
	"time"
)

// Timing is one block as the runner saw it.
type Timing struct {
	N      int     `json:"n"`      // operations, of all goroutines
	WallNs float64 `json:"wallNs"` // of the timed loop
	CPUNs  float64 `json:"cpuNs"`  // of the process during the timed loop; 0 where the system does not tell
	Bytes  float64 `json:"bytes"`  // allocated, in all
	Allocs float64 `json:"allocs"` // allocations, in all
	YardNs float64 `json:"yardNs"` // mean time of the yardsticks between the pieces: how fast the machine was
	// HandoffNs is the distance between the processors, in ns: the mean of several moments of the block. It is 0 on one goroutine, and if it is not
	// known.
	HandoffNs float64 `json:"handoffNs"`
}

// OK reports whether t is there and can be a timing: it took time, and nothing is negative.
func (t *Timing) OK() bool {
	return t != nil && t.N > 0 && t.WallNs > 0 && t.YardNs > 0 && t.CPUNs >= 0 && t.Bytes >= 0 && t.Allocs >= 0 && t.HandoffNs >= 0
}

// block runs n operations on each goroutine of b, timed. They are meant to take target ns.
func (b *bench) block(key string, n int, target float64, procs int) (t Timing, err error) {
	defer recovered(&err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	runtime.GC()
	setCollector(procs)
	if n > 1 { // a single operation takes longer than all that is cold at its beginning
		if err := b.warm(key, n); err != nil {
			return t, err
		}
	}
	w := newWork(b, key, n, max(1, int(target/pieceNs)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu := cpuTime()
	err = w.run()
	t.CPUNs = max(0, float64(cpuTime()-cpu)-w.gaugesNs())
	runtime.ReadMemStats(&after)
	t.HandoffNs = w.meanHandoff()
	if err != nil {
		return t, err
	}
	t.N = n * len(b.loops)
	t.WallNs = w.wallNs()
	t.Bytes = float64(after.TotalAlloc - before.TotalAlloc)
	t.Allocs = float64(after.Mallocs - before.Mallocs)
	t.YardNs = yardOf(w.yards())
	return t, nil
}

// warmFor is how long a block is warmed at least. It is about what a fresh loop takes for the first 4 MiB after a collection,
// which are cold: blocks of 5 ms that began with 0.25 ms took 1.5 times as long as steady ones where memory is most
// of the work, and the more the fewer operations they had.
const warmFor = 2 * time.Millisecond

// warm runs a twentieth of a block, again and again for a while.
func (b *bench) warm(key string, n int) error {
	for start := time.Now(); ; {
		if err := b.run(key, max(1, n/20)); err != nil || time.Since(start) >= warmFor {
			return err
		}
	}
}

func (b *bench) run(key string, n int) error {
	if len(b.loops) == 1 {
		return b.loops[0][key](n)
	}
	var wg sync.WaitGroup
	errs := make([]error, len(b.loops))
	for i, l := range b.loops {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer recovered(&errs[i])
			errs[i] = l[key](n)
		}()
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// setUp runs operations of a loop until none of them pays for lazy set-up any more.
func (b *bench) setUp(key string) (err error) {
	defer recovered(&err)
	return untilSteady(func() (time.Duration, error) {
		start := time.Now()
		err := b.run(key, 1)
		return time.Since(start), err
	})
}

// untilSteady calls op until as many calls in turn as calmOps, or as take calmTime, were about equally fast. sonic compiles code for a type when a
// value that holds it is met for the first time: with one operation before the first block, 20 ms were measured for go-github's Issue,
// which takes 0.12 ms to encode.
func untilSteady(op func() (time.Duration, error)) error {
	const (
		calmOps  = 64
		calmTime = 20 * time.Millisecond
		slack    = 500 * time.Microsecond
		longest  = 2 * time.Second
	)
	fastest := time.Duration(math.MaxInt64)
	n, calm := 0, time.Duration(0)
	for total := time.Duration(0); total < longest; {
		took, err := op()
		if err != nil {
			return err
		}
		total += took
		n, calm = n+1, calm+took
		if took-slack > 8*min(fastest, longest) || fastest-slack > 8*took { // this one, or those before it
			n, calm = 0, 0
		}
		if fastest = min(fastest, took); n >= calmOps || n >= 4 && calm >= calmTime {
			break
		}
	}
	return nil
}

// calibrate finds how many operations make a block of about target ns.
func (b *bench) calibrate(key string, target float64, procs int) (n int, err error) {
	defer recovered(&err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	runtime.GC()
	setCollector(procs)
	for n = 1; ; {
		start := time.Now()
		if err := b.run(key, n); err != nil {
			return 0, err
		}
		took := max(float64(time.Since(start)), 1)
		if took >= target/4 {
			best, err := b.best(key, n, took)
			return max(1, int(float64(n)*target/best)), err
		}
		n = min(n*20, int(float64(n)*target/took)+1)
	}
}

// best is what n operations take, given one time that may have been disturbed: too few operations would be measured
// for it in every round. Long ones are not repeated.
func (b *bench) best(key string, n int, took float64) (float64, error) {
	for i := 0; i < 2 && n > 1; i++ {
		start := time.Now()
		if err := b.run(key, n); err != nil {
			return took, err
		}
		took = min(took, max(float64(time.Since(start)), 1))
	}
	return took, nil
}
