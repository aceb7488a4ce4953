package memory

import (
	"runtime"
	"sync"
)

// chunk is memory that is given back when nobody holds it any more.
type chunk struct {
	free []byte
}

var current struct {
	sync.Mutex
	chunk *chunk
	taken int // since the last collection
}

const (
	chunkSize = 1 << 20
	patience  = 256 << 20 // the collector does not see this memory, and has to be told
)

// outside takes n bytes of memory, which live as long as owner does. Many pieces share a chunk:
// pieces with pages of their own would all fall into the same few sets of the processor's cache.
func outside(n int) (mem []byte, owner any) {
	current.Lock()
	defer current.Unlock()
	room := (n + 15) &^ 15
	if current.chunk == nil || len(current.chunk.free) < room {
		if current.taken += room; current.taken > patience {
			current.taken = 0
			runtime.GC()
		}
		whole, release := mapMemory(max(room, chunkSize))
		current.chunk = &chunk{whole}
		runtime.SetFinalizer(current.chunk, func(*chunk) { release() })
	}
	c := current.chunk
	mem, c.free = c.free[:n:n], c.free[room:]
	return mem, c
}
