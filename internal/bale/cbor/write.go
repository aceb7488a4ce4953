package cbor

import (
	"math"
	"math/bits"

	"bale/internal/bale/core"
)

// Puts has the head of an integer for each value of [PutIndex]. The bytes of an entry, from the lowest, are the first byte of the head, the
// bits by which the integer is shifted left, the bits of it that are added to the first byte, and the bytes of the head.
var Puts = func() (t [256]uint32) {
	for i := range t {
		major := uint32(i>>7) << 5
		size := bits.Len(uint(i&127-1) >> 3) // 0 is one byte, 3 is eight
		if t[i] = major + 24 + uint32(size) | uint32(64-8<<size)<<8 | uint32(1+1<<size)<<24; i&127 <= 5 {
			t[i] = major | 0x1f<<16 | 1<<24
		}
	}
	return t
}()

// PutIndex returns the index in [Puts] for the integer x or, with a sign of 128, for -1-x: the bit length, where 24 to 31 count as six bits,
// since they take a byte of their own.
func PutIndex(x uint64, sign uint8) uint8 { return uint8(bits.Len64(x|(x+8)&32)) | sign }

// Gets has an entry for each first byte of an integer of the types 0 and 1, and 0 for the first bytes of other values. The bytes of an entry,
// from the lowest, are the bits by which the loaded bytes are shifted right, the number of high bits that are cleared then, the offset of
// the integer in bit 0 and whether it is negative in bit 1, and the bytes of the encoding.
var Gets = func() (t [256]uint32) {
	for i := range 64 {
		negative := uint32(i >> 5 << 17)
		switch info := i & 31; {
		case info < 24:
			t[i] = 56 | 59<<8 | negative | 1<<24
		case info < 28:
			t[i] = uint32(64-8<<(info-24)) | 1<<16 | negative | uint32(1+1<<(info-24))<<24
		}
	}
	return t
}()

func PutInt(b core.Buffer, n int, x int64) int {
	u := uint64(x ^ x>>63)
	return PutHeadBy(b, n, u, Puts[PutIndex(u, uint8(x>>63)&128)])
}

func PutUint(b core.Buffer, n int, x uint64) int { return PutHeadBy(b, n, x, Puts[PutIndex(x, 0)]) }

// PutHeadBy encodes a head with an entry of [Puts] at n and returns the end offset.
func PutHeadBy(b core.Buffer, n int, x uint64, w uint32) int {
	core.Put8(b, n, uint8(w)+uint8(x)&uint8(w>>16))
	core.Put64(b, n+1, bits.ReverseBytes64(x<<(w>>8&63)))
	return n + int(w>>24)
}

func SizeInt(x int64) int { return SizeUint(uint64(x ^ x>>63)) }

func SizeUint(x uint64) int { return int(Puts[PutIndex(x, 0)] >> 24) }

// GetInt returns the integer at n, where nine bytes can be loaded, and its entry in [Gets].
func GetInt(b core.Buffer, n int) (uint64, uint32) {
	w := Gets[core.Get8(b, n)]
	return Unpack(core.Get64(b, n+int(w>>16&1)), w), w
}

// Unpack returns the integer in the first of the eight bytes of x. w is its entry in [Gets].
func Unpack(x uint64, w uint32) uint64 {
	return bits.ReverseBytes64(x)>>(w&63)&(^uint64(0)>>(w>>8&63)) ^ -uint64(w>>17&1)
}

// PutHead encodes the head of k bytes, elements or entries at n and returns the end offset. first is the first byte of the head for 0.
func PutHead(b core.Buffer, n, first, k int) int {
	return PutHeadBy(b, n, uint64(k), Puts[PutIndex(uint64(k), 0)]+uint32(first))
}

func SizeHead(k int) int { return SizeUint(uint64(k)) }

func SizeText(k int) int { return SizeHead(k) + k }

func PutCount(b core.Buffer, n, first, k int) int { return PutHead(b, n, first, k) }

func SizeCount(k int) int { return SizeHead(k) }

func PutBool(b core.Buffer, n int, v bool) { core.Put8(b, n, uint8(0xf4+core.Bit(v))) }

// PutBlob encodes bytes with their head at n and returns the end offset. first is that of [PutHead].
func PutBlob(b core.Buffer, n, first int, x []byte) int {
	return PutRaw(b, PutHead(b, n, first, len(x)), x)
}

// PutRaw encodes bytes without a head at n and returns the end offset.
func PutRaw(b core.Buffer, n int, x []byte) int { return n + copy(core.Bytes(b, n, len(x)), x) }

// PutFloat64 encodes a number at n, in the shortest form that keeps all bits of it, and returns the end offset.
func PutFloat64(b core.Buffer, n int, x float64) int {
	if f, ok := core.Narrow32(x); ok {
		return PutFloat32(b, n, f)
	}
	core.Put8(b, n, 0xfb)
	core.Put64(b, n+1, bits.ReverseBytes64(math.Float64bits(x)))
	return n + 9
}

func PutFloat32(b core.Buffer, n int, x float32) int {
	if h, ok := core.Narrow16(x); ok {
		core.Put8(b, n, 0xf9)
		core.Put16(b, n+1, bits.ReverseBytes16(h))
		return n + 3
	}
	core.Put8(b, n, 0xfa)
	core.Put32(b, n+1, bits.ReverseBytes32(math.Float32bits(x)))
	return n + 5
}

func SizeFloat(x float64) int {
	var room [16]byte
	return PutFloat64(core.All(room[:]), 0, x)
}

func PutComplex(b core.Buffer, n int, x complex128) int {
	core.Put8(b, n, 0x82)
	return PutFloat64(b, PutFloat64(b, n+1, real(x)), imag(x))
}

func SizeComplex(x complex128) int { return 1 + SizeFloat(real(x)) + SizeFloat(imag(x)) }

// Nested completes the encoding of a pointer whose target is encoded from n to end, and returns the new end offset. It puts tag 55799, which
// has no meaning, before a nil target and before one that begins with the tag. The tag distinguishes them from a nil pointer.
func Nested(b core.Buffer, n, end int) int {
	if core.Get8(b, n) == 0xf6 || end > n+3 && core.Get16(b, n) == 0xd9d9 && core.Get8(b, n+2) == 0xf7 {
		rest := core.Bytes(b, n, end-n+3)
		copy(rest[3:], rest[:end-n])
		copy(rest, "\xd9\xd9\xf7")
		return end + 3
	}
	return end
}
