package json

import (
	"math"
	"math/bits"
	"slices"
	"strconv"

	"bale/gen/runtime/core"
)

// AppendFloat64 appends a float in the form of encoding/json. All digits of an integer up to 1<<53 are in its shortest form, since the numbers
// beside it are not nearer than 1/2.
func (e *Output) AppendFloat64(b []byte, x float64) []byte {
	if i := int64(x); float64(i) == x && uint64(i+1<<53) <= 1<<54 && i != 0 {
		return AppendInt(b, i)
	}
	m := math.Float64bits(x)
	if d, p := shortest(m|1<<52, int(m>>52&0x7ff)-1075, 11); d != 0 {
		return appendDecimal(b, d, p, x < 0)
	}
	return e.appendRare(b, x, 64)
}

// AppendFloat32 appends a float in the form of encoding/json. The last digit of 1/4096 is 3 with Go 1.26, and 2 with Go 1.22 and 1.27: it is in the
// middle between two decimal numbers.
func (e *Output) AppendFloat32(b []byte, x float32) []byte {
	if i := int32(x); float32(i) == x && uint32(i+1<<24) <= 1<<25 && i != 0 {
		return AppendInt(b, int64(i))
	}
	m := math.Float32bits(x)
	if exp := m >> 23 & 0xff; exp > 1 && exp < 0xff && x != 1.0/4096 && x != -1.0/4096 {
		if d, p := shortest(uint64(m|1<<23), int(exp)-150, 40); d != 0 {
			return appendDecimal(b, d, p, x < 0)
		}
	}
	return e.appendRare(b, float64(x), 32)
}

// appendRare appends zero, or a float whose power of ten is not in the table. It leaves infinities and NaN to encoding/json.
func (e *Output) appendRare(b []byte, x float64, size int) []byte {
	abs := math.Abs(x)
	if !(abs <= math.MaxFloat64) {
		return e.Fail(b)
	}
	form := byte('f')
	if abs != 0 && (size == 64 && (abs < 1e-6 || abs >= 1e21) || size == 32 && (float32(abs) < 1e-6 || float32(abs) >= 1e21)) {
		form = 'e'
	}
	b = strconv.AppendFloat(b, x, form, -1, size)
	if n := len(b); form == 'e' && n >= 4 && string(b[n-4:n-1]) == "e-0" {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// shortest returns d*10**p, the number with the fewest digits of those that are nearest to the float m<<e, and the nearest of these. d may end
// with zeros. The highest bit of m is bit 63-z; bits above it do not count. d is 0 if the table does not have the power of ten.
//
// The power is chosen so that the interval of the numbers that are nearest to the float is at least 1 and less than 10 long. So it has at most one
// multiple of ten, which has fewer digits than the others. The bounds of the interval are in it if m is even.
func shortest(m uint64, e int, z uint) (d uint64, p int) {
	m <<= z
	low, p := m-1<<(z-1), -(e * 78913 >> 18)
	if m == 1<<63 { // the float below is only half as far away
		low, p = m-1<<(z-2), -((e*631305 - 261663) >> 21)
	}
	if p < minPower || p > maxPower {
		return 0, 0
	}
	t, s, odd := &tens[p-minPower], z-3-uint(e+log2(p)), m>>z&1
	// The numbers are multiplied by 4. The lowest bit stands for a remainder, so that adding or subtracting 1 excludes bounds.
	first := (t.scale(low, s) + odd + 3) >> 2
	last := (t.scale(m+1<<(z-1), s) - odd) >> 2
	if d = last / 10; d*10 >= first {
		return d, 1 - p
	}
	if d = first; d < last {
		d = nearest(t.scale(m, s))
	}
	return d, -p
}

// nearest returns u/4, rounded to the nearest integer, and to the even one of two.
func nearest(u uint64) uint64 { return (u + 1 + u>>2&1) >> 2 }

// A decimal has the digits of a float, filled up with zeros.
type decimal struct {
	first, second uint64 // eight digits each, the first in the lowest byte
	last          uint8
	count         int // number of digits up to the last one that is not zero
}

// maxFloat is the room that a float takes: a sign, "0.00000" and 17 digits, which are written in words of eight bytes.
const maxFloat = 40

// appendDecimal appends the number d*10**p of at most 17 digits.
func appendDecimal(b []byte, d uint64, p int, negative bool) []byte {
	n := len(b)
	if cap(b)-n < maxFloat {
		b = slices.Grow(b, maxFloat)
	}
	to := core.All(b[n:cap(b)])
	at := 0
	if negative {
		core.Put8(to, 0, '-')
		at = 1
	}
	k := bits.Len64(d) * 78913 >> 18
	if d >= powers[k] {
		k++
	}
	return b[:n+putDecimal(to, at, digitsOf(d*powers[17-k]), k+p)]
}

// digitsOf returns the digits of d, which has 17.
func digitsOf(d uint64) (x decimal) {
	head := d / 1e9
	tail := d - head*1e9
	middle := tail / 10
	x.first, x.second, x.last = eight(head), eight(middle), uint8(tail-middle*10)
	switch {
	case x.last != 0:
		x.count = 17
	case x.second != 0:
		x.count = 16 - bits.LeadingZeros64(x.second)>>3
	default:
		x.count = 8 - bits.LeadingZeros64(x.first)>>3
	}
	x.first |= zeros
	x.second |= zeros
	x.last |= '0'
	return x
}

// putDecimal writes the number 0.ddd*10**point at n, and returns the end offset.
func putDecimal(to core.Buffer, n int, x decimal, point int) int {
	switch {
	case point > 21 || point < -5:
		x.putPoint(to, n, 1)
		end := n + 1
		if x.count > 1 {
			end += x.count
		}
		return putExponent(to, end, point-1)
	case point <= 0:
		core.Put64(to, n, zeros^('0'^'.')<<8)
		n += 2 - point
		x.put(to, n)
		return n + x.count
	case point >= x.count:
		x.put(to, n)
		core.Put32(to, n+17, zeros&math.MaxUint32)
		return n + point
	}
	x.putPoint(to, n, point)
	return n + x.count + 1
}

// put writes the digits at n.
func (x *decimal) put(to core.Buffer, n int) {
	core.Put64(to, n, x.first)
	core.Put64(to, n+8, x.second)
	core.Put8(to, n+16, x.last)
}

// putPoint writes the digits at n, with a decimal point after the first point digits, at most 16.
func (x *decimal) putPoint(to core.Buffer, n, point int) {
	x.put(to, n+1)
	w, k, m := x.first, uint(point), n
	if point > 8 {
		core.Put64(to, n, w)
		w, k, m = x.second, k-8, n+8
	}
	before := uint64(1)<<(8*k) - 1
	core.Put64(to, m, w&before|w<<8&^(before<<8|0xff))
	core.Put8(to, n+point, '.')
}

// putExponent writes the exponent of ten at n, and returns the end offset. It is not between -6 and 20.
func putExponent(to core.Buffer, n, exp int) int {
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	core.Put8(to, n, 'e')
	core.Put8(to, n+1, sign)
	n += 2
	if exp > 9 {
		core.Put8(to, n, '0'+byte(exp/10))
		n++
	}
	core.Put8(to, n, '0'+byte(exp%10))
	return n + 1
}
