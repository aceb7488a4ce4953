package json

import (
	"math"
	"math/bits"
	"strconv"

	"bale/internal/bale/core"
)

// Float64 decodes the number at n.
func Float64(b []byte, n int) (float64, int) {
	if len(b)-n >= 33 {
		minus := 0
		if b[n] == '-' {
			minus = 1
		}
		if m, p, end := commonDecimal(b, n+minus); end >= 0 && m != 0 {
			return math.Float64frombits(math.Float64bits(nearest64(m, p)) | uint64(minus)<<63), end
		}
	}
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
	if len(b)-n >= 33 {
		minus := 0
		if b[n] == '-' {
			minus = 1
		}
		if m, p, end := commonDecimal(b, n+minus); end >= 0 && m != 0 {
			return math.Float32frombits(nearest32(m, p) | uint32(minus)<<31), end
		}
	}
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
	from := n
	if m, n = digitsAt(b, n, 0); n <= from || b[from] == '0' && n > from+1 {
		return 0, 0, -1
	}
	if n < len(b) && b[n] == '.' {
		from = n + 1
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

// commonDecimal is decimalAt for a number with at most eight digits before a decimal point and at most 19 in all, without a sign or an exponent. At least 32
// bytes are at n. The end offset is -1 for others. There are no branches on the number of digits, which a processor could not predict.
func commonDecimal(b []byte, n int) (m uint64, p, end int) {
	at := core.At(b, n)
	first, i := word(core.Get64(at, 0))
	second, k := word(core.Get64(at, i+1))
	third, l := word(core.Get64(at, i+9))
	l &= -(k >> 3) // there are no digits after less than eight
	end = n + i + 1 + k + l
	if i == 0 || b[n+i] != '.' || first&0xff == 0 && i > 1 || k == 0 || l == 8 || i+l > 11 || b[end]|0x20 == 'e' {
		return 0, 0, -1
	}
	m = number(first, i)*powers[k] + number(second, k)
	m = m*powers[l] + number(third, l)&-uint64((l+7)>>3)
	return m, -(k + l), end
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
	k := u >> 55 // 0 or 1
	u = u>>(k&63) | u&k
	return math.Float64frombits(uint64(exp+int(k))<<52 + nearest(u))
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
