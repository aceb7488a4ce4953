package proto

import (
	"sync/atomic"

	"bale/gen/runtime/core"
)

// A Usual is the room that was enough for the longest message of a type so far, up to [core.MaxScratch] bytes, or 0 if none has been encoded. A
// longer message is written to memory of its own: then it is the room for one like the latest one. If the latest two were not alike, it is the
// length of the latest one, negative.
type Usual = atomic.Int64

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

// Learn records in usual that a message needs at most room bytes, before it is written.
func Learn(usual *Usual, room int) {
	switch known := int(usual.Load()); {
	case 0 <= known && known <= core.MaxScratch:
		if room > known {
			usual.Store(int64(room))
		}
	case room <= core.MaxScratch/2:
		usual.Store(int64(room))
	}
}

// LearnLong records in usual that a message of n bytes has been written to memory of its own, unless it was the first one.
func LearnLong(usual *Usual, n int) {
	last := int(usual.Load())
	was := max(-last, last-last/17) // the length of the latest one
	switch alike := was-n <= n/8 && n-was <= n/8; {
	case n <= core.MaxScratch:
		usual.Store(int64(n + n/8 + 64))
	case !alike || n > maxRoom:
		usual.Store(-int64(n))
	case last < n+n/32 || last > n+n/8: // the room is still right otherwise, and processors share it
		usual.Store(int64(n + n/16))
	}
}

// Long returns the message of n bytes at the start of w, which has memory of its own. The capacity of the result is at most 1.25 times its length.
func Long(w []byte, n int, usual *Usual) []byte {
	if LearnLong(usual, n); cap(w)-n <= n/4 {
		return w[:n]
	}
	return append(core.New(n), w[:n]...)
}
