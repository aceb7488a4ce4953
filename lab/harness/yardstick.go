package harness

import "time"

var (
	yardMemory [1 << 13]uint64 // 64 KiB: more than the first cache holds, less than the second
	yardSum    [8]uint64
)

// yardstick times a fixed piece of work that has nothing to do with any codec, about 0.1 ms. It tells
// how fast the machine is at this moment: a neighbour on the same core makes everything 1.4 to 1.8 times
// slower, and no kernel reports that as stolen. It is to be called when no collection is under way.
//
// The work is eight independent chains, since the neighbour takes execution slots and not latency:
// its time follows that of JSON decoding with a correlation of 0.90, where one chain of multiplications
// had 0.33 and hardly noticed.
func yardstick() float64 {
	start := time.Now()
	a, b, c, d, e, f, g, h := yardSum[0], yardSum[1], yardSum[2], yardSum[3], yardSum[4], yardSum[5], yardSum[6], yardSum[7]
	for range 40 {
		m := yardMemory[:]
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
	yardSum = [8]uint64{a, b, c, d, e, f, g, h}
	return float64(time.Since(start))
}
