//go:build purego

package core

import "encoding/binary"

// A Buffer is the bytes to write to or to read from, from some position on.
type Buffer = []byte

// All returns the Buffer at the start of b.
func All(b []byte) Buffer { return b }

// At returns the Buffer at byte n of b.
func At(b []byte, n int) Buffer { return b[n:] }

// UsesStack reports whether short messages are written to arrays on the stack. Without package unsafe, the compiler would allocate them.
const UsesStack = false

// OnStack returns b.
func OnStack(b []byte) Buffer { return b }

func Put8(b Buffer, n int, x uint8)   { b[n] = x }
func Put16(b Buffer, n int, x uint16) { binary.LittleEndian.PutUint16(b[n:], x) }
func Put32(b Buffer, n int, x uint32) { binary.LittleEndian.PutUint32(b[n:], x) }
func Put64(b Buffer, n int, x uint64) { binary.LittleEndian.PutUint64(b[n:], x) }

func Get8(b Buffer, n int) uint8   { return b[n] }
func Get16(b Buffer, n int) uint16 { return binary.LittleEndian.Uint16(b[n:]) }
func Get32(b Buffer, n int) uint32 { return binary.LittleEndian.Uint32(b[n:]) }
func Get64(b Buffer, n int) uint64 { return binary.LittleEndian.Uint64(b[n:]) }

// Ending returns the bytes before end as a little-endian number. shift is the number of bits that they have less than eight bytes.
func Ending(b Buffer, end int, shift uint64) uint64 {
	return Load64(b, max(0, end-8+int(shift/8))) & (1<<(64-shift) - 1)
}

// Copy writes the bytes of a string at n and returns their number.
func Copy(b Buffer, n int, s string) int { return copy(b[n:], s) }

// Bytes returns the k bytes from n on.
func Bytes(b Buffer, n, k int) []byte { return b[n : n+k] }

// New returns an empty slice with a capacity of n bytes.
func New(n int) []byte { return make([]byte, 0, n) }

// Text returns b as a string. Without package unsafe, the string never shares memory with b.
func Text(b []byte, alias bool) string { return string(b) }
