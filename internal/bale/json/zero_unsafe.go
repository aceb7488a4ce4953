//go:build !purego

package json

import (
	"unsafe"

	"bale/internal/bale/core"
)

// IsZero reports whether all bytes of *v are zero.
func IsZero[T any](v *T) bool {
	p, size := unsafe.Pointer(v), int(unsafe.Sizeof(*v))
	x := uint64(0)
	n := 0
	for ; n+8 <= size; n += 8 {
		x |= core.Get64(p, n)
	}
	for ; n < size; n++ {
		x |= uint64(core.Get8(p, n))
	}
	return x == 0
}
