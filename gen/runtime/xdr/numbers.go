package xdr

import (
	"errors"
	"math/bits"

	"bale/gen/runtime/core"
)

// Loose is how long a message may be at most for its exact size not to be looked for.
const Loose = 1024

var ErrTooLong = errors.New("a message of more than 4 GiB, which its counts cannot say")

// Numbers are big endian.
func Put32(b core.Buffer, n int, x uint32) { core.Put32(b, n, bits.ReverseBytes32(x)) }
func Put64(b core.Buffer, n int, x uint64) { core.Put64(b, n, bits.ReverseBytes64(x)) }
func Get32(b core.Buffer, n int) uint32    { return bits.ReverseBytes32(core.Get32(b, n)) }
func Get64(b core.Buffer, n int) uint64    { return bits.ReverseBytes64(core.Get64(b, n)) }

// Wide8 reports whether a number has more than 8 bits.
func Wide8(x uint32) bool { return int32(x) != int32(int8(x)) }

// Wide16 reports whether a number has more than 16 bits.
func Wide16(x uint32) bool { return int32(x) != int32(int16(x)) }

// Wide32 reports whether a number has more than 32 bits.
func Wide32(x uint64) bool { return int64(x) != int64(int32(x)) }

// Fill fills up the k bytes at n with zeros, and says how many there are then. Four more are stored without
// asking: what comes next is written over them.
func Fill(b core.Buffer, n, k int) int {
	core.Put32(b, n+k, 0)
	return (k + 3) &^ 3
}

// Zeros reports whether the k bytes at n, which have a count in front, are filled up with zeros: the last up to
// three of four.
func Zeros(b core.Buffer, n int, k uint64) bool {
	return uint64(core.Get32(b, n+int((k+3)&^3)-4))>>(32-8*(-k&3)) == 0
}

// CustomSize is how many bytes those that a type makes of itself take beside their count.
func CustomSize(b []byte) int { return (len(b) + 3) &^ 3 }
