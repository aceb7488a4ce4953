package harness

import (
	"sync"
	"sync/atomic"
	"time"
)

// pieceNs is the length of a piece. A block is timed in pieces, with a yardstick between them: a neighbour on the same core comes and goes within
// milliseconds. Pieces of 0.5 ms and yardsticks of 0.03 ms left a spread (interquartile) of 3 to 6 % of blocks of 20 ms that
// had one of 13 to 17 %; pieces of 2 ms left 7 to 12 %. The goroutines of a parallel block time their own pieces and yardsticks, without waiting
// for each other: with pieces of 5 ms that all began together, and yardsticks of all at once between them, two runs had 32 % of 196 parallel medians
// within 5 % of each other, and now 78 %.
const pieceNs = 0.5e6

// work is the pieces of a block. Its goroutines take them one by one until none is left, so that they end at about the same time.
type work struct {
	pieces  int // of all goroutines
	ops     int // of all goroutines
	next    atomic.Int64
	until   int // the piece after the last one that is taken now
	workers []*worker
	// handoffs are the distances between the processors before the pieces, after each part of them, and at the end, in ns.
	handoffs  []float64
	handoffNs float64 // processor time spent on these
}

// workParts is the number of parts of a block on several goroutines. The distance between the processors is measured between them.
const workParts = 4

// A worker is one goroutine of a block.
type worker struct {
	loop   func(n int) error
	yard   *yard
	yards  []float64 // the times of its yardsticks, in ns
	timeNs float64   // of its pieces
	spent  float64   // ns, of its yardsticks and what is around them
	ops    int
	err    error
}

// newWork plans n operations on each goroutine of b, in so many pieces each.
func newWork(b *bench, key string, n, pieces int) *work {
	pieces = min(pieces, n)
	w := &work{pieces: pieces * len(b.loops), ops: n * len(b.loops)}
	for i, l := range b.loops {
		w.workers = append(w.workers, &worker{loop: l[key], yard: yardAt(i), yards: make([]float64, 0, w.pieces+workParts)})
	}
	return w
}

// run runs all pieces. With several goroutines, it measures the distance between the processors before, between and after the parts.
func (w *work) run() error {
	if len(w.workers) == 1 {
		w.until = w.pieces
		w.takePieces(w.workers[0])
		return w.workers[0].err
	}
	w.measureHandoff()
	for part := 1; part <= workParts; part++ {
		w.next.Store(int64(w.until))
		w.until = w.pieces * part / workParts
		if err := w.runPart(); err != nil {
			return err
		}
		w.measureHandoff()
	}
	return nil
}

func (w *work) measureHandoff() {
	start := time.Now()
	if ns := handoffNs(len(w.workers)); ns > 0 {
		w.handoffs = append(w.handoffs, ns)
	}
	w.handoffNs += float64(time.Since(start)) * float64(len(w.workers))
}

// meanHandoff returns the mean of the measured distances, or 0 if fewer than half of the measurements have a result.
func (w *work) meanHandoff() float64 {
	if 2*len(w.handoffs) <= workParts {
		return 0
	}
	sum := 0.0
	for _, ns := range w.handoffs {
		sum += ns
	}
	return sum / float64(len(w.handoffs))
}

// runPart runs the pieces before w.until on all goroutines.
func (w *work) runPart() error {
	var ready, done sync.WaitGroup
	ready.Add(len(w.workers))
	for _, k := range w.workers {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			w.takePieces(k)
		})
	}
	done.Wait()
	for _, k := range w.workers {
		if k.err != nil {
			return k.err
		}
	}
	return nil
}

// takePieces runs pieces until none is left, with a yardstick before the first, between them and after the last.
func (w *work) takePieces(k *worker) {
	defer recovered(&k.err)
	k.measure()
	for k.err == nil {
		i := int(w.next.Add(1)) - 1
		if i >= w.until {
			return
		}
		ops := w.ops*(i+1)/w.pieces - w.ops*i/w.pieces
		start := time.Now()
		k.err = k.loop(ops)
		k.timeNs += float64(time.Since(start))
		k.ops += ops
		k.measure()
	}
}

func (k *worker) measure() {
	start := time.Now()
	k.yards = append(k.yards, k.yard.time())
	k.spent += float64(time.Since(start))
}

// wallNs is the time that the operations take if all goroutines go on at the rate that each had while it ran its pieces.
func (w *work) wallNs() float64 {
	rate := 0.0
	for _, k := range w.workers {
		if k.timeNs > 0 {
			rate += float64(k.ops) / k.timeNs
		}
	}
	return float64(w.ops) / rate
}

// gaugesNs returns the processor time spent on yardsticks and on the distance between the processors.
func (w *work) gaugesNs() float64 {
	ns := w.handoffNs
	for _, k := range w.workers {
		ns += k.spent
	}
	return ns
}

func (w *work) yards() (list []float64) {
	for _, k := range w.workers {
		list = append(list, k.yards...)
	}
	return list
}
