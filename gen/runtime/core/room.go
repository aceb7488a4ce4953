package core

import (
	"slices"
	"sync"
	"sync/atomic"
)

// MaxScratch is up to how many bytes a message is written to memory that is used again, and then copied to memory of its size.
const MaxScratch = 64 << 10

// ScratchPool has such memory.
var ScratchPool sync.Pool

// Begin returns where to write a message that takes at most room bytes, for which there is none behind b: slack of them are behind
// its end, and may be written to. With exact the message is known to end there. Tight is what messages of this type were like. A b
// that is not nil may get more memory than the message needs.
func (e *Output) Begin(b []byte, room, slack int, exact bool, tight *Tight) (w []byte, n int) {
	e.End = room - slack
	switch {
	case b != nil && cap(b) == 0: // it gets more, so that there is room for the next message, too, which may be a little longer
		e.Direct = true
		return New(room + min(room/4, MaxScratch) + 64)[:room], 0
	case b == nil && (exact || tight.Load()) || room > MaxScratch:
		e.Direct = b == nil
		return New(room)[:room], 0
	}
	e.Scratch = Scratch(room)
	return *e.Scratch, 0
}

// Finish returns b with the message behind it, which ends at n of w. The memory of a new message is at most 1.25 times its length.
func (e *Output) Finish(b, w []byte, n int, tight *Tight) []byte {
	if b == nil {
		room := cap(w)
		if e.Scratch != nil {
			room = e.End
		}
		if fits := room-n <= n/4; fits != tight.Load() {
			tight.Store(fits)
		}
	}
	switch {
	case e.Direct && (b != nil || cap(w)-n <= n/4):
		return w[:n]
	case e.Scratch != nil:
		return Move(b, e.Scratch, n, e.End)
	}
	return Joined(b, w[:n], e.End)
}

// A Tight remembers of messages of a type whether the room that was asked for was at most 1.25 times what was needed. Then memory
// for the room is taken at once. If not, a message is written to memory that is used again, and copied: that takes 30 ns for
// 500 bytes.
type Tight = atomic.Bool

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
		b = slices.Grow(b, max(n, min(room, 2*n+64)))
	}
	return append(b, message...)
}
