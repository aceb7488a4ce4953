package core

import (
	"math"
	"slices"
	"testing"
)

// TestHalves widens all numbers of 16 bits, and narrows them again.
func TestHalves(t *testing.T) {
	for h := range 1 << 16 {
		x := Widen32(Widen16(uint16(h)))
		f, ok := Narrow32(x)
		if got, ok2 := Narrow16(f); !ok || !ok2 || got != uint16(h) {
			t.Fatalf("%04x is %v, and comes back as %04x", h, x, got)
		}
		if exp := h >> 10 & 31; exp != 31 {
			want := math.Ldexp(float64(h&0x3ff|min(exp, 1)<<10), max(exp, 1)-25)
			if h>>15 == 1 {
				want = -want
			}
			if x != want {
				t.Fatalf("%04x is %v, want %v", h, x, want)
			}
		}
		if y := math.Float32frombits(math.Float32bits(f) + 1); exp32(y) != 0xff { // the next number has more bits
			if _, ok := Narrow16(y); ok {
				t.Fatalf("%v has no form of 16 bits", y)
			}
		}
	}
}

func exp32(x float32) uint32 { return math.Float32bits(x) >> 23 & 0xff }

// TestSortMarked sorts entries of different lengths after other bytes.
func TestSortMarked(t *testing.T) {
	b := []byte("xxccabbdz")
	s := &Marks{Starts: []int{0, 2, 4, 5, 7}}
	s.SortMarked(All(b), 1, 8)
	if string(b) != "xxabbccdz" || !slices.Equal(s.Starts, []int{0}) {
		t.Errorf("got %s, %v", b, s.Starts)
	}
}

// TestNaN widens NaN of 32 bits, and rounds them again. Other NaN of 64 bits stay NaN.
func TestNaN(t *testing.T) {
	for _, u := range []uint32{0x7f800001, 0xff800001, 0x7fa12345, 0xffbfffff, 0x7fc00000, 0xffffffff, 0x3f800000, 0x7f800000, 0x80000000, 1} {
		x := math.Float32frombits(u)
		if got := math.Float32bits(Round32(Widen32(x))); got != u {
			t.Errorf("%08x comes back as %08x", u, got)
		}
		c := RoundComplex(WidenComplex(complex(x, 1)))
		if got := math.Float32bits(real(c)); got != u || imag(c) != 1 {
			t.Errorf("a complex number of %08x comes back as %08x", u, got)
		}
	}
	for _, u := range []uint64{0x7ff0000000000001, 0xfff0000010000000} {
		if x := Round32(math.Float64frombits(u)); x == x || math.Signbit(float64(x)) != (u>>63 == 1) {
			t.Errorf("%016x is rounded to %v", u, x)
		}
	}
}
