package harness

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Timing is one block as the runner saw it.
type Timing struct {
	N      int     `json:"n"`      // operations, of all goroutines
	WallNs float64 `json:"wallNs"` // of the timed loop
	CPUNs  float64 `json:"cpuNs"`  // of the process meanwhile
	Bytes  float64 `json:"bytes"`  // allocated, in all
	Allocs float64 `json:"allocs"` // allocations, in all

	// The yardstick's time right before and after, in ns: how fast the machine was.
	YardBefore float64 `json:"yardBefore"`
	YardAfter  float64 `json:"yardAfter"`
}

// OK reports whether t is there and can be a timing: it took time, and nothing is negative.
func (t *Timing) OK() bool {
	return t != nil && t.N > 0 && t.WallNs > 0 && t.CPUNs >= 0 && t.Bytes >= 0 && t.Allocs >= 0
}

// block runs n operations on each goroutine of b, timed.
func (b *bench) block(key string, n int, procs int) (t Timing, err error) {
	defer recovered(&err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	runtime.GC()
	t.YardBefore = yardstick()
	var before, after runtime.MemStats
	if err := b.warm(key, n); err != nil {
		return t, err
	}
	runtime.ReadMemStats(&before)
	cpu := cpuTime()
	start := time.Now()
	err = b.run(key, n)
	t.WallNs = float64(time.Since(start))
	t.CPUNs = float64(cpuTime() - cpu)
	runtime.ReadMemStats(&after)
	t.N = n * len(b.loops)
	t.Bytes = float64(after.TotalAlloc - before.TotalAlloc)
	t.Allocs = float64(after.Mallocs - before.Mallocs)
	runtime.GC() // or the yardstick would pay for a collection that the block began
	t.YardAfter = yardstick()
	return t, err
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

// calibrate finds how many operations make a block of about target ns.
func (b *bench) calibrate(key string, target float64, procs int) (n int, err error) {
	defer recovered(&err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	if err := b.run(key, 1); err != nil { // the first operation pays for lazy set-up
		return 0, err
	}
	runtime.GC()
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

// loopKey is the loop of an operation in a mode, and whether it runs in parallel.
func loopKey(op, mode string) (key, form string, parallel bool, err error) {
	f := strings.Split(mode, ",")
	if len(f) != 4 {
		return "", "", false, fmt.Errorf("mode %q: want form,memory,strings,procs", mode)
	}
	return op + "/" + strings.Join(f[:3], ","), f[0], f[3] == "par", nil
}
