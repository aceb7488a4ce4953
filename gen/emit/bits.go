package emit

import (
	"fmt"

	"bale/model"
)

// Wide returns an expression for x, a floating-point or complex number of kind k, in 64 bits or with parts of 64 bits. A conversion would change NaN.
func Wide(k model.Kind, x string) string {
	switch k {
	case model.Float32:
		return "balecore.Widen32(float32(" + x + "))"
	case model.Complex64:
		return "balecore.WidenComplex(complex64(" + x + "))"
	}
	return k.String() + "(" + x + ")"
}

// Rounded returns an expression of type typ and kind k for x, a float64 or complex128.
func Rounded(k model.Kind, typ, x string) string {
	switch k {
	case model.Float32:
		x = "balecore.Round32(" + x + ")"
	case model.Complex64:
		x = "balecore.RoundComplex(" + x + ")"
	}
	if typ == k.String() && (k == model.Float32 || k == model.Complex64) {
		return x
	}
	return typ + "(" + x + ")"
}

// FromBits returns an expression for a number of kind k, converted to the Go type typ. load returns an expression for an
// unsigned integer of the given number of bits that starts at byte at of the number.
func (p *Printer) FromBits(k model.Kind, typ string, load func(bits, at int) string) string {
	float := func(bits, at int) string {
		return fmt.Sprintf("%s.Float%dfrombits(%s)", p.Import("math"), bits, load(bits, at))
	}
	x, bits := "", k.Bits()
	switch k {
	case model.Float32, model.Float64:
		x = float(bits, 0)
	case model.Complex64, model.Complex128:
		x = fmt.Sprintf("complex(%s, %s)", float(bits/2, 0), float(bits/2, bits/16))
	default:
		x = load(bits, 0)
	}
	return fmt.Sprintf("%s(%s)", typ, x)
}
