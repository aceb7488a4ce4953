package harness

import (
	"sync"
	"sync/atomic"
	"time"
)

// pieceNs is the length of a piece in ns. A block is timed in pieces, with a yardstick before and after each, because a neighbour on the same core
// comes and goes within milliseconds. The interquartile spread of blocks of 20 ms was 13 to 17 % as measured, 7 to 12 % after the correction with
// pieces of 2 ms, and 3 to 6 % with pieces of 0.5 ms and yardsticks of 0.03 ms. The goroutines of a parallel block time their own pieces and
// yardsticks and do not wait for each other. When all goroutines began pieces of 5 ms together, with yardsticks in between, 32 % of 196 parallel
// medians of two runs were within 5 % of each other, instead of 78 %.
const pieceNs = 0.5e6

// work is the work of a block. Its goroutines take pieces one by one until none is left, so that they end at about the same time.
type work struct {
	pieces  int          // of all goroutines
	ops     int          // of all goroutines
	next    atomic.Int64 // number of the next piece
	until   int          // number of the first piece after the current part
	workers []*worker
	// handoffs has the distances between the processors before and after each part, in ns.
	handoffs  []float64
	handoffNs float64 // processor time spent on measuring them
}

// workParts is the number of parts of a parallel block. The distance between the processors is measured before and after each part.
const workParts = 4

// A worker is one goroutine of a block.
type worker struct {
	loop      func(n int) error
	yardstick *yardstick
	yardTimes []float64 // times of its yardsticks, in ns
	piecesNs  float64   // time of its pieces
	spentNs   []float64 // what each yardstick has taken, with its warm-up: see spent
	alone     bool      // it is the only goroutine of the block
	ops       int
	err       error
}

// newWork returns the work of n operations for each goroutine of b, in the given number of pieces each.
func newWork(b *bench, key string, n, pieces int) *work {
	pieces = min(pieces, n)
	w := &work{pieces: pieces * len(b.loops), ops: n * len(b.loops)}
	for i, l := range b.loops {
		w.workers = append(w.workers, &worker{loop: l[key], alone: len(b.loops) == 1, yardstick: yardstickFor(i), yardTimes: make([]float64, 0, w.pieces+workParts), spentNs: make([]float64, 0, w.pieces+workParts)})
	}
	return w
}

// run runs all pieces. With several goroutines, it also measures the distance between the processors before and after each part.
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

// measureHandoff measures the distance between the processors once.
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

// runPart runs the remaining pieces before w.until on all goroutines.
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
		k.piecesNs += float64(time.Since(start))
		k.ops += ops
		k.measure()
	}
}

// measure runs a yardstick.
func (k *worker) measure() {
	ns := spent(k.alone, func() { k.yardTimes = append(k.yardTimes, k.yardstick.time()) })
	k.spentNs = append(k.spentNs, ns)
}

// spent returns the time in ns that f takes: CPU time of the process if alone says that no other goroutine runs and if CPU time is known, else wall time.
// Wall time includes the time in which other programs have the processor, and CPU time that of other threads of the process: the smaller one counts.
func spent(alone bool, f func()) float64 {
	start, cpu := time.Now(), cpuTime()
	f()
	used, wall := cpuTime()-cpu, float64(time.Since(start))
	if alone && used > 0 {
		return min(float64(used), wall)
	}
	return wall
}

// wallNs returns the time in ns that all operations take if each goroutine continuously runs at the rate of its pieces.
func (w *work) wallNs() float64 {
	rate := 0.0
	for _, k := range w.workers {
		if k.piecesNs > 0 {
			rate += float64(k.ops) / k.piecesNs
		}
	}
	return float64(w.ops) / rate
}

// gaugesNs returns the processor time in ns spent on yardsticks and on measuring the distance between the processors. What the collector or another
// thread used during a yardstick is not part of it: it counts for the operations.
func (w *work) gaugesNs() float64 {
	ns := w.handoffNs
	for _, k := range w.workers {
		ns += meanYardstick(k.spentNs) * float64(len(k.spentNs))
	}
	return ns
}

// yardstickTimes returns the times of all yardsticks, in ns.
func (w *work) yardstickTimes() (list []float64) {
	for _, k := range w.workers {
		list = append(list, k.yardTimes...)
	}
	return list
}
