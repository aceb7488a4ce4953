package msgpack

import "bale/internal/bale/core"

// sizes has the size of a value for each first byte that determines it, and 0 for the other ones.
var sizes = func() (t [256]uint8) {
	for i := range t {
		switch {
		case Gets[i] != 0:
			t[i] = uint8(Gets[i] >> 24)
		case 0xa0 <= i && i <= 0xbf:
			t[i] = uint8(1 + i - 0xa0)
		case i == 0xc0 || i == 0xc2 || i == 0xc3:
			t[i] = 1
		case i == 0xca || i == 0xcb:
			t[i] = uint8(5 + 4*(i-0xca))
		case 0xd4 <= i && i <= 0xd8:
			t[i] = 2 + 1<<(i-0xd4)
		}
	}
	return t
}()

// Skip returns the end offset of the value at n, or -1 after an error.
func (d *Input) Skip(n int) int { return d.Skips(n, 1) }

// SkipText is Skip for a value that is a short string in most messages.
func (d *Input) SkipText(n int) int {
	if n < len(d.B) {
		if k := int(d.B[n]) - 0xa0; uint(k) < 32 && k < len(d.B)-n {
			return n + 1 + k
		}
	}
	return d.Skips(n, 1)
}

// SkipShort is Skip for a value whose size is determined by its first byte in most messages.
func (d *Input) SkipShort(n int) int {
	if n < len(d.B) {
		if k := int(sizes[d.B[n]]); k > 0 && k <= len(d.B)-n {
			return n + k
		}
	}
	return d.Skips(n, 1)
}

// Skips is Skip for left values. It counts the values that are still to come, so it needs no recursion.
func (d *Input) Skips(n int, left uint64) int { // uint64: each list may claim as many elements as the message has bytes left
	b := d.B
	for ; left > 0; left-- {
		if n >= len(b) {
			return d.Stop(core.Truncated, "", len(b))
		}
		switch c := b[n]; {
		case c>>5 == 5: // a short string, which most names are: branches on the common heads take less time than a table
			n += 1 + int(c&31)
		case int8(c) >= -32: // a small integer
			n++
		case sizes[c] != 0:
			n += int(sizes[c])
		default:
			var inside uint64
			if inside, n = d.skipHead(n); n < 0 {
				return -1
			}
			left += inside
		}
	}
	if n > len(b) {
		return d.Stop(core.Truncated, "", len(b))
	}
	return n
}

// skipHead skips the head of the list or map at n, or another value whose first byte does not determine its size. It returns the number of values
// inside, and the offset after the head or the value, or -1 after an error.
func (d *Input) skipHead(n int) (inside uint64, end int) {
	k := 0
	switch c := d.B[n]; {
	case c&0xf0 == 0x90 || c == 0xdc || c == 0xdd:
		k, end = d.List(n)
		return uint64(k), end
	case c&0xf0 == 0x80 || c == 0xde || c == 0xdf:
		k, end = d.MapLen(n)
		return 2 * uint64(k), end
	case 0xc7 <= c && c <= 0xc9:
		if _, end, k = d.Extension(n, ""); k < 0 {
			return 0, -1
		}
	default:
		if end, k = d.Bytes(n); k < 0 {
			return 0, -1
		}
	}
	return 0, end + k
}
