package msgpack

import (
	"math/bits"
	"time"

	"bale/internal/bale/core"
)

// Puts has the encoding of an integer for each bit length. From index 128 on it has those of negative integers, by the bit length of the
// complement. The bytes of an entry, from the lowest, are the first byte of the encoding, the bits by which the integer is shifted left,
// the offset of the integer (0 or 1), and the bytes of the encoding. With the table, encoding takes no branch that depends on the integer:
// 4,096 integers of mixed sizes take 12 µs, and 20 µs with a switch. Small integers alone take 10 µs, and 7 µs with a switch.
var Puts = func() (t [256]uint32) {
	for i := range t {
		switch k := i & 127; {
		case i < 128 && k <= 7 || i >= 128 && k <= 5:
			t[i] = 56<<8 | 1<<24 // the integer is the first byte
		case i < 128:
			size := max(0, bits.Len(uint(k-1)>>3)) // 0 is one byte, 3 is eight
			t[i] = uint32(0xcc+size) | uint32(64-8<<size)<<8 | 1<<16 | uint32(1+1<<size)<<24
		default:
			size := bits.Len(uint(k) >> 3)
			t[i] = uint32(0xd0+size) | uint32(64-8<<size)<<8 | 1<<16 | uint32(1+1<<size)<<24
		}
	}
	return t
}()

// Gets has the encoding of an integer for each first byte, and 0 for the first bytes of other values. The bytes of an entry, from the
// lowest, are the bits by which the loaded bytes are shifted right with their sign, the number of high bits that are cleared then, the
// offset of the integer in bit 0 and whether it can be negative in bit 1, and the bytes of the encoding.
var Gets = func() (t [256]uint32) {
	for i := range t {
		switch {
		case i < 0x80 || i >= 0xe0:
			t[i] = 56 | 1<<17 | 1<<24
		case 0xcc <= i && i <= 0xcf:
			shift := uint32(64 - 8<<(i-0xcc))
			t[i] = shift | shift<<8 | 1<<16 | uint32(1+1<<(i-0xcc))<<24
		case 0xd0 <= i && i <= 0xd3:
			t[i] = uint32(64-8<<(i-0xd0)) | 1<<16 | 1<<17 | uint32(1+1<<(i-0xd0))<<24
		}
	}
	return t
}()

// PutInt encodes a signed integer at n and returns the end offset.
func PutInt(b core.Buffer, n int, x int64) int {
	w := Puts[uint8(bits.Len64(uint64(x^x>>63)))|uint8(x>>63)&128]
	core.Put8(b, n, uint8(w))
	core.Put64(b, n+int(w>>16&1), bits.ReverseBytes64(uint64(x)<<(w>>8&63)))
	return n + int(w>>24)
}

// PutUint encodes an unsigned integer at n and returns the end offset.
func PutUint(b core.Buffer, n int, x uint64) int {
	w := Puts[uint8(bits.Len64(x))]
	core.Put8(b, n, uint8(w))
	core.Put64(b, n+int(w>>16&1), bits.ReverseBytes64(x<<(w>>8&63)))
	return n + int(w>>24)
}

func SizeInt(x int64) int {
	return int(Puts[uint8(bits.Len64(uint64(x^x>>63)))|uint8(x>>63)&128] >> 24)
}

func SizeUint(x uint64) int { return int(Puts[uint8(bits.Len64(x))] >> 24) }

// GetInt returns the integer at n, where nine bytes can be loaded, and its entry in [Gets].
func GetInt(b core.Buffer, n int) (uint64, uint32) {
	w := Gets[core.Get8(b, n)]
	return Unpack(core.Get64(b, n+int(w>>16&1)), w), w
}

// Unpack returns the integer in the first of the eight bytes of x. w is its entry in [Gets].
func Unpack(x uint64, w uint32) uint64 {
	return uint64(int64(bits.ReverseBytes64(x))>>(w&63)) & (^uint64(0) >> (w >> 8 & 63))
}

