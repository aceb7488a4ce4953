package memory

import (
	"runtime"
	"sync"
)

// chunk is memory outside the heap that is released when nothing refers to it any more.
type chunk struct {
	free []byte
}

var current struct {
	sync.Mutex
	chunk *chunk
	taken int // bytes since the last collection
}

const (
	chunkSize    = 1 << 20
	collectAfter = 256 << 20 // bytes after which a collection is started, since the collector does not know about this memory
)

// outsideHeap allocates n bytes of memory outside the heap, which live as long as owner. Many pieces share a chunk: with separate
// pages, all pieces would compete for the same few sets of the processor's cache.
func outsideHeap(n int) (mem []byte, owner any) {
	current.Lock()
	defer current.Unlock()
	room := (n + 15) &^ 15
	if current.chunk == nil || len(current.chunk.free) < room {
		if current.taken += room; current.taken > collectAfter {
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
