package json

import (
	"math"
	"math/bits"

	"bale/internal/bale/core"
)

// maxInt is the room that an integer takes, which is written in words of eight bytes.
const maxInt = 24

const (
	zeros  = 0x3030303030303030 // eight digits 0
	highs  = 0x8080808080808080 // the highest bits of eight bytes
	ones   = 0x0101010101010101
	commas = 0x2c2c2c2c2c2c2c2c
)

// eight returns the eight decimal digits of x < 1e8, the first in the lowest byte.
func eight(x uint64) uint64 {
	v := x/10000 | x%10000<<32
	q := v * 10486 >> 20 & 0x7f_0000007f
	v = q | (v-q*100)<<16
	q = v * 103 >> 10 & 0x000f_000f_000f_000f
	return q | (v-q*10)<<8
}

// AppendInt appends an integer.
func AppendInt(b []byte, x int64) []byte {
	if x < 0 {
		return AppendUint(append(b, '-'), -uint64(x))
	}
	return AppendUint(b, uint64(x))
}

// AppendUint appends an integer.
func AppendUint(b []byte, x uint64) []byte {
	if x < 10 {
		return append(b, '0'+byte(x))
	}
	n := len(b)
	if cap(b)-n < maxInt {
		b = core.Grow(b, maxInt)
	}
	p := core.All(b[n:cap(b)])
	at := 0
	if x >= 1e8 {
		high := x / 1e8
		x -= high * 1e8
		if high >= 1e8 {
			top := high / 1e8
			high -= top * 1e8
			at = putShort(p, 0, top)
			core.Put64(p, at, eight(high)|zeros)
			at += 8
		} else {
			at = putShort(p, 0, high)
		}
		core.Put64(p, at, eight(x)|zeros)
		return b[:n+at+8]
	}
	return b[:n+putShort(p, 0, x)]
}

// putShort writes 0 < x < 1e8 at n, and returns the end offset.
func putShort(p core.Buffer, n int, x uint64) int {
	w := eight(x)
	lead := bits.TrailingZeros64(w) & 56
	core.Put64(p, n, (w|zeros)>>lead)
	return n + 8 - lead>>3
}

// word returns eight bytes with digits as numbers, the first in the lowest byte, and how many bytes at its start are digits.
func word(x uint64) (uint64, int) {
	x ^= zeros
	return x, bits.TrailingZeros64((x+0x7676767676767676|x)&highs) >> 3
}

// number returns the number of the first k digits of a word, 0 < k <= 8.
func number(x uint64, k int) uint64 {
	x <<= uint(64-8*k) & 63
	x = x*10 + x>>8
	return (x&0x000000ff_000000ff*(100+1000000<<32) + x>>16&0x000000ff_000000ff*(1+10000<<32)) >> 32
}

// powers has the powers of ten that 64 bits can hold.
var powers = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// digitsAt returns the number x with the digits at n after its own ones, and the end offset: n if there are no digits, and -1 if the number is not
// less than 1<<64.
func digitsAt(b []byte, n int, x uint64) (uint64, int) {
	for n < len(b) {
		w, k := uint64(0), 0
		if len(b)-n >= 8 {
			w, k = word(core.Get64(core.At(b, n), 0))
		} else {
			w, k = word(core.Load64(b, n))
		}
		if k == 0 {
			break
		}
		high, low := bits.Mul64(x, powers[k])
		low, carry := bits.Add64(low, number(w, k), 0)
		if high+carry != 0 {
			return 0, -1
		}
		x = low
		if n += k; k < 8 {
			break
		}
	}
	return x, n
}

// Uint decodes the integer at n, which is not null. Numbers with a decimal point or an exponent are for encoding/json.
func Uint(b []byte, n int) (uint64, int) {
	if len(b)-n < 8 {
		return longUint(b, n)
	}
	w, k := word(core.Get64(core.At(b, n), 0))
	switch {
	case k == 8:
		if len(b)-n >= 25 {
			return uintAt(b, n, number(w, 8))
		}
		return longUint(b, n)
	case k == 0 || w&0xff == 0 && k > 1 || isFraction(b[n+k]):
		return 0, -1
	}
	return number(w, k), n + k
}

// uintAt is Uint if at least 25 bytes are at n, of which the first eight are the digits of x. There are no branches on the number of further digits, which a
// processor could not predict.
func uintAt(b []byte, n int, x uint64) (uint64, int) {
	at := core.At(b, n)
	second, k := word(core.Get64(at, 8))
	third, l := word(core.Get64(at, 16))
	l &= -(k >> 3) // there are no digits after less than eight
	end := n + 8 + k + l
	x = x*powers[k] + number(second, k)&-uint64((k+7)>>3)
	high, x := bits.Mul64(x, powers[l])
	x, carry := bits.Add64(x, number(third, l)&-uint64((l+7)>>3), 0)
	if b[n] == '0' || high+carry != 0 || isFraction(b[end]) {
		return 0, -1
	}
	return x, end
}

// longUint is Uint for integers of any length.
func longUint(b []byte, n int) (uint64, int) {
	x, end := digitsAt(b, n, 0)
	if end <= n || b[n] == '0' && end > n+1 || end < len(b) && isFraction(b[end]) {
		return 0, -1
	}
	return x, end
}

// isFraction reports whether a byte after digits belongs to the number.
func isFraction(c byte) bool { return c == '.' || c|0x20 == 'e' }

// Int decodes the integer at n, which is not null.
func Int(b []byte, n int) (int64, int) {
	sign := int64(0)
	if n < len(b) && b[n] == '-' {
		sign = -1
		n++
	}
	x, n := Uint(b, n)
	if x > math.MaxInt64+uint64(-sign) {
		return 0, -1
	}
	return int64(x) ^ sign - sign, n
}

// QuotedEnd returns the offset after the string at n, which has no escapes and at least one character, and -1 otherwise.
func QuotedEnd(b []byte, n int) int {
	if n >= len(b) || b[n] != '"' {
		return -1
	}
	if end := plain(b, n+1); end > n+1 && end < len(b) && b[end] == '"' {
		return end + 1
	}
	return -1
}
