package proto

import (
	"math/bits"

	"bale/internal/bale/core"
	"bale/internal/bale/varint"
)

// Pass skips the fields at n with numbers between after and before, and returns the offset of the next field or end, or -1.
func (d *Input) Pass(n, end int, after, before uint64) int {
	for n < end {
		m, ok := d.passShort(n, end, after, before)
		if ok {
			return m
		}
		// The field at m is long, or near the end, or wrong.
		tag, from := d.Tag(m, end)
		if from < 0 {
			return from
		}
		if number := tag >> 3; number <= after || number >= before {
			return m
		}
		if n = d.SkipUnknown(from, end, tag); n < 0 {
			return n
		}
	}
	return n
}

// passShort is Pass for fields whose tag and length have at most two bytes each, and whose number has at most six bytes. It returns false for
// other fields, and the offset of the first one. It loads eight bytes for each field: a varint at a time takes three times as long.
func (d *Input) passShort(n, end int, after, before uint64) (int, bool) {
	b, between := core.All(d.B), before-after-1
	for end-n >= 8 {
		x := core.Get64(b, n)
		two := x >> 7 & 1 // 1 for a tag of two bytes
		tag := x&0x7f | x>>1&0x3f80&-two
		if x>>15&two != 0 {
			return n, false
		}
		if tag>>3-after-1 >= between {
			return n, true
		}
		m := n + 1 + int(two)
		x >>= 8 << two & 63
		switch tag & 7 {
		case 2:
			k := int(x & 0x7f)
			if x&0x80 != 0 {
				if x&0x8000 != 0 {
					return n, false
				}
				k |= int(x >> 1 & 0x3f80)
				m++
			}
			m += 1 + k
		case 0:
			s := ^x & varint.Stops & (1<<48 - 1)
			if s == 0 {
				return n, false
			}
			m += bits.TrailingZeros64(s)/8 + 1
		case 1:
			m += 8
		case 5:
			m += 4
		default:
			return n, false
		}
		if m > end {
			return n, false
		}
		n = m
	}
	return n, n >= end
}
