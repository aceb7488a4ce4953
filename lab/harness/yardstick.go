package harness

import (
	"slices"
	"time"
)

// A yard is a fixed piece of work that has nothing to do with any codec.
type yard struct {
	memory [1 << 11]uint64 // 16 KiB: half of the first cache, so that it depends little on what else was in it
	sums   [8]uint64
}

const (
	yardPasses = 20 // over the memory: 28 µs on an undisturbed AMD EPYC
	yardWarm   = 1  // passes before them, untimed: a codec may have taken the cache
)

// yards are those of the goroutines of a block.
var yards []*yard

// yardAt is the yard of a goroutine. They are kept, so that they are made and touched once.
func yardAt(i int) *yard {
	for len(yards) <= i {
		yards = append(yards, &yard{})
	}
	return yards[i]
}

// time tells how fast the machine is at this moment, in ns of a yardstick. A neighbour on the same core makes
// everything up to 1.8 times slower, and no kernel reports that as stolen.
//
// The work is eight independent chains, since the neighbour takes execution slots and not latency:
// its time follows that of JSON encoding with a correlation of 0.97, where one chain of multiplications
// hardly noticed.
func (y *yard) time() float64 {
	y.work(yardWarm)
	start := time.Now()
	y.work(yardPasses)
	return float64(time.Since(start))
}

func (y *yard) work(passes int) {
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

// yardLimit bounds what one yardstick counts for, as a multiple of their median: a collection or the scheduler may
// have come in between.
const yardLimit = 2.5

// yardOf is the mean of yardsticks, sorted on the way. It follows the share of a block that was disturbed, which their median does not.
func yardOf(list []float64) float64 {
	slices.Sort(list)
	limit := yardLimit * list[len(list)/2]
	sum := 0.0
	for _, t := range list {
		sum += min(t, limit)
	}
	return sum / float64(len(list))
}
