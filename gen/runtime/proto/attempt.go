package proto

import (
	"errors"
	"sync/atomic"

	"bale/gen/runtime/core"
)

// NoRoom is the error of an attempt to encode a message without computing its size, if the message does not fit.
var NoRoom = errors.New("no room")

// A Usual is the room that was enough for the longest message of a type so far, up to [core.MaxScratch] bytes, or more than that if the
// messages are too long for an attempt, or 0 if none has been encoded.
type Usual = atomic.Int64

// Changed is [core.Output.Changed], except in an attempt, in which it records that there is no room.
//
//go:noinline
func (e *Output) Changed(path string, n int) int {
	if !e.Attempt {
		return e.Output.Changed(path, n)
	}
	e.Refuse(NoRoom)
	e.End = -1
	return n
}

// Retry reports whether an attempt has failed for lack of room, and prepares e for the usual way. depth is the depth at which it began.
func (e *Output) Retry(depth int) bool {
	if e.Err != NoRoom {
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
