package harness

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"bale/measure"
)

// A MemoryUse is what one decoded value holds.
type MemoryUse struct {
	Bytes   float64 `json:"bytes"`   // alive, in bytes
	Objects float64 `json:"objects"` // alive
}

// Calls are the times of the first calls in a process, in nanoseconds. A serializer that only decodes has no Encode.
type Calls struct {
	Encode float64 `json:"encode"`
	Decode float64 `json:"decode"`
}

const (
	weighedValues = 256
	weighedBytes  = 1 << 20 // that decoded values have together, so that what else is alive does not count
	weighedCopies = 64      // of each value at most
)

// weigh decodes sample values, keeps all, and sees how much more is alive. What the codec keeps for itself is there already, and so
// are the messages, which values of an alias class point into.
func (a *adapter) weigh(src source) (*MemoryUse, error) {
	messages, err := a.messages(src, weighedValues)
	if err != nil {
		return nil, err
	}
	l := a.fresh()
	copies := weighedCopies
	size := 0
	for _, b := range messages {
		size += len(b)
	}
	copies = max(1, min(copies, weighedBytes/max(size, 1)))
	kept := make([]reflect.Value, 0, copies*len(messages))
	decode := func(copies int) error {
		for range copies {
			for _, b := range messages {
				if strings.Contains(l.dec, string(measure.Reuse)) {
					l = a.fresh() // or the next value takes the memory of this one
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
	kept = slices.Delete(kept, 0, len(kept)) // and clears it
	bytes, objects := alive()
	if err := decode(copies); err != nil {
		return nil, err
	}
	bytes2, objects2 := alive()
	n := float64(len(kept))
	runtime.KeepAlive(kept)
	runtime.KeepAlive(messages)
	return &MemoryUse{max(0, float64(bytes2)-float64(bytes)) / n, max(0, float64(objects2)-float64(objects)) / n}, nil
}

// alive is what is on the heap after collections: the second empties what pools keep over the first.
func alive() (bytes, objects uint64) {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, m.HeapObjects
}

// firstCalls times the first encoding and the first decoding, with what has to be set up for them. It is to be asked for once in a
// process, before all else.
func (a *adapter) firstCalls(src source) (*Calls, error) {
	src.Count = 1
	values, err := a.values(src)
	if err != nil {
		return nil, err
	}
	var c Calls
	start := time.Now()
	l := a.fresh()
	b, err := l.encode(values.Index(0))
	if l.enc != "" {
		c.Encode = float64(time.Since(start))
	}
	if err != nil {
		return nil, err
	}
	b = slices.Clone(b)
	start = time.Now()
	_, err = l.decode(b)
	c.Decode = float64(time.Since(start))
	return &c, err
}

// node is what a large live heap consists of: the collector follows its pointers.
type node struct {
	left, right *node
	_           [6]uint64 // without pointers
}

const (
	liveHeap   = 1 << 30
	nodeSize   = 64
	heapPieces = 64
)

// underLiveHeap is the mean time to decode a message while liveHeap bytes of small objects are alive. It decodes for target ns and
// until the collector has run twice, but no longer than ten times target.
func (a *adapter) underLiveHeap(src source, target float64) (float64, error) {
	messages, err := a.messages(src, knownCount)
	if err != nil {
		return 0, err
	}
	l := a.fresh()
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

// tree makes n nodes.
func tree(n int) *node {
	if n < 1 {
		return nil
	}
	return &node{left: tree((n - 1) / 2), right: tree(n - 1 - (n-1)/2)}
}
