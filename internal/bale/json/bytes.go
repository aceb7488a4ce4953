package json

import (
	"encoding/binary"
	"math"
	"math/bits"

	"bale/internal/bale/core"
)

// decimals has the decimal digits of each byte and a comma, the first character in the lowest byte. The bits from 32 on are their number.
var decimals = func() (list [256]uint64) {
	for i := range list {
		text := [8]byte{}
		k := copy(text[:], append(AppendUint(nil, uint64(i)), ','))
		list[i] = binary.LittleEndian.Uint64(text[:]) | uint64(k)<<32
	}
	return list
}()

// AppendBytes appends the elements of an array of bytes, which encoding/json writes as a list of numbers.
func AppendBytes(b, x []byte) []byte {
	n := len(b) + 1
	b = core.Grow(b, 4*len(x)+8)
	p := core.All(b[:cap(b)])
	core.Put8(p, n-1, '[')
	for ; len(x) >= 2; x = x[2:] {
		v, w := decimals[x[0]], decimals[x[1]]
		core.Put64(p, n, v&math.MaxUint32|w<<(v>>32*8&63))
		n += int(v>>32 + w>>32)
	}
	for _, c := range x {
		w := decimals[c]
		core.Put32(p, n, uint32(w))
		n += int(w >> 32)
	}
	return Close(b[:n], ']')
}

// Bytes decodes the first elements of the list at n into x: bytes without white space around them, before the last one of the list. It returns
// their number, and the offset after them and their commas.
func Bytes(b []byte, n int, x []byte) (int, int) {
	i := 0
	for ; i+2 <= len(x) && len(b)-n >= 8; i += 2 {
		c, k := twoBytes(core.Get64(core.At(b, n), 0))
		if k == 0 {
			break
		}
		x[i], x[i+1] = byte(c), byte(c>>32)
		n += k
	}
	for ; i < len(x); i++ {
		if len(b)-n < 4 {
			return i, n
		}
		w := binary.LittleEndian.Uint32(b[n:]) ^ 0x30303030
		k := bits.TrailingZeros32((w+0x76767676|w)&0x80808080) >> 3
		if k == 0 || k > 3 || b[n+k] != ',' || w&0xff == 0 && k > 1 {
			return i, n
		}
		w <<= 32 - 8*k
		c := w>>8&0xff*100 + w>>16&0xff*10 + w>>24
		if c > 255 {
			return i, n
		}
		x[i] = byte(c)
		n += k + 1
	}
	return i, n
}

// twoBytes returns the numbers of two bytes with commas after them, which have at most eight characters, in the lower and the upper half of a word.
// It returns the number of characters, or 0 if w does not begin with these.
func twoBytes(w uint64) (uint64, int) {
	first := w ^ zeros
	others := (first + 0x7676767676767676 | first) & highs // the characters other than digits
	rest := others & (others - 1)
	w ^= commas
	isComma := (w - ones) &^ w & highs // of those before '-', which is the only other character with a bit
	k, end := uint(bits.TrailingZeros64(others)), uint(bits.TrailingZeros64(rest))
	second := first >> ((k + 1) & 63)
	if (others^isComma)&(rest^(rest-1)) != 0 || k-15 > 16 || end-k-16 > 16 || first&0xff == 0 && k > 15 || second&0xff == 0 && end-k > 16 {
		return 0, 0
	}
	x := uint64(uint32(first)<<((39-k)&31)) | second<<((72-(end-k))&63)
	x = x>>8&0x000000ff_000000ff*100 + x>>16&0x000000ff_000000ff*10 + x>>24&0x000000ff_000000ff
	if x&0xffffff00_ffffff00 != 0 {
		return 0, 0
	}
	return x, int(end+1) >> 3
}
