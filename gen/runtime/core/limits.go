package core

import (
	"math"
	"slices"
)

// The limits of a message. A package can set them in an init function.
var (
	// MaxDepth is how deep values of recursive types may be nested, in encoding and in decoding.
	MaxDepth = 1000
	// MaxMemory is about how many bytes of memory a decoded value may take. 0 allows 64 MiB, and 64 bytes more for each byte of
	// the message.
	MaxMemory = 0
)

// MaxEmpty limits the number of elements of zero size in a message.
const MaxEmpty = 1 << 20

// Over32 reports whether a length, or that of a message that holds it, needs more than 32 bits.
func Over32(n int64) bool { return uint64(n) > math.MaxUint32 }

// OverInt reports whether a message of so many bytes is too long for this machine: a little less than an int can say, so that sums with
// it do not overflow.
func OverInt(n int64) bool { return n > math.MaxInt-2*MaxScratch }

// Size returns a size as an int, and 0 for one that no message can have on this machine.
func Size(n int64) int {
	if OverInt(n) {
		return 0
	}
	return int(n)
}

// Grow makes room for n more bytes.
func Grow(b []byte, n int) []byte {
	if b == nil {
		return New(n)
	}
	return slices.Grow(b, n)
}
