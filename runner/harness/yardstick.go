package harness

import (
	"slices"
	"time"
)

// A yardstick is a fixed piece of work that does not depend on any codec. Its time measures the speed of the machine.
type yardstick struct {
	memory [1 << 11]uint64 // 16 KiB: half of the first-level cache, so that the time depends little on the cache's previous contents
	sums   [8]uint64
}

const (
	yardstickPasses = 20 // timed passes over the memory: 28 µs on an undisturbed AMD EPYC
	yardstickWarmUp = 1  // untimed passes before them, because a codec may have evicted the memory from the cache
)

// yardsticks has the yardsticks of the goroutines of a block.
var yardsticks []*yardstick

// yardstickFor returns the yardstick of goroutine i. Yardsticks are reused by all blocks.
func yardstickFor(i int) *yardstick {
	for len(yardsticks) <= i {
		yardsticks = append(yardsticks, &yardstick{})
	}
	return yardsticks[i]
}

// time runs the work and returns its time in ns. With a neighbour on the same core, everything takes up to 1.8 times as long, and the kernel does
// not report this as stolen time.
//
// The work consists of eight independent chains of additions, because a neighbour takes execution slots but does not increase latencies. The time
// follows that of JSON encoding with a correlation of 0.97. A single chain of multiplications was hardly affected.
func (y *yardstick) time() float64 {
	y.work(yardstickWarmUp)
	start := time.Now()
	y.work(yardstickPasses)
	return float64(time.Since(start))
}

// work makes the given number of passes over the memory.
func (y *yardstick) work(passes int) {
	a, b, c, d, e, f, g, h := y.sums[0], y.sums[1], y.sums[2], y.sums[3], y.sums[4], y.sums[5], y.sums[6], y.sums[7]
	for range passes {
		m := y.memory[:]
		for i := 0; i+8 <= len(m); i += 8 {
			q := m[i : i+8 : i+8]
			a += q[0] ^ a>>3
			b += q[1] ^ b>>3
			c += q[2] ^ c>>3
			d += q[3] ^ d>>3
			e += q[4] ^ e>>3
			f += q[5] ^ f>>3
			g += q[6] ^ g>>3
			h += q[7] ^ h>>3
			q[0], q[3] = a, d
		}
	}
	y.sums = [8]uint64{a, b, c, d, e, f, g, h}
}

// maxYardstick is the maximum at which a yardstick counts, as a multiple of the median. A longer one was interrupted by a garbage collection, another thread
// or the scheduler.
const maxYardstick = 2.5

// meanYardstick returns the mean of the times in list, which it sorts, limited by maxYardstick. Unlike the median, the mean reflects which part of
// a block was disturbed.
func meanYardstick(list []float64) float64 {
	slices.Sort(list)
	limit := maxYardstick * list[len(list)/2]
	sum := 0.0
	for _, t := range list {
		sum += min(t, limit)
	}
	return sum / float64(len(list))
}
