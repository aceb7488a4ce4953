package varint

import (
	"encoding/binary"
	"math/bits"

	"bale/gen/runtime/core"
)

// Loose is how long a message may be at most for its exact size not to be looked for.
const Loose = 1024

// Stops are the bits that are zero in the last byte of a number.
const Stops = 0x8080808080808080

// More has these bits set in all bytes of a number but the last, by how many bits the number has.
var More = func() (more [65]uint64) {
	for c := range more {
		more[c] = Stops & (1<<(8*((9*c+64)>>6)-8) - 1)
	}
	return more
}()

// Len is how many bytes x takes: one for each seven bits.
func Len(x uint64) int { return (9*bits.Len64(x) + 64) >> 6 }

// Len64 is the same with a shorter way for numbers over the whole range.
func Len64(x uint64) int {
	if x>>56 != 0 {
		return 9 + int(x>>63)
	}
	return Len(x)
}

func Len32(x uint64) int { return (9*bits.Len32(uint32(x)) + 64) >> 6 }

// LenCount is for counts, of which most take one byte.
func LenCount(n int) int {
	if n < 0x80 {
		return 1
	}
	return Len(uint64(n))
}

// Spread puts the low 56 bits of x into eight bytes, seven in each, in three steps and no loop: with loops,
// the numbers of nested take three times as long to write.
func Spread(x uint64) uint64 {
	x = x&(1<<28-1) | x&(1<<56-1<<28)<<4
	x += x & 0x0fffc0000fffc000 * 3
	return x + x&0x3f803f803f803f80
}

// Store56 writes a number of at most 56 bits, as eight bytes of which some are written over later.
func Store56(b core.Buffer, n int, x uint64) int {
	c := bits.Len64(x)
	core.Put64(b, n, Spread(x)|More[c])
	return n + (9*c+64)>>6
}

// Store64 writes a number of more than 56 bits: nine bytes, or ten.
func Store64(b core.Buffer, n int, x uint64) int {
	core.Put64(b, n, Spread(x)|Stops)
	core.Put16(b, n+8, uint16(x>>56|x>>63<<8))
	return n + 9 + int(x>>63)
}

func Store32(b core.Buffer, n int, x uint64) int {
	c := bits.Len32(uint32(x))
	y := x & (1<<28 - 1)
	y += y & 0x0fffc000 * 3
	core.Put64(b, n, y+y&0x3f803f80+x>>28<<32|More[c])
	return n + (9*c+64)>>6
}

func Store16(b core.Buffer, n int, x uint64) int {
	c := bits.Len32(uint32(x))
	x += x & 0xff80
	core.Put32(b, n, uint32(x+x&0x18000|More[c]))
	return n + (9*c+64)>>6
}

func Store8(b core.Buffer, n int, x uint64) int {
	core.Put16(b, n, uint16(x|x>>7<<8))
	return n + 1 + int(x>>7)
}

// Short is the number whose first bytes are x, of which s has the stops: it ends in x. It comes with
// the number of its bytes, which is zero if they are more than it needs.
func Short(x, s uint64) (uint64, int) {
	s ^= s - 1 // everything up to the first stop
	x &= s
	if x|1 <= s>>8 {
		return 0, 0
	}
	return Squeeze(x), bits.Len64(s) >> 3
}

// Long is the number that goes on in t, with one byte or two.
func Long(x uint64, t uint16) (uint64, int) {
	c := int(t >> 7)
	if uint8(t) == 0 || (c^3)&-(c&1) != 0 { // c is odd for two bytes, of which the second is 1
		return 0, 0
	}
	return Squeeze(x) | uint64(t)<<56, 9 + c&1
}

// Squeeze is the opposite of spread.
func Squeeze(x uint64) uint64 {
	x &^= Stops
	x -= x & 0x7f007f007f007f00 >> 1
	x -= x & 0x3fff00003fff0000 >> 2 * 3
	return x&(1<<28-1) | x>>32<<28
}

// Five is the number of five bytes that x begins with, of at most 32 bits.
func Five(x uint64) (uint64, int) {
	if x &= 1<<40 - 1; x>>32 == 0 || x>>36 != 0 {
		return 0, 0
	}
	return Squeeze(x), 5
}

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

func Load8(t uint16) (uint64, int) {
	x := uint64(t)
	c := x >> 7 & 1
	if (x>>8^1)&-c != 0 {
		return 0, 0
	}
	return x&0x7f | c<<7, 1 + int(c)
}

// Odd says what is wrong with the number at n, of so many bits.
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

// LongCount reads a count of more than one byte.
func (d *Input) LongCount(path string, n int) (uint64, int) {
	x, c := binary.Uvarint(d.B[n:])
	if c <= 0 || c != Len(x) {
		return 0, d.Odd(path, n, 64)
	}
	return x, n + c
}

// CustomSize is how many bytes those that a type makes of itself take, beside one.
func CustomSize(b []byte) int {
	if b == nil {
		return 0
	}
	return Len(uint64(len(b))) + len(b)
}
