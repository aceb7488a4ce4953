package json

import (
	"math"
	"math/bits"
	"strconv"

	"bale/internal/bale/core"
)

// AppendFloat64 appends a float in the form of encoding/json. All digits of an integer up to 1<<53 are in its shortest form, since the numbers
// beside it are not nearer than 1/2.
func (e *Output) AppendFloat64(b []byte, x float64) []byte {
	if i := int64(x); float64(i) == x && uint64(i+1<<53) <= 1<<54 && i != 0 {
		return AppendInt(b, i)
	}
	m := math.Float64bits(x)
	if d, p := shortest(m|1<<52, int(m>>52&0x7ff)-1075, 11); d != 0 {
		return appendDecimal(b, d, p, int(m>>63))
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
			return appendDecimal(b, d, p, int(m>>31))
		}
	}
	return e.appendRare(b, float64(x), 32)
}

// appendRare appends zero, or a float whose power of ten is not in the table. It leaves infinities and NaN to encoding/json.
func (e *Output) appendRare(b []byte, x float64, size int) []byte {
	abs := math.Abs(x)
	if !(abs <= math.MaxFloat64) {
		if size == 32 {
			return e.Fail(b, float32(x))
		}
		return e.Fail(b, x)
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

// maxFloat is the room that a float takes: a sign, "0.00000" and 17 digits, which are written in words of eight bytes.
const maxFloat = 40

// appendDecimal appends the number d*10**p of at most 17 digits. It may end with zeros. minus is 1 for a negative number, and otherwise 0. There are no
// branches on it and on the number of digits, which a processor could not predict.
func appendDecimal(b []byte, d uint64, p, minus int) []byte {
	n := len(b)
	if cap(b)-n < maxFloat {
		b = core.Grow(b, maxFloat)
	}
	to := core.All(b[n:cap(b)])
	core.Put8(to, 0, '-')
	k := bits.Len64(d) * 78913 >> 18
	k += int((powers[k] - 1 - d) >> 63) // d >= powers[k]
	return b[:n+putDecimal(to, minus, d*powers[17-k], k+p)]
}

// putDecimal writes the number d*10**(point-17) at n, and returns the end offset. d has 17 digits.
func putDecimal(to core.Buffer, n int, d uint64, point int) int {
	head := d / 1e9
	d -= head * 1e9
	middle := d / 10
	first, second, last := eight(head), eight(middle), uint8(d-middle*10)
	lastIs0 := int(int64(uint64(last)-1) >> 63) // -1 or 0
	zeros2 := bits.LeadingZeros64(second) >> 3
	zeros1 := bits.LeadingZeros64(first) >> 3 & -(zeros2 >> 3)
	count := 17 - (1+zeros2+zeros1)&lastIs0 // up to the last digit that is not zero
	first |= zeros
	second |= zeros
	last |= '0'
	switch {
	case 0 < point && point < count:
		putPoint(to, n, first, second, last, point)
		return n + count + 1
	case point > 21 || point < -5:
		putPoint(to, n, first, second, last, 1)
		end := n + 1
		if count > 1 {
			end += count
		}
		return putExponent(to, end, point-1)
	case point > 0:
		putDigits(to, n, first, second, last)
		core.Put32(to, n+17, zeros&math.MaxUint32)
		return n + point
	}
	core.Put64(to, n, zeros^('0'^'.')<<8)
	n += 2 - point
	putDigits(to, n, first, second, last)
	return n + count
}

// putDigits writes 17 digits at n.
func putDigits(to core.Buffer, n int, first, second uint64, last uint8) {
	core.Put64(to, n, first)
	core.Put64(to, n+8, second)
	core.Put8(to, n+16, last)
}

// putPoint writes 17 digits at n, with a decimal point after the first point digits, at most 16.
func putPoint(to core.Buffer, n int, first, second uint64, last uint8, point int) {
	putDigits(to, n+1, first, second, last)
	end := n + point
	if point > 8 {
		core.Put64(to, n, first)
		first, n, point = second, n+8, point-8
	}
	before := uint64(1)<<(8*uint(point)) - 1
	core.Put64(to, n, first&before|first<<8&^(before<<8|0xff))
	core.Put8(to, end, '.')
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
