package memory

import "unsafe"

// Append appends the memory of v to a message, from a multiple of 8 on if it has to be aligned.
func Append[T any](b []byte, v *T, aligned bool) []byte {
	for aligned && len(b)%8 != 0 {
		b = append(b, 0)
	}
	return append(b, unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))...)
}

// AppendLen appends a length plus one, or zero for nil.
func AppendLen(b []byte, n int, null bool) []byte {
	var x uint32
	if !null {
		x = uint32(n + 1)
	}
	return append(b, unsafe.Slice((*byte)(unsafe.Pointer(&x)), 4)...)
}

// Align returns the first multiple of 8 from at on.
func Align(at unsafe.Pointer) unsafe.Pointer { return unsafe.Add(at, -uintptr(at)&7) }
