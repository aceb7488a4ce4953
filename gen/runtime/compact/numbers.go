package compact

import (
	"math/bits"
)

// Len is how many bytes x takes behind the codes.
func Len(x uint64) int {
	_, size := Code(x)
	return int(size)
}

// Code is the code of x, and how many bytes follow for it. 0 to 7 are their own codes, and have none; else the
// code is 7 more than the number of significant bytes. What is 0 is taken as 1, which spares a check and changes nothing.
func Code(x uint64) (code, size uint64) {
	code = min(x, uint64(bits.Len64(x|1)+63)>>3)
	return code, uint64(Sizes[code&15])
}

// Sizes are the bytes that follow for a code. max(code, 7) - 7 became a branch, and 2.5 times as slow.
var Sizes = [16]uint8{8: 1, 2, 3, 4, 5, 6, 7, 8}

// Mask keeps as many bytes as a code says, and [Low] is what a code is without any.
var (
	Mask = [16]uint64{8: 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}
	Low  = [16]uint64{0, 1, 2, 3, 4, 5, 6, 7}
)

// Lens makes sizes of 16 codes.
func Lens(codes uint64) uint64 {
	some := codes >> 3 & 0x1111111111111111
	return codes&(some<<3-some) + some
}

// Sum is the sum of 16 sizes.
func Sum(sizes uint64) int {
	sizes = sizes&0x0f0f0f0f0f0f0f0f + sizes>>4&0x0f0f0f0f0f0f0f0f
	return int(sizes * 0x0101010101010101 >> 56)
}
