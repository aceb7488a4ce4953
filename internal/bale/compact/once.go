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

// raise makes room for a message of these sizes, and some more, up to [core.MaxScratch]. The room does not get smaller, since a message that does not fit is encoded
// twice, unless it would be too large for one message with much text and another one with a long record.
func (z *Expected) raise(text, record int) {
	text, record = text+text/4+64, record+record/4+64
	old := z.v.Load()
	if t, r := max(text, int(old>>32)), max(record, int(uint32(old))); t+r <= core.MaxScratch {
		text, record = t, r
	}
	if text+record > core.MaxScratch {
		text, record = 0, 0
	}
	z.v.Store(uint64(text)<<32 | uint64(record))
}

// Once appends a message. put encodes the text at s and the record at n, and returns their ends. head encodes what is before the text, at most most bytes, and returns
// its end; it is called after put, when e.Text and the totals of e are known. Nothing has been counted: all is encoded into memory with the expected room, and then
// copied. Once reports false if the text and the record do not fit or cannot be encoded. The caller then counts, which finds out the reason. For types with maps and
// unions, a second walk takes longer than the copy: a registry of metrics is encoded in 0.7 of the time.
func (e *Encoder) Once(b []byte, most int, expected *Expected, put func(w core.Buffer, n, s int) (int, int), head func(w core.Buffer, n int) int) ([]byte, bool) {
	sizes := expected.v.Load()
	text, record := int(sizes>>32), int(uint32(sizes))
	if sizes == 0 {
		return b, false
	}
	const slack = 8 // numbers are stored as eight bytes
	at := text + record + slack
	scratch := core.Scratch(at + most + slack)
	w := *scratch
	e.TextEnd, e.End = text, text+record
	n, s := put(core.All(w), text, 0)
	ok := e.Err == nil && s <= text && n <= text+record
	if ok {
		e.Text = int64(s)
		end := head(core.All(w), at)
		b = joined(b, w[at:end], w[:s], w[text:n])
		if used := n - text; 8*s > 7*text || 8*used > 7*record {
			expected.raise(s, used)
		}
	}
	core.ScratchPool.Put(scratch)
	return b, ok
}

// joined appends the parts of a message to b.
func joined(b, head, text, record []byte) []byte {
	total := len(head) + len(text) + len(record)
	switch {
	case b == nil:
		b = core.New(total)
	case cap(b)-len(b) < total:
		b = slices.Grow(b, total+min(total/4, core.MaxScratch)+64)
	}
	return append(append(append(b, head...), text...), record...)
}
