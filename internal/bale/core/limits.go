package core

import (
	"math"
	"slices"
)

// The limits for messages of all packages of the module. A program sets them before it decodes or encodes, for example in an init function.
var (
	// MaxDepth is the maximum nesting depth of values of recursive types, for encoding and decoding.
	MaxDepth = 1000
	// MaxMemory is approximately the maximum number of bytes that a decoded value may take. 0 stands for 64 MiB plus 64 bytes for
	// each byte of the message.
	MaxMemory = 0
)

// MaxEmpty is the maximum number of elements of zero size in a message.
const MaxEmpty = 1 << 20

// Over32 reports whether a length, or the length of a message, needs more than 32 bits.
func Over32(n int64) bool { return uint64(n) > math.MaxUint32 }

// OverInt reports whether a message of n bytes is too long for this machine. The limit is a little less than the largest int, so
// that sums with n do not overflow.
func OverInt(n int64) bool { return n > math.MaxInt-2*MaxScratch }

// Size returns a size as an int, or 0 if no message on this machine can have it.
func Size(n int64) int {
	if OverInt(n) {
		return 0
	}
	return int(n)
}

// Size32 is Size for a format whose messages are limited to less than 4 GiB.
func Size32(n int64) int {
	if Over32(n) {
		return 0
	}
	return Size(n)
}

// Grow returns b with a capacity for n more bytes.
func Grow(b []byte, n int) []byte {
	if b == nil {
		return New(n)
	}
	return slices.Grow(b, n)
}
