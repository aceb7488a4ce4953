package json

import (
	"math/big"
	"testing"
)

func integer(x int64) *big.Int { return big.NewInt(x) }

func raised(base int64, n int) *big.Int {
	return new(big.Int).Exp(integer(base), integer(int64(n)), nil)
}

// ratio returns 10**p * 2**e as a fraction.
func ratio(p, e int) *big.Rat {
	x := new(big.Rat).SetInt64(1)
	for _, f := range []struct {
		base int64
		n    int
	}{{10, p}, {2, e}} {
		y := new(big.Rat).SetInt(raised(f.base, max(f.n, -f.n)))
		if f.n < 0 {
			y.Inv(y)
		}
		x.Mul(x, y)
	}
	return x
}

// TestTable compares the table of powers with arithmetic on large integers.
func TestTable(t *testing.T) {
	for i, got := range tens {
		p := i + minPower
		want := ratio(p, 127-log2(p))
		n := new(big.Int).Div(want.Num(), want.Denom())
		if !want.IsInt() {
			n.Add(n, integer(1))
		}
		x := new(big.Int).Lsh(new(big.Int).SetUint64(got.hi), 64)
		x.Sub(x, new(big.Int).SetUint64(got.lo))
		if x.Cmp(n) != 0 || n.BitLen() != 128 {
			t.Errorf("1e%d: got %x, want %x", p, x, n)
		}
	}
}

// firstBetween returns the smallest x >= 0 for which low <= a*x mod m <= high, or nil if there is none.
func firstBetween(a, m, low, high *big.Int) *big.Int {
	if low.Sign() == 0 {
		return integer(0)
	}
	if a = new(big.Int).Mod(a, m); a.Sign() == 0 {
		return nil
	}
	if new(big.Int).Lsh(a, 1).Cmp(m) > 0 {
		sub := func(x *big.Int) *big.Int { return new(big.Int).Sub(m, x) }
		return firstBetween(sub(a), m, sub(high), sub(low))
	}
	ceil := func(x *big.Int) *big.Int { // x/a, rounded up
		x = new(big.Int).Add(x, a)
		return x.Div(x.Sub(x, integer(1)), a)
	}
	if x := ceil(low); new(big.Int).Mul(x, a).Cmp(high) <= 0 {
		return x
	}
	minus := func(x *big.Int) *big.Int { return new(big.Int).Mod(new(big.Int).Neg(x), a) }
	y := firstBetween(m, a, minus(high), minus(low))
	if y == nil {
		return nil
	}
	return ceil(new(big.Int).Add(low, y.Mul(y, m)))
}

func TestFirstBetween(t *testing.T) {
	for m := int64(1); m < 24; m++ {
		for a := int64(0); a < m; a++ {
			for low := int64(0); low < m; low++ {
				for high := low; high < m; high++ {
					want := int64(-1)
					for x := int64(0); x < m && want < 0; x++ {
						if r := a * x % m; low <= r && r <= high {
							want = x
						}
					}
					got := int64(-1)
					if x := firstBetween(integer(a), integer(m), integer(low), integer(high)); x != nil {
						got = x.Int64()
					}
					if got != want {
						t.Fatalf("%d*x mod %d between %d and %d: got %d, want %d", a, m, low, high, got, want)
					}
				}
			}
		}
	}
}

// proveScale proves that scale is exact for the power p, s, and all multiples of 1<<k below 1<<64.
func proveScale(t *testing.T, p int, s, k uint) {
	t.Helper()
	// The real product is x times this fraction, with the multiples of 1<<(128+s) as integers. No x may be nearer to an integer than
	// 2<<64 / 1<<(128+s), unless it is at an integer.
	r := ratio(p, 127-log2(p)-128-int(s)+int(k))
	a, m := r.Num(), r.Denom()
	near := new(big.Int).Rsh(m, 63+s)
	if near.Sign() == 0 {
		return // all fractions are farther from integers
	}
	limit := raised(2, 64-int(k))
	for _, low := range []*big.Int{integer(1), new(big.Int).Sub(m, near)} {
		high := new(big.Int).Add(low, near)
		if high.Cmp(m) >= 0 {
			high.Sub(m, integer(1))
		}
		if x := firstBetween(a, m, low, high); x != nil && x.Cmp(limit) < 0 {
			t.Errorf("1e%d, s = %d: the result for %x<<%d may be wrong", p, s, x, k)
		}
	}
}

// TestPowers proves that scale is exact: see there. A larger s needs no proof of its own.
func TestPowers(t *testing.T) {
	for p := minPower; p <= maxPower; p++ {
		proveScale(t, p, 8, 0) // decoding has s >= 8
	}
	for e := -1075; e < 1000; e++ { // encoding
		for _, p := range []int{-(e * 78913 >> 18), -((e*631305 - 261663) >> 21)} {
			if p < minPower || p > maxPower {
				continue
			}
			if s := 8 - e - log2(p); s < 0 || s > 8 {
				t.Fatalf("1e%d, 2**%d: s = %d", p, e, s)
			} else {
				proveScale(t, p, uint(s), 9)
			}
			if s := 37 - e - log2(p); s < 8 || s > 63 {
				t.Fatalf("1e%d, 2**%d: s = %d", p, e, s)
			}
		}
	}
}
