package core

import (
	"slices"
	"sync"
)

// MaxScratch is up to how many bytes a message is written to memory that is used again, and then copied to memory of its size.
const MaxScratch = 64 << 10

// ScratchPool has such memory.
var ScratchPool sync.Pool

// Begin returns where to write a message that takes at most room bytes: slack of them are behind its end, and may be written to.
// That is in b where there is room. With exact the message is known to end there.
func (e *Output) Begin(b []byte, room, slack int, exact bool) (w []byte, n int) {
	if room < slack { // the sum has overflowed
		e.Refuse(Errors[TooLong])
		e.End = -1
		return nil, 0
	}
	if n = len(b); cap(b)-n >= room {
		e.Direct, e.End = true, n+room-slack
		return b[:cap(b)], n
	}
	e.End = room - slack
	if b == nil && exact || room > MaxScratch {
		e.Direct = b == nil
		return New(room)[:room], 0
	}
	e.Scratch = Scratch(room)
	return *e.Scratch, 0
}

// Finish returns b with the message behind it, which ends at n of w. The memory of a new message is at most 1.25 times its length.
func (e *Output) Finish(b, w []byte, n int) []byte {
	switch {
	case e.Direct && (b != nil || cap(w)-n <= n/4):
		return w[:n]
	case e.Scratch != nil:
		return Move(b, e.Scratch, n, e.End)
	}
	return Joined(b, w[:n], e.End)
}

// Scratch returns memory of room bytes or more, which is to be used again.
func Scratch(room int) *[]byte {
	s, _ := ScratchPool.Get().(*[]byte)
	if s == nil || len(*s) < room {
		b := New(max(room, 4096))
		b = b[:cap(b)]
		s = &b
	}
	return s
}

// Move returns b with the n bytes behind it that are in s, which is used again if it is small enough. A message like this one
// takes room bytes while it is written.
func Move(b []byte, s *[]byte, n, room int) []byte {
	b = Joined(b, (*s)[:n], room)
	if len(*s) <= 2*MaxScratch {
		ScratchPool.Put(s)
	}
	return b
}

// Joined returns b with a message behind it. Where b grows, it has room for the next message of this size.
func Joined(b, message []byte, room int) []byte {
	n := len(message)
	switch {
	case b == nil:
		b = New(n)
	case cap(b)-len(b) < n:
		b = slices.Grow(b, max(n, min(room, 2*n)))
	}
	return append(b, message...)
}
