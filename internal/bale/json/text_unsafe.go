//go:build !purego

package json

import (
	"unicode/utf8"
	"unsafe"

	"bale/internal/bale/core"
)

// bytesOf returns the bytes of s, which must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// maybeSpecial has high bits where special has, and where w has the characters ^, | and ~, which takes less time. Its other bits have no meaning.
func maybeSpecial(w uint64) uint64 {
	return (w - 0x20*ones) | ((w | 0x04*ones) ^ 0x26*ones - ones) | ((w | 0x62*ones) ^ 0x7e*ones - ones)
}

// AppendText appends the text of a JSON string, without quotes.
func AppendText(b []byte, s string) []byte {
	n, k := len(b), len(s)
	if cap(b)-n < k+8 {
		b = core.Grow(b, k+8)
	}
	p, q := core.Buffer(unsafe.StringData(s)), core.At(b[:cap(b)], n)
	i, w := 0, uint64(0)
	switch {
	case k >= 16:
		i, w = copyText(p, q, k)
	case k >= 8:
		x, y := core.Get64(p, 0), core.Get64(p, k-8)
		core.Put64(q, 0, x)
		core.Put64(q, k-8, y)
		w = maybeSpecial(x) | maybeSpecial(y)
	case k >= 4:
		x, y := core.Get32(p, 0), core.Get32(p, k-4)
		core.Put32(q, 0, x)
		core.Put32(q, k-4, y)
		w = maybeSpecial(uint64(x) | uint64(y)<<32)
	case k > 0:
		x, y, z := core.Get8(p, 0), core.Get8(p, k>>1), core.Get8(p, k-1)
		core.Put8(q, 0, x)
		core.Put8(q, k>>1, y)
		core.Put8(q, k-1, z)
		w = maybeSpecial(uint64(x) | uint64(y)<<8 | uint64(z)<<16 | 0x3030303030<<24)
	}
	if w&highs != 0 {
		return appendEscaped(b, s, i)
	}
	return b[:n+k]
}

// copyText copies k bytes, at least 16, from p to q. It stops if maybeSpecial finds something in the bytes from i on, and returns its result.
func copyText(p, q core.Buffer, k int) (i int, w uint64) {
	for ; i < k-16; i += 16 {
		x, y := core.Get64(p, i), core.Get64(p, i+8)
		core.Put64(q, i, x)
		core.Put64(q, i+8, y)
		if w = maybeSpecial(x) | maybeSpecial(y); w&highs != 0 {
			return i, w
		}
	}
	x, y := core.Get64(p, k-16), core.Get64(p, k-8)
	core.Put64(q, k-16, x)
	core.Put64(q, k-8, y)
	return i, maybeSpecial(x) | maybeSpecial(y)
}

// unescaped returns the index of the first byte of s from i on that is not itself in a JSON string, or len(s).
func unescaped(s string, i int) int {
	for p := core.Buffer(unsafe.StringData(s)); i+8 <= len(s); {
		m := special(core.Get64(p, i))
		if m == 0 {
			i += 8
			continue
		}
		if i += firstByte(m); s[i] < utf8.RuneSelf {
			return i
		}
		end := characters(p, i, len(s), ^uint64(0))
		if end == i {
			break
		}
		i = end
	}
	return unescapedTail(s, i)
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

// inText returns the offset of the first byte from n on that is a quote, a backslash or a control character, or len(b).
func inText(b []byte, n int) int {
	p := core.All(b)
	for ; n+16 <= len(b); n += 16 {
		m, next := endsText(core.Get64(p, n)), endsText(core.Get64(p, n+8))
		if m|next == 0 {
			continue
		}
		if m == 0 { // without a branch: which word has the end of a string cannot be predicted
			m, n = next, n+8
		}
		return n + firstByte(m)
	}
	return inTextTail(b, n)
}
