package proto

import (
	"sync/atomic"

	"bale/gen/runtime/core"
)

// A Usual is the room that was enough for the longest message of a type so far, up to [core.MaxScratch] bytes, or 0 if none has been encoded. A
// longer message is written to memory of its own. Then it is the room for one like the latest ones, if minAlike in a row were alike; before, it is
// negative, the length of the latest one as a multiple of four, with the number of alike ones before it in the lowest bits.
type Usual = atomic.Int64

// minAlike is the number of long messages after which memory for another one is allocated before its length is known. With two, traffic in which each tenth
// message is long would take half as much memory again.
const minAlike = 4

// maxRoom limits the room for a long message.
const maxRoom = 1 << 30

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

// Learn records in usual that a message needs at most room bytes, before it is written. fresh means that it is not appended to a buffer. [LearnLong] does so
// for a long one, which may turn out to have an error.
func Learn(usual *Usual, room int, fresh bool) {
	known := int(usual.Load())
	switch short := 0 <= known && known <= core.MaxScratch; {
	case room > core.MaxScratch:
		if short && !fresh {
			usual.Store(-int64(room &^ 3))
		}
	case short && room > known, !short && room <= core.MaxScratch/2:
		usual.Store(int64(room))
	}
}

// LearnLong records in usual that a message of n bytes, more than [core.MaxScratch], has been written after its maximum size was computed.
func LearnLong(usual *Usual, n int) {
	last := int(usual.Load())
	was, before := last-last/17, 0
	if last < 0 {
		was, before = -last&^3, -last&3
	}
	switch alike := was-n <= n/4 && n-was <= n/4; {
	case !alike || n > maxRoom:
		usual.Store(-int64(n &^ 3))
	case last < 0 && before < minAlike-2:
		usual.Store(-int64(n&^3 | before + 1))
	default: // also if the message did not fit into the room
		usual.Store(int64(n + n/16))
	}
}

// Unlike records in usual that a message of n bytes, or one that cannot be encoded, did not need the room for a long one.
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
	return append(core.New(n), w[:n]...)
}
