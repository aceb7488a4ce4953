package json

import (
	"sync/atomic"

	"bale/internal/bale/core"
)

// A new message is written to reused memory and then copied, unless the messages of the type are long and about as long as each other: then it is
// written to memory of its own. So 1,000 and 10,000 elements of the shape nested take 3/4 of the time, as the median of blocks with
// the garbage collector at work. It also takes reused memory, which then has to grow again.

// A Room is how much memory the next message of a type needs if it is like the latest one, which was longer than core.MaxScratch. If the latest two
// are not alike, it is the length of the latest one, negative. It is 0 if that one was shorter.
type Room = atomic.Int64

// maxRoom limits rooms.
const maxRoom = 1 << 30

// start returns where to write a new message, and whether that is memory of its own.
func (e *Output) start(room *Room) (w []byte, own bool) {
	if n := room.Load(); n > 0 {
		return core.New(int(n)), true
	}
	if e.Buf == nil {
		e.Buf = make([]byte, 0, 4096)
	}
	return e.Buf[:0], false
}

// finish returns the message b, whose capacity is at most 1.25 times its length, and puts e back into the pool. own reports whether b is memory of
// its own.
func (e *Output) finish(b []byte, own bool, room *Room) []byte {
	message := b
	if !e.hasRoom(b, own, room) {
		message = core.Copied(b)
	}
	e.Release()
	return message
}

// hasRoom sets the room for the next message, and reports whether the message b can keep its memory. If not, later messages get it.
func (e *Output) hasRoom(b []byte, own bool, room *Room) bool {
	n, last := len(b), int(room.Load())
	if n <= core.MaxScratch {
		if last != 0 { // messages of most types are always short, and change nothing that processors share
			room.Store(0)
		}
		e.keep(b)
		return false
	}
	fits := cap(b)-n <= n/4
	was := max(-last, last-last/17) // the length of the latest one
	if alike := was-n <= n/8 && n-was <= n/8; n > maxRoom || !alike && !(own && fits) {
		room.Store(-int64(n))
		e.keep(b)
		return false
	}
	room.Store(int64(n + n/16))
	if !own {
		e.Buf = nil
	}
	return fits
}

// keepUnused limits Output.unused.
const keepUnused = 4

// keep makes the memory of b that of later messages. Much memory is kept only while messages need it: after keepUnused of them in a row that
// needed less than a quarter of it, it is left to the garbage collector.
func (e *Output) keep(b []byte) {
	if cap(b) <= core.MaxScratch || len(b) >= cap(b)/4 {
		e.unused = 0
	} else if e.unused++; e.unused > keepUnused {
		b = make([]byte, 0, 4096)
		e.unused = 0
	}
	e.Buf = b
}
