package cbor

import "bale/internal/bale/core"

// sizes has the size of a value for each first byte that determines it, and 0 for the other ones.
var sizes = func() (t [256]uint8) {
	for i := range t {
		switch major, info := i>>5, i&31; {
		case (major == 2 || major == 3) && info < 24:
			t[i] = uint8(1 + info)
		case 2 <= major && major <= 6:
		case info < 24:
			t[i] = 1
		case info < 28 && i != 0xf8: // after 0xf8, some values are malformed
			t[i] = 1 + 1<<(info-24)
		}
	}
	return t
}()

// Skip skips the value at n.
func (d *Input) Skip(n int) int { return d.Skips(n, 1) }

// SkipText is Skip for a value that is a short string in most messages.
func (d *Input) SkipText(n int) int {
	if n < len(d.B) {
		if k := int(d.B[n]) - 0x60; uint(k) < 24 && k < len(d.B)-n {
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
		if c := b[n]; c>>5 == 3 && c&31 < 24 { // a short string, as most names are: this takes less time than a table
			n += 1 + int(c&31)
			continue
		} else if sizes[c] != 0 {
			n += int(sizes[c])
			continue
		}
		major, x, end := d.Head(n)
		if end < 0 {
			return -1
		}
		rest := uint64(len(b) - end)
		switch major {
		case 2, 3:
			end += int(min(x, rest))
		case 4:
			left += min(x, rest)
		case 5:
			rest /= 2
			left += 2 * min(x, rest)
		case 6:
			x = 0
			left++
		default:
			x = 0
		}
		if x > rest {
			return d.Stop(core.Truncated, "", len(b))
		}
		n = end
	}
	if n > len(b) {
		return d.Stop(core.Truncated, "", len(b))
	}
	return n
}
