package core

import (
	"math"
	"math/bits"
	"slices"
)

// The limits of a message. A package can set them in an init function.
var (
	// MaxDepth is how deep values of recursive types may be nested, in encoding and in decoding.
	MaxDepth = 1000
	// MaxMemory is about how many bytes a decoded value may take.
	MaxMemory = 1 << (28 + bits.UintSize/16)
)

// MaxEmpty limits the number of elements of zero size.
const MaxEmpty = 1 << 20

// Over32 reports whether a length, or that of a message that holds it, needs more than 32 bits.
func Over32(n int) bool { return uint64(n) > math.MaxUint32 }

// Charge adds n elements of size bytes to the memory that a message has taken, and reports whether it may take as much.
func Charge(spent *int, n uint64, size int) bool {
	if n > uint64(max(MaxMemory-*spent, 0)/size) {
		return false
	}
	*spent += int(n) * size
	return true
}

// Grow makes room for n more bytes.
func Grow(b []byte, n int) []byte {
	if b == nil {
		return New(n)
	}
	return slices.Grow(b, n)
}
