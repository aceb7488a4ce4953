//go:build !purego

package core

import "unsafe"

// Overlaps reports whether x shares memory with the message b, so that writing to x could change the message.
func Overlaps[T ~[]byte](x T, b []byte) bool {
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(x))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return p < q+uintptr(cap(b)) && q < p+uintptr(cap(x))
}
