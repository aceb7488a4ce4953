package convert

import (
	"bytes"
	"math"
	"time"
	"unsafe"
)

// The functions below compare values for Spec.Equal. If they report true, package loss finds no difference.

// Same reports whether two values have the same memory.
func Same[T any](a, b *T) bool {
	size := unsafe.Sizeof(*a)
	return bytes.Equal(unsafe.Slice((*byte)(unsafe.Pointer(a)), size), unsafe.Slice((*byte)(unsafe.Pointer(b)), size))
}

// SameFloat reports whether two numbers have the same bits.
func SameFloat(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// SameComplex reports whether two numbers have the same bits.
func SameComplex(a, b complex128) bool {
	return SameFloat(real(a), real(b)) && SameFloat(imag(a), imag(b))
}

// SameTime reports whether two times are the same instant, at the same offset from UTC.
func SameTime(a, b time.Time) bool {
	if a == b {
		return true
	}
	if !a.Equal(b) {
		return false
	}
	_, x := a.Zone()
	_, y := b.Zone()
	return x == y
}
