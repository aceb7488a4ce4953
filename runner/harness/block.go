package harness

import (
	"math"
	"runtime"
	"sync"
	"time"
)

// A Timing holds the measurements of one block.
type Timing struct {
	N      int     `json:"n"`      // number of operations of all goroutines
	WallNs float64 `json:"wallNs"` // wall time of the operations
	CPUNs  float64 `json:"cpuNs"`  // CPU time of the process, without the yardsticks and handoffs; 0 if the system does not report it
	OwnNs  float64 `json:"ownNs"`  // CPU time and the time in which the process waited for anything but a processor; 0 if it is not known
	Bytes  float64 `json:"bytes"`  // allocated bytes of all operations
	Allocs float64 `json:"allocs"` // allocations of all operations
	YardNs float64 `json:"yardNs"` // mean time of the yardsticks between the pieces: the speed of the machine
	// HandoffNs is the distance between the processors, in ns: the mean of several measurements during the block. It is 0 with one goroutine, and
	// if it is not known.
	HandoffNs float64 `json:"handoffNs"`
}

// OK reports whether t is not nil and plausible: the times and N are positive, and nothing is negative.
func (t *Timing) OK() bool {
	return t != nil && t.N > 0 && t.WallNs > 0 && t.YardNs > 0 && t.CPUNs >= 0 && t.OwnNs >= 0 && t.Bytes >= 0 && t.Allocs >= 0 && t.HandoffNs >= 0
}

// block times n operations on each goroutine of b. They are expected to take about target ns.
func (b *bench) block(key string, n int, target float64, procs int) (t Timing, err error) {
	defer recovered(&err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	runtime.GC()
	setCollector(procs)
	start := used(procs) // before the warm-up, which runs the same loop, since it takes a while to find out
	if n > 1 {           // a single operation is so long that a cold start does not matter
		if err := b.warmUp(key, n); err != nil {
			return t, err
		}
	}
	w := newWork(b, key, n, max(1, int(target/pieceNs)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu := cpuTime()
	err = w.run()
	if cpu > 0 {
		t.CPUNs = max(1, float64(cpuTime()-cpu)-w.gaugesNs())
	}
	runtime.ReadMemStats(&after)
	t.OwnNs = t.CPUNs * used(procs).ownShare(start)
	t.HandoffNs = w.meanHandoff()
	if err != nil {
		return t, err
	}
	t.N = n * len(b.loops)
	t.WallNs = w.wallNs()
	t.Bytes = float64(after.TotalAlloc - before.TotalAlloc)
	t.Allocs = float64(after.Mallocs - before.Mallocs)
	t.YardNs = meanYardstick(w.yardstickTimes())
	return t, nil
}

// minWarmUp is the minimum duration of the untimed operations before a block. It is about the time that a loop takes to allocate the first 4 MiB
// after a collection, which are not in the cache. After 0.25 ms, blocks of 5 ms that mostly allocate took 1.5 times as long as in a steady state.
const minWarmUp = 2 * time.Millisecond

// warmUp runs a twentieth of a block, repeatedly until minWarmUp has passed.
func (b *bench) warmUp(key string, n int) error {
	for start := time.Now(); ; {
		if err := b.run(key, max(1, n/20)); err != nil || time.Since(start) >= minWarmUp {
			return err
		}
	}
}

// run runs n operations of a loop on each goroutine.
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

// setUp runs operations of a loop until they no longer include the codec's lazy set-up. If an operation is known to be longer than half a block, setUp
// runs one: such a value has so many elements that it encounters all types. With a second one, the operations of nested-10000 before the first blocks
// of processes took a tenth of the time of a run of all codecs.
func (b *bench) setUp(key string, long bool) (err error) {
	defer recovered(&err)
	if long {
		return b.run(key, 1)
	}
	return untilSteady(func() (time.Duration, error) {
		start := time.Now()
		err := b.run(key, 1)
		return time.Since(start), err
	})
}

// longOpNs is the time in ns from which an operation is measured without set-up. The largest set-up that was seen takes 2 % of it: sonic compiles code for
// 20 ms. With a set-up operation in each process, the operations of goccy-yaml and others that take 1 to 14 s took 150 s of a run of all codecs.
const longOpNs = 1e9

// longerThanSetUp reports whether the request is for a block of one operation that is known to be so long that the codec's set-up does not matter.
func (r *Request) longerThanSetUp() bool { return r.Do == Block && r.N == 1 && r.OpNs >= longOpNs }

// untilSteady calls op until steadyOps calls in a row, or calls that take steadyTime together, were about as fast as the call before them, and for
// at most maxTotal. op returns the time that it took. One call is not enough: sonic compiles code for a type when it first encounters a value of
// the type, so with one operation before the first block, go-github's Issue was measured at 20 ms instead of 0.12 ms. Of an operation that takes
// steadyTime, two calls are enough: it encounters all types in the first one.
func untilSteady(op func() (time.Duration, error)) error {
	const (
		steadyOps  = 64
		steadyTime = 20 * time.Millisecond
		slack      = 500 * time.Microsecond
		maxTotal   = 2 * time.Second
	)
	fastest := time.Duration(math.MaxInt64)
	n, steadyFor := 0, time.Duration(0)
	for total := time.Duration(0); total < maxTotal; {
		took, err := op()
		if err != nil {
			return err
		}
		total += took
		n, steadyFor = n+1, steadyFor+took
		if took-slack > 8*min(fastest, maxTotal) || fastest-slack > 8*took { // this call was slow, or the calls before it
			n, steadyFor = 0, 0
		}
		if fastest = min(fastest, took); n >= steadyOps || steadyFor >= steadyTime {
			break
		}
	}
	return nil
}

// calibrate returns the number of operations in a block of about target ns, and the time of an operation in ns.
func (b *bench) calibrate(key string, target float64, procs int) (n int, opNs float64, err error) {
	defer recovered(&err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	runtime.GC()
	setCollector(procs)
	return calibrated(target, func(n int) (float64, error) {
		start, cpu := time.Now(), cpuTime()
		err := b.run(key, n)
		return ownTime(time.Since(start), time.Duration(cpuTime()-cpu), procs), err
	})
}

// ownTime returns the time in ns that operations took without the time in which other programs had the processor, if the CPU time is known. By the wall time,
// blocks that were calibrated on a busy machine took 0.3 ms instead of 5 ms, and the collector ran in none of them.
func ownTime(wall, cpu time.Duration, procs int) float64 {
	if procs == 1 && cpu > 0 {
		wall = min(wall, cpu)
	}
	return max(float64(wall), 1)
}

// calibrated is calibrate with a function that returns the time of n operations in ns.
func calibrated(target float64, run func(n int) (float64, error)) (n int, opNs float64, err error) {
	for n = 1; ; {
		took, err := fastest(n, target, run)
		if err != nil {
			return 0, 0, err
		}
		if took >= target/4 {
			return max(1, int(float64(n)*target/took)), took / float64(n), nil
		}
		n = min(n*20, int(float64(n)*target/took)+1)
	}
}

// fastest returns the time of n operations in ns, if it is at least a quarter of target the shortest of three: one disturbed time would lead to blocks that are
// too short in all rounds. ffjson's decoding of block was once calibrated as longer than a block of 5 ms, and takes 0.3 ms. An operation that takes more than
// four blocks is not repeated.
func fastest(n int, target float64, run func(n int) (float64, error)) (float64, error) {
	least := math.Inf(1)
	for range 3 {
		took, err := run(n)
		if err != nil {
			return 0, err
		}
		least = min(least, took)
		if least < target/4 || n == 1 && least > 4*target {
			break
		}
	}
	return least, nil
}
