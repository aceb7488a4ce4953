package proto

import (
	"sync/atomic"

	"bale/gen/runtime/core"
)

// A Usual is the room that was enough for the longest message of a type so far, up to [core.MaxScratch] bytes, or more than that if the
// messages are too long for an attempt, or 0 if none has been encoded.
type Usual = atomic.Int64

// Retry reports whether an attempt to encode a message without computing its size has failed for lack of room, and then prepares e for the
// usual way. depth is the depth at which messages begin.
func (e *Output) Retry(depth int) bool {
	if e.End >= 0 { // see [core.Output.Changed]
		return false
	}
	if e.Scratch != nil {
		core.ScratchPool.Put(e.Scratch)
	}
	*e = Output{}
	e.Depth = depth
	return true
}

// Learn records in usual that a message needs room bytes.
func Learn(usual *Usual, room int) {
	known := int(usual.Load())
	switch {
	case room > known && known <= core.MaxScratch, known > core.MaxScratch && room <= core.MaxScratch/2:
		usual.Store(int64(room))
	}
}
