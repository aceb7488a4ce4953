package sproto

import (
	"math/bits"
	"sync"

	"bale/internal/bale/core"
)

// Pool has buffers for unpacked messages.
var Pool = sync.Pool{New: func() any { return new([]byte) }}

// Scratch returns a buffer from the pool for a message of size bytes and its padding.
func Scratch(size int) *[]byte {
	s := Pool.Get().(*[]byte)
	if size += 2 * Slack; cap(*s) < size || cap(*s) > 1<<20 && cap(*s)/8 > size {
		*s = make([]byte, size)
	}
	*s = (*s)[:size]
	return s
}

// Pack appends the first n bytes of s in packed form. They are padded with zeros to a multiple of eight bytes, for which s has room.
//
// Each word of eight bytes becomes a mask and its nonzero bytes. A word without zero bytes begins a run of up to 256 words, which are
// copied: the run continues while words have at least six nonzero bytes. No branch depends on a single byte.
func Pack(to, s []byte, n int) []byte {
	b := core.All(s)
	core.Put64(b, n, 0)
	words := (n + 7) / 8
	// A run adds two bytes. After a run of fewer than 256 words, the next word takes at least two bytes less than eight.
	room := 8*words + 2*(words/256+1) + Slack
	w, at := to[:cap(to)], len(to)
	var scratch *[]byte
	if len(w)-at < room {
		scratch = core.Scratch(room)
		w, at = *scratch, 0
	}
	out := core.All(w)
	run, count := 0, 0 // offset of the count of the current run, and its number of words, 0 for no run
	for i := range words {
		x := core.Get64(b, 8*i)
		full := (x&0x7f7f7f7f7f7f7f7f + 0x7f7f7f7f7f7f7f7f | x) & 0x8080808080808080
		mask := uint8(full >> 7 * 0x0102040810204080 >> 56)
		s := &Shapes[mask]
		c := int(s.count)
		switch {
		case count > 0 && c >= 6:
			core.Put64(out, at, x)
			core.Put8(out, run, uint8(count))
			at += 8
			if count++; count == 256 {
				count = 0
			}
			continue
		case c == 8:
			core.Put16(out, at, 0xff)
			run, count = at+1, 1
			core.Put64(out, at+2, x)
			at += 10
			continue
		}
		count = 0
		core.Put8(out, at, mask)
		core.Put64(out, at+1, Squeeze(x, s))
		at += 1 + c
	}
	if scratch != nil {
		return core.Move(to, scratch, at, room)
	}
	return w[:at]
}

// A Shape has the constants with which the bytes of a mask are moved.
type Shape struct {
	keep        uint64 // 0xff for each byte in the mask
	first       uint64 // 0xffff for each pair of bytes whose first byte is in the mask
	half        uint8  // 8 for each byte of the mask in the first half
	left, right uint8  // 8 for each byte of the mask in the first quarter, and in the third
	count       uint8  // number of bytes in the mask
}

// Shapes has the Shape of each mask.
var Shapes = func() (list [256]Shape) {
	for mask := range uint(256) {
		s := &list[mask]
		for i := range 8 {
			if mask>>i&1 != 0 {
				s.keep |= 0xff << (8 * i)
			}
		}
		s.first = s.keep & 0x00ff00ff00ff00ff * 0x101
		s.half, s.count = uint8(8*bits.OnesCount(mask&15)), uint8(bits.OnesCount(mask))
		s.left, s.right = uint8(8*bits.OnesCount(mask&3)), uint8(8*bits.OnesCount(mask>>4&3))
	}
	return list
}()

// Squeeze moves the nonzero bytes of x to the low end: within pairs, then within fours, then within all eight.
func Squeeze(x uint64, s *Shape) uint64 {
	x = x&s.first | x&^s.first>>8
	a, b := x&0xffffffff, x>>32
	a = a&0xffff | a>>16<<(s.left&63)
	b = b&0xffff | b>>16<<(s.right&63)
	return a | b<<(s.half&63)
}

// Stretch is the inverse of [Squeeze]: it moves the low bytes of x to the positions in the mask.
func Stretch(x uint64, s *Shape) uint64 {
	a, b := x, x>>(s.half&63)
	a = a&0xffff | a>>(s.left&63)&0xffff<<16
	b = b&0xffff | b>>(s.right&63)&0xffff<<16
	x = a | b<<32
	return (x&s.first | x&^s.first&0x00ff00ff00ff00ff<<8) & s.keep
}

// Unpack returns b unpacked, without a word at the end that is not complete. With own, the result is newly allocated, since strings will point into
// it; otherwise it is from the pool. A packed byte makes at most eight bytes: a short message gets that much room, and the size of a
// long one, or of one with own, is counted first.
func Unpack(b []byte, own bool) (s *[]byte) {
	room := 8 * len(b)
	if own || room > 1<<14 {
		room = 0
		for i := 0; i < len(b); {
			k, words := Step(b, i)
			if i += k; i <= len(b) {
				room += 8 * words
			}
		}
	}
	if own {
		fresh := make([]byte, room)
		s = &fresh
	} else {
		s = Scratch(room)
	}
	from, to, at, i := core.All(b), core.All(*s), 0, 0
	for i < len(b) {
		k, words := Step(b, i)
		if k > len(b)-i || 8*words > room-at { // the room was counted before, and another goroutine may change the message
			break
		}
		switch mask := b[i]; {
		case mask == 0xff:
			copy((*s)[at:], b[i+2:i+k])
		case len(b)-i > 8:
			core.Put64(to, at, Stretch(core.Get64(from, i+1), &Shapes[mask]))
		default: // the last eight bytes
			core.Put64(to, at, Stretch(core.Load64(b, i+1), &Shapes[mask]))
		}
		i += k
		at += 8 * words
	}
	*s = (*s)[:at]
	return s
}

// Step returns how many bytes the mask at i and its bytes take in a packed message, and how many words they make.
func Step(b []byte, i int) (k, words int) {
	mask := b[i]
	if mask != 0xff {
		return 1 + int(Shapes[mask].count), 1
	}
	if i+1 == len(b) {
		return 2, 0
	}
	words = int(b[i+1]) + 1
	return 2 + 8*words, words
}

// Packed returns the number of bytes of b that a message of n unpacked bytes takes, or -1. It is an error if the padding is not zero.
func (d *Input) Packed(b []byte, n int) int {
	for i := n; i < (n+7)&^7; i++ {
		if d.B[i] != 0 {
			return d.Stop(core.Malformed, "", i)
		}
	}
	i := 0
	for words := (n + 7) / 8; words > 0; {
		if i >= len(b) { // another goroutine has changed the message
			return d.Stop(core.Truncated, "", n)
		}
		k, c := Step(b, i)
		if words -= c; words < 0 {
			return d.Stop(core.Trailing, "", n)
		}
		i += k
	}
	return min(i, len(b))
}
