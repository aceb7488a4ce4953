package json

import "math/bits"

// The powers of ten that the table has. They are enough for all floats of 32 bits, and for floats of 64 bits from 1e-47 to 1e79.
const (
	minPower = -63
	maxPower = 64
)

// A power is a power of ten times a power of two, rounded up to an integer of 128 bits: hi<<64 - lo.
type power struct{ hi, lo uint64 }

// tens has the powers of ten from minPower on. The program computes them when it starts, in less than 10 µs, since their text
// would be longer than this function.
var tens = func() (list [maxPower - minPower + 1]power) {
	x := [5]uint64{2: 1} // 5**p << 128
	for p := 0; p <= maxPower; p++ {
		list[p-minPower] = rounded(&x)
		carry := uint64(0)
		for i, w := range x {
			high, low := bits.Mul64(w, 5)
			low, c := bits.Add64(low, carry, 0)
			x[i], carry = low, high+c
		}
	}
	for i := range x {
		x[i] = ^uint64(0)
	}
	for p := -1; p >= minPower; p-- { // x becomes 1<<320 / 5**-p, rounded down
		rest := uint64(0)
		for i := len(x) - 1; i >= 0; i-- {
			x[i], rest = bits.Div64(rest, x[i], 5)
		}
		list[p-minPower] = rounded(&x)
	}
	return list
}()

// rounded returns the first 128 bits of x, rounded up. x is in words, the lowest first, and at least 1<<128.
func rounded(x *[5]uint64) power {
	i := len(x) - 1
	for x[i] == 0 {
		i--
	}
	s := uint(bits.LeadingZeros64(x[i]))
	part := func(i int) uint64 { return x[i]<<s | x[i-1]>>(64-s) }
	hi, lo, rest := part(i), part(i-1), x[i-2]<<s
	for _, w := range x[:i-2] {
		rest |= w
	}
	lo, carry := bits.Add64(lo, min(rest, 1), 0)
	return power{hi + carry + min(lo, 1), -lo}
}

// scale returns x times the power, divided by 1<<(128+s), as an integer whose lowest bit is also set if there is a remainder. s is less than 64.
//
// The result is exact: r, the real product for the power that is not rounded, is greater than x*(hi<<64-lo) - 1<<64. The first product x*hi is
// greater than r>>64 by less than 1<<64. So, if the s bits that are cut off from its high word are not zero, the bits before them are right, and r
// has a remainder. Otherwise the second product tells within 2<<64 where r is. There is no x < 1<<64 for which r is less than 2<<64 beside a
// multiple of 1<<(128+s), but is not this multiple; TestPowers proves it for the s that are used. The method is described in
// https://research.swtch.com/fp.
func (t *power) scale(x uint64, s uint) uint64 {
	hi, mid := bits.Mul64(x, t.hi)
	if s &= 63; hi>>s<<s != hi {
		return hi>>s | 1
	}
	second, _ := bits.Mul64(x, t.lo)
	rest, borrow := bits.Sub64(mid, second, 0)
	u := (hi - borrow) >> s
	if rest > 1 {
		u |= 1
	}
	return u
}

// log2 returns the binary logarithm of 10**p, rounded down.
func log2(p int) int { return p * 108853 >> 15 }
