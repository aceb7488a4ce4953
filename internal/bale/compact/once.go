package compact

import (
	"slices"
	"sync/atomic"

	"bale/internal/bale/core"
)

// An Expected has the room that a message of a type is expected to need: bytes of text in the upper half, bytes of the record in the lower. Zero means that messages
// are too large to be encoded without counting first.
type Expected struct{ v atomic.Uint64 }

// Counted records the sizes of a message that has been counted.
func (z *Expected) Counted(text, record int64) {
	if text+record > core.MaxScratch/2 {
		z.v.Store(0)
		return
	}
	z.raise(int(text), int(record))
}

// raise makes room for a message of these sizes, and some more. The room never gets smaller: a message that does not fit is encoded twice, and too much room of
// reused memory costs nothing.
func (z *Expected) raise(text, record int) {
	old := z.v.Load()
	z.v.Store(max(uint64(text+text/4+64), old>>32)<<32 | max(uint64(record+record/4+64), old&(1<<32-1)))
}

// Once appends a message that consists of head bytes, which the caller writes, the length of the text, the text and a record. put encodes the text at s and the record
// at n, and returns their ends. Nothing has been counted: both are encoded into memory with the expected room, and then copied. Once reports false if they do not fit or
// cannot be encoded. The caller then counts, which finds out the reason. For types with maps and unions, a second walk takes longer than the copy: a registry of
// metrics is encoded in 0.7 of the time.
func (e *Encoder) Once(b []byte, head int, expected *Expected, put func(w core.Buffer, n, s int) (int, int)) ([]byte, bool) {
	sizes := expected.v.Load()
	text, record := int(sizes>>32), int(uint32(sizes))
	if sizes == 0 {
		return b, false
	}
	scratch := core.Scratch(text + record + 8)
	w := *scratch
	e.TextEnd, e.End = text, text+record
	n, s := put(core.All(w), text, 0)
	ok := e.Err == nil && s <= text && n <= text+record
	if ok {
		b = e.join(b, head, w[:s], w[text:n])
		if used := n - text; 8*s > 7*text || 8*used > 7*record {
			expected.raise(s, used)
		}
	}
	core.ScratchPool.Put(scratch)
	return b, ok
}

// join appends a message to b: room for its head, and then the length of the text, the text and the record.
func (e *Encoder) join(b []byte, head int, text, record []byte) []byte {
	code, size := Code(uint64(len(text)))
	total, at := head+1+int(size)+len(text)+len(record), len(b)
	switch {
	case b == nil:
		b = core.New(total)
	case cap(b)-at < total:
		b = slices.Grow(b, total+min(total/4, core.MaxScratch)+64)
	}
	b = b[:at+total]
	m := b[at+head:]
	m[0] = byte(code)
	for i := range int(size) {
		m[1+i] = byte(len(text) >> (8 * i))
	}
	n := 1 + int(size)
	n += copy(m[n:], text)
	copy(m[n:], record)
	return b
}
