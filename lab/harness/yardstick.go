package harness

import "time"

// yardWords is 64 KiB: more than the first cache holds, less than the second.
const yardWords = 1 << 13

var yardMemory [yardWords]uint64

// yardstick times a fixed piece of work that has nothing to do with any codec, about 0.2 ms of
// arithmetic and memory. It tells how fast the machine is at this moment: a neighbour on the
// same core makes everything 1.5 to 1.8 times slower for some 100 ms, and no kernel reports that as
// stolen. It is to be called when no collection is under way.
func yardstick() float64 {
	start := time.Now()
	h := uint64(1)
	for range 20 {
		for i := range yardMemory {
			h = (h ^ yardMemory[i]) * 0x9e3779b97f4a7c15
			yardMemory[i] = h >> 3
		}
	}
	return float64(time.Since(start))
}
