package proto

import (
	"sync/atomic"

	"bale/internal/bale/core"
)

// A Usual is the room that was enough for the longest message of a type so far, up to [core.MaxScratch] bytes, or 0 if none has been encoded. A
// longer message is written to memory of its own. Then it is the room for one like the latest ones, if minAlike in a row were alike; before, it is
// negative, the length of the longest of those as a multiple of four, with the number of alike ones before it in the lowest bits.
type Usual = atomic.Int64

// minAlike is the number of long messages after which memory for another one is allocated before its length is known. With two, two messages of 1 MiB
// and 50 of 10 bytes in turn took half as much memory again.
const minAlike = 4

// maxRoom limits the room for a long message.
const maxRoom = 1 << 30

// Attempt tries to append a message to b in the room that was enough for earlier messages, and reports whether it has. put writes the message at an offset
// of a buffer and returns its end. slack is the number of bytes after the end of the message that may be overwritten. After a failed attempt, e has the error,
// or there was none because there is no such room.
func (e *Output) Attempt(b []byte, usual *Usual, slack int, put func(b core.Buffer, n int) int) ([]byte, bool) {
	switch room := int(usual.Load()); {
	case room == 0:
	case b != nil:
		if cap(b)-len(b) >= max(room, -room) {
			e.End = cap(b) - slack
			if n := put(core.All(b[:cap(b)]), len(b)); e.Err == nil {
				return b[:n], true
			}
		}
	case room < 0:
	case room <= core.SmallRoom && core.UsesStack:
		var small [core.SmallRoom]byte
		e.End = len(small) - slack
		if n := put(core.OnStack(small[:]), 0); e.Err == nil {
			return core.Copied(small[:n]), true
		}
	case room <= core.MediumRoom && core.UsesStack:
		var medium [core.MediumRoom]byte
		e.End = len(medium) - slack
		if n := put(core.OnStack(medium[:]), 0); e.Err == nil {
			return core.Copied(medium[:n]), true
		}
	case room <= core.MaxScratch:
		e.Scratch = core.Scratch(room)
		e.End = len(*e.Scratch) - slack
		if n := put(core.All(*e.Scratch), 0); e.Err == nil {
			return core.Move(nil, e.Scratch, n, n), true
		}
	default:
		w := core.New(room)[:room]
		e.End = room - slack
		if n := put(core.All(w), 0); e.Err == nil {
			return Long(w, n, usual), true
		}
		Unlike(usual, room)
	}
	return b, false
}

// Retry reports whether an attempt to encode a message without computing its size has failed for lack of room, and then prepares e for the
// usual way. depth is the depth at which messages begin.
func (e *Output) Retry(depth int) bool {
	if e.End >= 0 { // see [core.Output.Changed]
		return false
	}
	if e.Scratch != nil {
		core.ScratchPool.Put(e.Scratch)
	}
	*e = Output{Long: e.Long}
	e.Depth = depth
	return true
}

// Learn records in usual that a message needs at most room bytes, before it is written. [Learned] does so for a long one, which may turn out to have an
// error.
func Learn(usual *Usual, room int) {
	switch known := int(usual.Load()); {
	case room > core.MaxScratch:
	case known < 0, known <= core.MaxScratch && room > known, known > core.MaxScratch && room <= core.MaxScratch/2:
		usual.Store(int64(room))
	}
}

// Learned records in usual that a message of n bytes has been written, for which room bytes, more than [core.MaxScratch], were needed at most.
func Learned(usual *Usual, n int) {
	last := int(usual.Load())
	was, before := 0, 0
	switch {
	case last > core.MaxScratch:
		was, before = last-last/17, minAlike
	case last < 0:
		was, before = -last&^3, -last&3
	}
	longest := max(n, was)
	switch alike := was-n <= n/4 && n-was <= was/16; { // a longer one would not fit
	case n <= core.MaxScratch || !alike || n > maxRoom:
		Unlike(usual, n)
	case before < minAlike-2:
		usual.Store(-int64(longest&^3 | before + 1))
	case last < 0:
		usual.Store(int64(longest + longest/16))
	}
}

// Unlike records in usual that a message of n bytes, or one that cannot be encoded, is not like the latest ones.
func Unlike(usual *Usual, n int) {
	if n <= core.MaxScratch {
		usual.Store(int64(min(n+n/8+64, core.MaxScratch)))
		return
	}
	usual.Store(-int64(n &^ 3))
}

// Long returns the message of n bytes at the start of w, which has memory of its own. The capacity of the result is at most 1.25 times its length.
func Long(w []byte, n int, usual *Usual) []byte {
	if cap(w)-n <= n/4 {
		return w[:n]
	}
	Unlike(usual, n)
	return core.Copied(w[:n])
}
