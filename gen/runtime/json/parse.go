package json

import (
	"math"
	"math/bits"
	"strconv"
)

// Float64 decodes the number at n.
func Float64(b []byte, n int) (float64, int) {
	m, p, end := decimalAt(b, n)
	if end < 0 || p < minPower || p > maxPower {
		return rareFloat(b, n, 64)
	}
	x := float64(m)
	if p != 0 && m != 0 || m > 1<<53 {
		x = nearest64(m, p)
	}
	if b[n] == '-' {
		x = -x
	}
	return x, end
}

// Float32 decodes the number at n.
func Float32(b []byte, n int) (float32, int) {
	m, p, end := decimalAt(b, n)
	if end < 0 || p < minPower || p > maxPower {
		x, end := rareFloat(b, n, 32)
		return float32(x), end
	}
	x := float32(m)
	if p != 0 && m != 0 || m > 1<<24 {
		y := nearest32(m, p)
		if y >= 0xff<<23 {
			return 0, -1
		}
		x = math.Float32frombits(y)
	}
	if b[n] == '-' {
		x = -x
	}
	return x, end
}

// rareFloat decodes the number at n, which has too many digits or too large an exponent for the other functions. It may be no number.
func rareFloat(b []byte, n, size int) (float64, int) {
	end := EndOfNumber(b, n)
	if end < 0 {
		return 0, -1
	}
	x, err := strconv.ParseFloat(string(b[n:end]), size)
	if err != nil {
		return 0, -1
	}
	return x, end
}

// decimalAt returns the number at n without its sign as m*10**p. The end offset is -1 if there is no number, or if m is not less than 1<<64.
func decimalAt(b []byte, n int) (m uint64, p, end int) {
	if n < len(b) && b[n] == '-' {
		n++
	}
	if n >= len(b) {
		return 0, 0, -1
	}
	w, k := word(b, n)
	if k == 0 || w&0xff == 0 && k > 1 {
		return 0, 0, -1
	}
	m = number(w, k)
	if n += k; k == 8 {
		if m, n = digitsAt(b, n, m); n < 0 {
			return 0, 0, -1
		}
	}
	if n < len(b) && b[n] == '.' {
		from := n + 1
		if m, n = digitsAt(b, from, m); n <= from {
			return 0, 0, -1
		}
		p = from - n
	}
	if n < len(b) && b[n]|0x20 == 'e' {
		return exponentAt(b, n+1, m, p)
	}
	return m, p, n
}

// digitsAt returns the number x with the digits at n after its own ones, and the end offset: n if there are no digits, and -1 if the number is not
// less than 1<<64.
func digitsAt(b []byte, n int, x uint64) (uint64, int) {
	for n < len(b) {
		w, k := word(b, n)
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

// exponentAt returns the number m*10**p with the exponent at n.
func exponentAt(b []byte, n int, m uint64, p int) (uint64, int, int) {
	minus := n < len(b) && b[n] == '-'
	if minus || n < len(b) && b[n] == '+' {
		n++
	}
	exp, end := digitsAt(b, n, 0)
	if end <= n || exp > 1000 {
		return 0, 0, -1
	}
	if minus {
		return m, p - int(exp), end
	}
	return m, p + int(exp), end
}

// nearest64 returns the float that is nearest to m*10**p. m is not 0, and the power is in the table, so the float is not subnormal.
func nearest64(m uint64, p int) float64 {
	left := bits.LeadingZeros64(m)
	u, exp := tens[p-minPower].scale(m<<left, 8), log2(p)-left+1085
	if u >= 1<<55 {
		u = u>>1 | u&1
		exp++
	}
	return math.Float64frombits(uint64(exp)<<52 + nearest(u))
}

// nearest32 is nearest64 for a float of 32 bits. The float may be subnormal. The result is not less than infinity if it is too large.
func nearest32(m uint64, p int) uint32 {
	left := bits.LeadingZeros64(m)
	u, exp := tens[p-minPower].scale(m<<left, 37), log2(p)-left+189
	k := u >> 26
	if exp += int(k); exp < 0 {
		k, exp = k+uint64(-exp), 0
	}
	if u&(1<<k-1) != 0 {
		u |= 1 << k
	}
	return uint32(exp)<<23 + uint32(nearest(u>>k))
}
