//go:build !purego

package core

import (
	"runtime"
	"unsafe"
)

// Wide reports whether numbers in memory have the same bytes as in a message: little-endian, with an int of 64 bits.
const Wide = runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" || runtime.GOARCH == "riscv64" ||
	runtime.GOARCH == "loong64" || runtime.GOARCH == "ppc64le" || runtime.GOARCH == "mips64le" || runtime.GOARCH == "wasm"

// Aliases reports whether strings can be parts of a message.
const Aliases = true

// StoreMemory writes elements as they are in memory at n, and returns the number of bytes.
func StoreMemory[T any](b Buffer, n int, v []T) int {
	k := len(v) * int(unsafe.Sizeof(*new(T)))
	if k == 0 {
		return 0 // there need be no memory to point at
	}
	return copy(unsafe.Slice((*byte)(unsafe.Add(b, n)), k), unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), k))
}

// LoadMemory reads elements as they are in memory at n, and returns the number of bytes.
func LoadMemory[T any](v []T, b Buffer, n int) int {
	k := len(v) * int(unsafe.Sizeof(*new(T)))
	if k == 0 {
		return 0 // there need be no memory to point at
	}
	return copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), k), unsafe.Slice((*byte)(unsafe.Add(b, n)), k))
}

// A field makes an array the field of a struct. The compiler copies arrays from one pointer to another by a call of memmove, since they may overlap, and
// those in fields by wide moves: decoding block into a used value takes 0.8 of the time (2026-11-30).
type field[T any] struct{ v T }

// StoreArray writes an array as it is in memory at n.
func StoreArray[T any](b Buffer, n int, v *T) {
	*(*T)(unsafe.Add(b, n)) = (*field[T])(unsafe.Pointer(v)).v
}

// LoadArray reads an array as it is in memory at n.
func LoadArray[T any](v *T, b Buffer, n int) {
	(*field[T])(unsafe.Pointer(v)).v = *(*T)(unsafe.Add(b, n))
}

// StoreText writes the bytes of a string at n. It stores strings of 8 to 16 bytes without a call, which makes encoding nested 5 %
// faster.
func StoreText(b Buffer, n int, s string) {
	if k := len(s) - 8; uint(k) <= 8 {
		p := Buffer(unsafe.StringData(s))
		Put64(b, n, Get64(p, 0))
		Put64(b, n+k, Get64(p, k))
	} else if k > -8 {
		copy(unsafe.Slice((*byte)(unsafe.Add(b, n)), len(s)), s)
	}
}

// StoreWord is StoreText for strings of lists, whose lengths vary more. It stores those of less than 8 bytes without memmove: a list of words takes 0.83 of the
// time, but records would take 1.09.
func StoreWord(b Buffer, n int, s string) {
	p := Buffer(unsafe.StringData(s))
	switch k := len(s); {
	case k > 16:
		copy(unsafe.Slice((*byte)(unsafe.Add(b, n)), k), s)
	case k >= 8:
		x := Get64(p, k-8)
		Put64(b, n, Get64(p, 0))
		Put64(b, n+k-8, x)
	case k >= 4:
		x := Get32(p, k-4)
		Put32(b, n, Get32(p, 0))
		Put32(b, n+k-4, x)
	case k > 0:
		x, y := Get8(p, k>>1), Get8(p, k-1)
		Put8(b, n, Get8(p, 0))
		Put8(b, n+k>>1, x)
		Put8(b, n+k-1, y)
	}
}

// Cut takes n elements, which must not contain pointers, from a slab of words. If the slab is too small, Cut allocates memory
// for at least the announced total. A message with thirteen short lists is decoded with one allocation instead of thirteen.
func Cut[T any](slab *Slab[uint64], total *int, n int) []T {
	if n == 0 {
		return []T{}
	}
	words := int((uintptr(n)*unsafe.Sizeof(*new(T)) + 7) >> 3)
	if words > slab.Left() {
		slab.Fill(max(words, *total))
		*total = 0
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(slab.Next(words)))), n)
}
