//go:build !balesafe

package json

import (
	"slices"
	"unsafe"

	"bale/gen/runtime/core"
)

const ones = 0x0101010101010101

// special returns a word that has a high bit for the first byte of w that is not itself in a JSON string, and perhaps for bytes after it. It is 0
// if there is none.
func special(w uint64) uint64 {
	return ((w - 0x20*ones) | ((w | 0x02*ones) ^ 0x3e*ones - ones) | ((w | 0x04*ones) ^ 0x26*ones - ones) | (w ^ 0x5c*ones - ones) | w) & highs
}

// AppendText appends the text of a JSON string, without quotes.
func AppendText(b []byte, s string) []byte {
	n, k := len(b), len(s)
	if cap(b)-n < k+8 {
		b = slices.Grow(b, k+8)
	}
	p, q := core.Buffer(unsafe.StringData(s)), core.At(b[:cap(b)], n)
	i := 0
	for ; i+8 <= k; i += 8 {
		w := core.Get64(p, i)
		core.Put64(q, i, w)
		if special(w) != 0 {
			return appendEscaped(b, s, i)
		}
	}
	if i < k {
		w := uint64(0)
		switch {
		case k >= 8:
			w = core.Get64(p, k-8)
			core.Put64(q, k-8, w)
		case k >= 4:
			x, y := core.Get32(p, 0), core.Get32(p, k-4)
			core.Put32(q, 0, x)
			core.Put32(q, k-4, y)
			w = uint64(x) | uint64(y)<<32
		default:
			x, y, z := core.Get8(p, 0), core.Get8(p, k>>1), core.Get8(p, k-1)
			core.Put8(q, 0, x)
			core.Put8(q, k>>1, y)
			core.Put8(q, k-1, z)
			w = uint64(x) | uint64(y)<<8 | uint64(z)<<16 | 0x3030303030<<24
		}
		if special(w) != 0 {
			return appendEscaped(b, s, i)
		}
	}
	return b[:n+k]
}

// plain returns the offset of the first byte from n on that is a quote, a backslash, a control character or not ASCII, or len(b).
func plain(b []byte, n int) int {
	p := core.All(b)
	for ; n+8 <= len(b); n += 8 {
		w := core.Get64(p, n)
		if m := ((w - 0x20*ones) | (w ^ 0x22*ones - ones) | (w ^ 0x5c*ones - ones) | w) & highs; m != 0 {
			return n + firstByte(m)
		}
	}
	return plainTail(b, n)
}
