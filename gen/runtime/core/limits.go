package core

import (
	"math"
	"math/bits"
	"slices"
)

// What a message may ask for. A package can set these in an init function.
var (
	// MostDepth is how many values of recursive types may stand in each other, in what is read and what is written.
	MostDepth = 1000
	// MostMemory is about how many bytes a value may take that is read.
	MostMemory = 1 << (28 + bits.UintSize/16)
)

// MostEmpty bounds lists whose elements take no bytes.
const MostEmpty = 1 << 20

// Over32 reports whether a length, or that of a message that holds it, has no room in 32 bits.
func Over32(n int) bool { return uint64(n) > math.MaxUint32 }

// Afford counts what n things of so many bytes take, as long as a value may have them.
func Afford(spent *int, n uint64, size int) bool {
	if n > uint64(max(MostMemory-*spent, 0)/size) {
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
