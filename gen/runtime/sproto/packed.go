package sproto

import (
	"math/bits"
	"sync"

	"bale/gen/runtime/core"
)

// Pool has memory for messages that are not packed yet, or not any more.
var Pool = sync.Pool{New: func() any { return new([]byte) }}

// Scratch is room for a message of so many bytes, and for what it is filled up with.
func Scratch(size int) *[]byte {
	s := Pool.Get().(*[]byte)
	if size += 2 * Slack; cap(*s) < size || cap(*s) > 1<<20 && cap(*s)/8 > size {
		*s = make([]byte, size)
	}
	*s = (*s)[:size]
	return s
}

// Pack appends the n bytes of s, packed. They are filled up to eight with zeros.
//
// Each eight bytes become a mask and those that are not zero; from eight on that are not zero, up to 256 words are copied
// as long as they have six or more. No branch depends on a single byte.
func Pack(to, s []byte, n int) []byte {
	b := core.All(s)
	core.Put64(b, n, 0)
	words := (n + 7) / 8
	room := 8*words + 2*(words/256+1) + Slack // a run takes two bytes more, and the word behind it two less
	w, at := to[:cap(to)], len(to)
	var scratch *[]byte
	if len(w)-at < room {
		scratch = core.Scratch(room)
		w, at = *scratch, 0
	}
	out := core.All(w)
	run, count := 0, 0 // where the run that goes on has its count, and how many words
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

// A Shape is what there is to know about a mask.
type Shape struct {
	keep        uint64 // its bytes
	first       uint64 // pairs of bytes that have the first one
	half        uint8  // bits of the bytes in the first half
	left, right uint8  // bits of the bytes in the first quarter, and in the third
	count       uint8  // bytes
}

// Shapes spares the counting of bits.
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

// Squeeze moves the bytes of x that are not zero together: in pairs, in fours, in all.
func Squeeze(x uint64, s *Shape) uint64 {
	x = x&s.first | x&^s.first>>8
	a, b := x&0xffffffff, x>>32
	a = a&0xffff | a>>16<<(s.left&63)
	b = b&0xffff | b>>16<<(s.right&63)
	return a | b<<(s.half&63)
}

// Stretch is the opposite: the first bytes of x go where the mask has bits.
func Stretch(x uint64, s *Shape) uint64 {
	a, b := x, x>>(s.half&63)
	a = a&0xffff | a>>(s.left&63)&0xffff<<16
	b = b&0xffff | b>>(s.right&63)&0xffff<<16
	x = a | b<<32
	return (x&s.first | x&^s.first&0x00ff00ff00ff00ff<<8) & s.keep
}

// Unpack is b unpacked, and whether it ends in the middle of a word. Each byte makes eight at most: so much room is
// taken for what is short, and counted for what is not, or what is to be pointed into and has memory of its own.
func Unpack(b []byte, own bool) (s *[]byte, cut bool) {
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
		if k > len(b)-i || 8*words > room-at { // there is as much room as was counted, even if the message changes
			break
		}
		switch mask := b[i]; {
		case mask == 0xff:
			copy((*s)[at:], b[i+2:i+k])
		case len(b)-i > 8:
			core.Put64(to, at, Stretch(core.Get64(from, i+1), &Shapes[mask]))
		default: // the last bytes
			core.Put64(to, at, Stretch(core.Load64(b, i+1), &Shapes[mask]))
		}
		i += k
		at += 8 * words
	}
	*s = (*s)[:at]
	return s, i < len(b)
}

// Step is how many bytes of a packed message belong to the mask at i, and how many words they make.
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

// Packed is how many bytes of b a message of n bytes has taken, or -1. What it is filled up with has to be zero.
func (d *Input) Packed(b []byte, n int, cut bool) int {
	for i := n; i < (n+7)&^7; i++ {
		if d.B[i] != 0 {
			return d.Stop(core.Malformed, "", i)
		}
	}
	i := 0
	for words := (n + 7) / 8; words > 0; {
		if i >= len(b) { // it has changed meanwhile
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