// PutHead encodes the head of a str or bin of k bytes at n and returns the end offset. first is the first byte of the form with a length of
// one byte: 0xd9 for str, 0xc4 for bin.
func PutHead(b core.Buffer, n, first, k int) int {
	switch {
	case k < 1<<8:
		core.Put8(b, n, uint8(first))
		core.Put8(b, n+1, uint8(k))
		return n + 2
	case k < 1<<16:
		core.Put8(b, n, uint8(first+1))
		core.Put16(b, n+1, bits.ReverseBytes16(uint16(k)))
		return n + 3
	}
	core.Put8(b, n, uint8(first+2))
	core.Put32(b, n+1, bits.ReverseBytes32(uint32(k)))
	return n + 5
}

func SizeHead(k int) int {
	switch {
	case k < 1<<8:
		return 2
	case k < 1<<16:
		return 3
	}
	return 5
}

func SizeText(k int) int {
	if k < 32 {
		return 1 + k
	}
	return SizeHead(k) + k
}

// PutCount encodes the head of an array or map at n and returns the end offset. short is the first byte of the short form, and long that of
// the first long form.
func PutCount(b core.Buffer, n, short, long, k int) int {
	switch {
	case k < 16:
		core.Put8(b, n, uint8(short+k))
		return n + 1
	case k < 1<<16:
		core.Put8(b, n, uint8(long))
		core.Put16(b, n+1, bits.ReverseBytes16(uint16(k)))
		return n + 3
	}
	core.Put8(b, n, uint8(long+1))
	core.Put32(b, n+1, bits.ReverseBytes32(uint32(k)))
	return n + 5
}

func SizeCount(k int) int {
	switch {
	case k < 16:
		return 1
	case k < 1<<16:
		return 3
	}
	return 5
}

func PutBool(b core.Buffer, n int, v bool) { core.Put8(b, n, uint8(0xc2+core.Bit(v))) }

// PutTime encodes a timestamp at n, in the shortest of its three forms, and returns the end offset.
func PutTime(b core.Buffer, n int, t time.Time) int {
	sec, nsec := uint64(t.Unix()), uint64(t.Nanosecond())
	switch {
	case sec>>34 != 0:
		core.Put32(b, n, 0xff0cc7)
		core.Put32(b, n+3, bits.ReverseBytes32(uint32(nsec)))
		core.Put64(b, n+7, bits.ReverseBytes64(sec))
		return n + 15
	case nsec == 0 && sec>>32 == 0:
		core.Put16(b, n, 0xffd6)
		core.Put32(b, n+2, bits.ReverseBytes32(uint32(sec)))
		return n + 6
	}
	core.Put16(b, n, 0xffd7)
	core.Put64(b, n+2, bits.ReverseBytes64(nsec<<34|sec))
	return n + 10
}

func SizeTime(t time.Time) int {
	sec := uint64(t.Unix())
	switch {
	case sec>>34 != 0:
		return 15
	case t.Nanosecond() == 0 && sec>>32 == 0:
		return 6
	}
	return 10
}

// CustomSize returns the bytes that the result of the method of a custom type takes in a message.
func CustomSize(b []byte) int { return SizeHead(len(b)) + len(b) }

// PutBlob encodes bytes with their head at n and returns the end offset. first is that of PutHead.
func PutBlob(b core.Buffer, n, first int, x []byte) int {
	n = PutHead(b, n, first, len(x))
	return n + core.Copy(b, n, string(x))
}

// Nested completes the encoding of a pointer whose target is encoded from n to end, and returns the new end offset. It replaces
// a nil target by an extension of type 98 with the number of pointers that are not nil, here 1, which distinguishes it from a nil pointer.
// If the target is such an extension, its number is incremented.
func Nested(b core.Buffer, n, end int) int {
	switch {
	case core.Get8(b, n) == 0xc0:
		core.Put64(b, n, 0x01000000_62d6)
		return n + 6
	case end > n+5 && core.Get16(b, n) == 0x62d6:
		core.Put32(b, n+2, bits.ReverseBytes32(bits.ReverseBytes32(core.Get32(b, n+2))+1))
	}
	return end
}
