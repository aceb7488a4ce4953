package harness

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// parallelHeap is the minimum number of bytes that a parallel block allocates between two garbage collections. With the default setting, an
// almost empty heap is collected every 4 MiB, which occupies one of two cores for much of the time, and the speed depends on how the goroutines
// happen to interleave with the collector. With 64 MiB, an allocation of 1.5 KB takes 8 % longer, but encoding 1.5 KB in parallel takes 1.1 µs
// instead of 1.7 µs, and the noise floor is half as high. A service that keeps all cores busy has a heap of this size. Keeping 64 MiB live has
// the same effect, but took 24 ms to prepare for each block.
const parallelHeap = 64 << 20

// defaultPercent is the default of GOGC.
const defaultPercent = 100

// minHeap is the size in bytes of the live heap that the collector assumes, with the default setting, if less is live.
const minHeap = 4 << 20

// heapTouched reports whether touchHeap has run.
var heapTouched bool

// setCollector sets GOGC for a block on procs goroutines, according to the live memory. The setting stays until the next block, because the
// runtime would return memory beyond a smaller goal to the system.
func setCollector(procs int) {
	if procs == 1 {
		debug.SetGCPercent(defaultPercent)
		return
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	debug.SetGCPercent(max(defaultPercent, int(100*parallelHeap/max(stats.HeapAlloc, minHeap))))
	if !heapTouched {
		heapTouched = true
		touchHeap()
	}
}

// touchHeap allocates until the collector has run twice, so that blocks do not include page faults for new memory.
func touchHeap() {
	var page atomic.Pointer[[4096]byte] // prevents the compiler from removing the allocations
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	for until := stats.NumGC + 2; stats.NumGC < until; runtime.ReadMemStats(&stats) {
		for range 1024 {
			page.Store(new([4096]byte))
		}
	}
}
