package msgpack

import (
	"math/bits"
	"time"

	"bale/gen/runtime/core"
)

// Puts says how an integer is written, by the bits that it has, and from 128 on by those of a negative one's
// complement: the first byte, how far the number is moved up, how far behind that byte it goes, and the bytes of both. So to
// write an integer takes no branch that depends on it: 4096 of mixed sizes take 12 µs, and 20 in a switch; small ones alone 10 and 7.
var Puts = func() (t [256]uint32) {
	for i := range t {
		switch k := i & 127; {
		case i < 128 && k <= 7 || i >= 128 && k <= 5:
			t[i] = 56<<8 | 1<<24 // the number is the byte
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

// Gets says how an integer is read, by its first byte: how far what stands there is moved down, with its sign and
// without, how far behind the first byte it stands, whether it can be negative, and the bytes of both; 0 is for what is none.
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

func PutInt(b core.Buffer, n int, x int64) int {
	w := Puts[uint8(bits.Len64(uint64(x^x>>63)))|uint8(x>>63)&128]
	core.Put8(b, n, uint8(w))
	core.Put64(b, n+int(w>>16&1), bits.ReverseBytes64(uint64(x)<<(w>>8&63)))
	return n + int(w>>24)
}

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

// GetInt is the integer at n, of which nine bytes can be read, and what [Gets] has for it.
func GetInt(b core.Buffer, n int) (uint64, uint32) {
	w := Gets[core.Get8(b, n)]
	return Unpack(core.Get64(b, n+int(w>>16&1)), w), w
}

// Unpack is the integer that the eight bytes of x begin with, by what [Gets] has for it.
func Unpack(x uint64, w uint32) uint64 {
	return uint64(int64(bits.ReverseBytes64(x))>>(w&63)) & (^uint64(0) >> (w >> 8 & 63))
}

// PutHead writes the head of a string or bytes of the families whose first byte is given: k bytes follow.
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

// PutCount writes the head of an array or map: the short form with the first byte short, or one of those from long.
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

// PutTime writes a timestamp, in the shortest of its three forms.
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

// CustomSize is how many bytes take what a type made of itself.
func CustomSize(b []byte) int { return SizeHead(len(b)) + len(b) }

func PutBlob(b core.Buffer, n, first int, x []byte) int {
	n = PutHead(b, n, first, len(x))
	return n + core.Copy(b, n, string(x))
}

// Nested tells a pointer to what is nil from one that is nil: an extension of type 98 with the number of pointers
// that are not nil.
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
