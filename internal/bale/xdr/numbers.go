package xdr

import (
	"math/bits"

	"bale/internal/bale/core"
)

// Loose is the upper bound in bytes up to which a new message is encoded without computing its exact size.
const Loose = 1024

// Put32 writes a big-endian number.
func Put32(b core.Buffer, n int, x uint32) { core.Put32(b, n, bits.ReverseBytes32(x)) }

// Put64 writes a big-endian number.
func Put64(b core.Buffer, n int, x uint64) { core.Put64(b, n, bits.ReverseBytes64(x)) }

// Get32 loads a big-endian number.
func Get32(b core.Buffer, n int) uint32 { return bits.ReverseBytes32(core.Get32(b, n)) }

// Get64 loads a big-endian number.
func Get64(b core.Buffer, n int) uint64 { return bits.ReverseBytes64(core.Get64(b, n)) }

// Wide8 reports whether a number has more than 8 bits.
func Wide8(x uint32) bool { return int32(x) != int32(int8(x)) }

// Wide16 reports whether a number has more than 16 bits.
func Wide16(x uint32) bool { return int32(x) != int32(int16(x)) }

// Wide32 reports whether a number has more than 32 bits.
func Wide32(x uint64) bool { return int64(x) != int64(int32(x)) }

// Fill pads the k bytes at n with zeros to a multiple of four, and returns the padded length. It always stores four zeros; those that
// are not padding are overwritten later.
func Fill(b core.Buffer, n, k int) int {
	core.Put32(b, n+k, 0)
	return (k + 3) &^ 3
}

// Zeros reports whether the padding of the k bytes at n is zero: up to three bytes. A count of four bytes precedes n, so the load of the
// last four bytes is inside the message even if k is 0.
func Zeros(b core.Buffer, n int, k uint64) bool {
	return uint64(core.Get32(b, n+int((k+3)&^3)-4))>>(32-8*(-k&3)) == 0
}

// CustomSize returns the padded size in bytes of the result of a custom type's method, without its count.
func CustomSize(b []byte) int { return (len(b) + 3) &^ 3 }
