package harness

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// parallelHeap is how much a parallel block allocates at least before the collector runs, however little is live. On an almost empty heap the collector
// runs every 4 MiB and takes a core of two for much of the time, and how the goroutines fall in with that makes two speeds: with
// 64 MiB an allocation of 1.5 KB takes 8 % longer, but a parallel encoder of it 1.1 µs instead of 1.7, and the noise floor is half
// as high. A service that has work for all its cores has such a heap. 64 MiB of live memory do the same, but took 24 ms of each block to
// get ready.
const parallelHeap = 64 << 20

// defaultPercent is the collector's setting where nothing else is said.
const defaultPercent = 100

// smallestHeap is what the collector with its default setting takes for the live memory of a heap that has less.
const smallestHeap = 4 << 20

// settled says that the pages of such a heap have been touched.
var settled bool

// setCollector sets when the collector runs in a block on so many goroutines, given what is live now. The setting stays until the next
// block, since the runtime gives memory beyond its goal back in between.
func setCollector(procs int) {
	if procs == 1 {
		debug.SetGCPercent(defaultPercent)
		return
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	debug.SetGCPercent(max(defaultPercent, int(100*parallelHeap/max(stats.HeapAlloc, smallestHeap))))
	if !settled {
		settled = true
		settle()
	}
}

// settle allocates until the collector has run twice, so that no block pays for new pages.
func settle() {
	var page atomic.Pointer[[4096]byte] // so that the compiler does not leave out an allocation
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	for until := stats.NumGC + 2; stats.NumGC < until; runtime.ReadMemStats(&stats) {
		for range 1024 {
			page.Store(new([4096]byte))
		}
	}
}
