package memory

import "unsafe"

// Append appends the memory of v to a message, at a multiple of 8 if aligned is set.
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

// Join returns a message that begins with the text.
func Join(text, b []byte) []byte {
	front := append(AppendLen(nil, len(text), false), text...)
	front = append(front, make([]byte, Padded(len(front))-len(front))...)
	return append(front, b...)
}

// Padded returns n rounded up to a multiple of 8.
func Padded(n int) int { return (n + 7) &^ 7 }

// Align returns at rounded up to a multiple of 8.
func Align(at unsafe.Pointer) unsafe.Pointer { return unsafe.Add(at, -uintptr(at)&7) }
