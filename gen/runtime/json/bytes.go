package json

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"bale/gen/runtime/core"
)

// decimals has the decimal digits of each byte and a comma, the first character in the lowest byte.
var decimals = func() (list [256]uint32) {
	for i := range list {
		text := [4]byte{}
		copy(text[:], append(AppendUint(nil, uint64(i)), ','))
		list[i] = binary.LittleEndian.Uint32(text[:])
	}
	return list
}()

// AppendBytes appends the elements of an array of bytes, which encoding/json writes as a list of numbers.
func AppendBytes(b, x []byte) []byte {
	n := len(b) + 1
	b = slices.Grow(b, 4*len(x)+4)
	p := core.All(b[:cap(b)])
	core.Put8(p, n-1, '[')
	for _, c := range x {
		w := decimals[c]
		core.Put32(p, n, w)
		n += 2
		if c >= 10 {
			n++
		}
		if c >= 100 {
			n++
		}
	}
	return Close(b[:n], ']')
}

// Bytes decodes the first elements of the list at n into x: bytes without white space around them, before the last one of the list. It returns
// their number, and the offset after them and their commas.
func Bytes(b []byte, n int, x []byte) (int, int) {
	for i := range x {
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
	return len(x), n
}
