package harness

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"bale/runner/measure"
)

// A MemoryUse is the memory of one decoded value.
type MemoryUse struct {
	Bytes   float64 `json:"bytes"`   // live bytes
	Objects float64 `json:"objects"` // live objects
}

// Calls holds the times of the first calls in a process, in nanoseconds. Encode is 0 for a serializer that only decodes, and
// Decode for one that only encodes.
type Calls struct {
	Encode float64 `json:"encode"`
	Decode float64 `json:"decode"`
}

const (
	memoryValues    = 256
	memoryBytes     = 1 << 20 // minimum size of all decoded values, so that other live memory does not matter
	maxMemoryCopies = 64      // maximum number of copies of each value
)

// memoryUse decodes sample values, keeps all of them, and measures the growth of live memory. It does not count memory that the codec keeps for
// itself, nor the messages that values of an alias class point into, because both exist before.
func (a *adapter) memoryUse(src source) (*MemoryUse, error) {
	messages, err := a.messages(src, memoryValues)
	if err != nil {
		return nil, err
	}
	l := a.newCoder()
	if l.dec == "" {
		return nil, errOnlyEncodes
	}
	copies := maxMemoryCopies
	size := 0
	for _, b := range messages {
		size += len(b)
	}
	copies = max(1, min(copies, memoryBytes/max(size, 1)))
	kept := make([]reflect.Value, 0, copies*len(messages))
	decode := func(copies int) error {
		for range copies {
			for _, b := range messages {
				if strings.Contains(l.dec, string(measure.Reuse)) {
					l = a.newCoder() // otherwise the next value would overwrite this one
				}
				v, err := l.decode(b)
				if err != nil {
					return err
				}
				kept = append(kept, v)
			}
		}
		return nil
	}
	if err := decode(1); err != nil {
		return nil, err
	}
	kept = slices.Delete(kept, 0, len(kept)) // also clears the elements
	bytesBefore, objectsBefore := liveHeapUse()
	if err := decode(copies); err != nil {
		return nil, err
	}
	bytesAfter, objectsAfter := liveHeapUse()
	n := float64(len(kept))
	runtime.KeepAlive(kept)
	runtime.KeepAlive(messages)
	return &MemoryUse{max(0, float64(bytesAfter)-float64(bytesBefore)) / n, max(0, float64(objectsAfter)-float64(objectsBefore)) / n}, nil
}

// liveHeapUse returns the live bytes and objects after three collections. The first one does not free the contents of pools.
func liveHeapUse() (bytes, objects uint64) {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, m.HeapObjects
}

// firstCalls times the first encoding and the first decoding, including their set-up. It must be called once in a process, before anything else.
func (a *adapter) firstCalls(src source) (*Calls, error) {
	src.Count = 1
	values, err := a.values(src)
	if err != nil {
		return nil, err
	}
	var c Calls
	start := time.Now()
	l := a.newCoder()
	b, err := l.encode(values.Index(0))
	if l.enc != "" {
		c.Encode = float64(time.Since(start))
	}
	if err != nil || l.dec == "" {
		return &c, err
	}
	b = slices.Clone(b)
	start = time.Now()
	_, err = l.decode(b)
	c.Decode = float64(time.Since(start))
	return &c, err
}

// A node is an object of the large live heap. The collector follows its pointers.
type node struct {
	left, right *node
	_           [6]uint64 // without pointers
}

const (
	liveHeap   = 1 << 30
	nodeSize   = 64
	heapPieces = 64
)

// underLiveHeap returns the mean time to decode a message while liveHeap bytes of small objects are live, in ns. It decodes for target ns and
// until the collector has run twice, but for at most ten times target.
func (a *adapter) underLiveHeap(src source, target float64) (float64, error) {
	messages, err := a.messages(src, knownValues)
	if err != nil {
		return 0, err
	}
	l := a.newCoder()
	if l.dec == "" {
		return 0, errOnlyEncodes
	}
	heap := tree(liveHeap / nodeSize)
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	until := stats.NumGC + 2
	n, start := 0, time.Now()
	for elapsed := 0.0; elapsed < target || elapsed < 10*target && stats.NumGC < until; elapsed = float64(time.Since(start)) {
		for range heapPieces {
			for _, b := range messages {
				if _, err := l.decode(b); err != nil {
					return 0, err
				}
			}
			n += len(messages)
			if float64(time.Since(start)) > 10*target {
				break
			}
		}
		runtime.ReadMemStats(&stats)
	}
	ns := float64(time.Since(start)) / float64(n)
	runtime.KeepAlive(heap)
	return ns, nil
}

// tree returns a tree of n nodes.
func tree(n int) *node {
	if n < 1 {
		return nil
	}
	return &node{left: tree((n - 1) / 2), right: tree(n - 1 - (n-1)/2)}
}
