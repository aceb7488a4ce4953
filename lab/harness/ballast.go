package harness

import (
	"runtime"
	"sync/atomic"
)

// ballastSize is the live heap of a parallel block: the collector then runs every 64 MiB and not every 4. On an almost
// empty heap it takes a core of two for much of the time, and how the goroutines fall in with that makes two speeds: with ballast
// an allocation of 1.5 KB takes 8 % longer, but a parallel encoder of it 1.1 µs instead of 1.7, and the noise floor is half as
// high. A service that has work for all its cores has such a heap.
const ballastSize = 64 << 20

const pageSize = 4096

// settled says that the pages of a heap with ballast have been touched.
var settled bool

// ballast is memory without pointers, to be kept alive for a block.
func ballast() []byte {
	b := make([]byte, ballastSize)
	for i := 0; i < len(b); i += pageSize {
		b[i] = 1
	}
	if !settled {
		settled = true
		settle()
	}
	return b
}

// settle allocates until the collector has run twice, so that no block pays for new pages.
func settle() {
	var page atomic.Pointer[[pageSize]byte] // so that the compiler does not leave out an allocation
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	for until := stats.NumGC + 2; stats.NumGC < until; runtime.ReadMemStats(&stats) {
		for i := 0; i < 4<<20; i += pageSize {
			page.Store(new([pageSize]byte))
		}
	}
}
