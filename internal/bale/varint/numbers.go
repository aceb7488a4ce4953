package varint

import (
	"encoding/binary"
	"math/bits"

	"bale/internal/bale/core"
)

// Loose is the upper bound in bytes up to which a new message is encoded without computing its exact size.
const Loose = 1024

// Stops has the top bit of each byte. In a number, that bit is 0 in the last byte and 1 in the others.
const Stops = 0x8080808080808080

// Ones has the lowest bit of each byte.
const Ones = 0x0101010101010101

// More has the top bits of the bytes of a number, indexed by the number of bits in it.
var More = func() (more [65]uint64) {
	for c := range more {
		more[c] = Stops & (1<<(8*((9*c+64)>>6)-8) - 1)
	}
	return more
}()

// Len returns the length of x as a varint in bytes: one for each seven bits.
func Len(x uint64) int { return (9*bits.Len64(x) + 64) >> 6 }

// Len64 is [Len] for numbers over the whole range: it is faster for more than 56 bits.
func Len64(x uint64) int {
	if x>>56 != 0 {
		return 9 + int(x>>63)
	}
	return Len(x)
}

// Len32 is [Len] for numbers of at most 32 bits.
func Len32(x uint64) int { return (9*bits.Len32(uint32(x)) + 64) >> 6 }

// LenCount is [Len] for counts, most of which take one byte.
func LenCount(n int) int {
	if n < 0x80 {
		return 1
	}
	return Len(uint64(n))
}

// Spread puts the low 56 bits of x into eight bytes, seven bits in each. It takes three steps and no loop: with loops, encoding the
// numbers of nested takes three times as long.
func Spread(x uint64) uint64 {
	x = x&(1<<28-1) | x&(1<<56-1<<28)<<4
	x += x & 0x0fffc0000fffc000 * 3
	return x + x&0x3f803f803f803f80
}

// Store56 writes a number of at most 56 bits at n. It returns the offset of its end. It always stores eight bytes; those after the
// number are overwritten later.
func Store56(b core.Buffer, n int, x uint64) int {
	c := bits.Len64(x)
	core.Put64(b, n, Spread(x)|More[c])
	return n + (9*c+64)>>6
}

// Store64 writes a number of more than 56 bits, which takes nine or ten bytes. It always stores ten.
func Store64(b core.Buffer, n int, x uint64) int {
	core.Put64(b, n, Spread(x)|Stops)
	core.Put16(b, n+8, uint16(x>>56|x>>63<<8))
	return n + 9 + int(x>>63)
}

// Store32 is [Store56] for a number of at most 32 bits.
func Store32(b core.Buffer, n int, x uint64) int {
	c := bits.Len32(uint32(x))
	y := x & (1<<28 - 1)
	y += y & 0x0fffc000 * 3
	core.Put64(b, n, y+y&0x3f803f80+x>>28<<32|More[c])
	return n + (9*c+64)>>6
}

// Store16 is [Store56] for a number of at most 16 bits. It stores four bytes.
func Store16(b core.Buffer, n int, x uint64) int {
	c := bits.Len32(uint32(x))
	x += x & 0xff80
	core.Put32(b, n, uint32(x+x&0x18000|More[c]))
	return n + (9*c+64)>>6
}

// Store8 is [Store56] for a number of at most 8 bits. It stores two bytes.
func Store8(b core.Buffer, n int, x uint64) int {
	core.Put16(b, n, uint16(x|x>>7<<8))
	return n + 1 + int(x>>7)
}

// Short decodes a number that ends within the eight bytes x. s is ^x&Stops, and marks the bytes that may be the last one. Short
// returns the number and its length in bytes, which is 0 if the number would fit in fewer bytes.
func Short(x, s uint64) (uint64, int) {
	s ^= s - 1 // all bits up to the first one of s
	x &= s
	if x|1 <= s>>8 {
		return 0, 0
	}
	return Squeeze(x), int(s & Ones * Ones >> 56)
}

// Long decodes a number of nine or ten bytes: eight in x, and one or two in t. It returns the number and its length in bytes, 0 for an
// error.
func Long(x uint64, t uint16) (uint64, int) {
	c := int(t >> 7)
	if uint8(t) == 0 || (c^3)&-(c&1) != 0 { // c is odd for two bytes, of which the second is 1
		return 0, 0
	}
	return Squeeze(x) | uint64(t)<<56, 9 + c&1
}

// Squeeze is the inverse of [Spread].
func Squeeze(x uint64) uint64 {
	x &^= Stops
	x -= x & 0x7f007f007f007f00 >> 1
	x -= x & 0x3fff00003fff0000 >> 2 * 3
	return x&(1<<28-1) | x>>32<<28
}

// Five decodes a number of five bytes and at most 32 bits from the low bytes of x. It returns the number and its length in bytes, 0 for
// an error.
func Five(x uint64) (uint64, int) {
	if x &= 1<<40 - 1; x>>32 == 0 || x>>36 != 0 {
		return 0, 0
	}
	return Squeeze(x), 5
}

// Load16 decodes a number of two or three bytes and at most 16 bits from the low bytes of x. It returns the number and its length in
// bytes, 0 for an error.
func Load16(x uint32) (uint64, int) {
	c := 2
	if x&0x8000 != 0 {
		c, x = 3, x&0xff7fff
		if x < 1<<16 || x >= 4<<16 {
			return 0, 0
		}
	} else if x &= 0x7fff; x < 1<<8 {
		return 0, 0
	}
	return uint64(x&0x7f | x>>1&0x3f80 | x>>2&0xc000), c
}

// Load8 decodes a number of one or two bytes and at most 8 bits from t. It returns the number and its length in bytes, 0 for an error.
func Load8(t uint16) (uint64, int) {
	x := uint64(t)
	c := x >> 7 & 1
	if (x>>8^1)&-c != 0 {
		return 0, 0
	}
	return x&0x7f | c<<7, 1 + int(c)
}

// Odd sets the error for the invalid number at n, of a type with width bits. It returns -1.
func (d *Input) Odd(path string, n, width int) int {
	code := core.Malformed
	if n > len(d.B) {
		n = len(d.B)
	}
	switch x, c := binary.Uvarint(d.B[n:]); {
	case c == 0:
		code = core.Truncated
	case c < 0 || x>>width != 0:
		code = core.Overflow
	}
	return d.Stop(code, path, n)
}

// LongCount decodes a count of more than one byte. It returns the count and the offset of its end, or -1.
func (d *Input) LongCount(path string, n int) (uint64, int) {
	x, c := binary.Uvarint(d.B[n:])
	if c <= 0 || c != Len(x) {
		return 0, d.Odd(path, n, 64)
	}
	return x, n + c
}

// CustomSize returns the size in bytes of the result of a custom type's method, without the byte for nil. A result that is not nil has a
// length prefix.
func CustomSize(b []byte) int {
	if b == nil {
		return 0
	}
	return Len(uint64(len(b))) + len(b)
}
