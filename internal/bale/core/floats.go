package core

import "math"

// Narrow32 returns x as a number of 32 bits, and whether it keeps all bits of x. Those of NaN are moved, since a conversion changes them.
func Narrow32(x float64) (float32, bool) {
	u := math.Float64bits(x)
	switch {
	case u<<35 != 0: // most numbers
		return 0, false
	case x != x:
		return math.Float32frombits(uint32(u>>63<<31 | 0xff<<23 | u>>29&(1<<23-1))), true
	}
	f := float32(x)
	return f, math.Float64bits(float64(f)) == u
}

// Narrow16 returns the bits of x as a number of 16 bits, and whether they keep all bits of x.
func Narrow16(x float32) (uint16, bool) {
	u := math.Float32bits(x)
	sign, exp := uint16(u>>16&0x8000), u>>23&0xff
	switch {
	case u<<19 != 0: // most numbers
		return 0, false
	case exp == 0xff:
		return sign | 0x7c00 | uint16(u>>13&0x3ff), true
	case exp >= 113:
		return sign | uint16(u>>13-112<<10)&0x7fff, exp <= 142
	}
	y := math.Float32frombits(u<<1>>1) * (1 << 24)
	return sign | uint16(y), float32(uint16(y)) == y
}

// Widen16 returns a number of 16 bits as one of 32 bits.
func Widen16(h uint16) float32 {
	sign, exp, frac := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&0x3ff)
	switch exp {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(frac)/(1<<24)))
	case 31:
		exp = 0xff - 112
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}

// Widen32 returns x as a number of 64 bits. The bits of NaN are moved, since a conversion changes them.
func Widen32(x float32) float64 {
	if x == x {
		return float64(x)
	}
	u := uint64(math.Float32bits(x))
	return math.Float64frombits(u>>31<<63 | 0x7ff<<52 | u&(1<<23-1)<<29)
}

// Round32 returns x rounded to 32 bits. The bits of NaN are moved, since a conversion changes them.
func Round32(x float64) float32 {
	if x == x {
		return float32(x)
	}
	u := math.Float64bits(x)
	frac := uint32(u >> 29 & (1<<23 - 1))
	if frac == 0 { // it would be an infinity
		frac = 1 << 22
	}
	return math.Float32frombits(uint32(u>>63)<<31 | 0xff<<23 | frac)
}

// WidenComplex returns x with parts of 64 bits, as [Widen32].
func WidenComplex(x complex64) complex128 { return complex(Widen32(real(x)), Widen32(imag(x))) }

// RoundComplex returns x with parts of 32 bits, as [Round32].
func RoundComplex(x complex128) complex64 { return complex(Round32(real(x)), Round32(imag(x))) }
