package cbor

import (
	"math"

	"bale/gen/runtime/core"
)

// Plain returns the message without indefinite lengths, and without the tags that do not change how a value is decoded, and the length of the
// message. It returns -1 after an error, and if there is nothing to change. It takes time in proportion to the length of the message, and
// memory for the result and for a count of each indefinite length.
func (d *Input) Plain() (plain []byte, n int) {
	fault, at := d.Fault, d.N
	d.Path, d.Level, d.Irregular = nil, 0, false
	r := Rewriter{Of: d}
	n = r.Item(0, 0)
	switch {
	case n < 0:
		return nil, -1
	case !r.Changed:
		d.Fault, d.N = fault, at
		return nil, -1
	}
	r.Plain, r.Writing, r.Next = core.New(n), true, 0
	return r.Plain, r.Item(0, 0)
}

// A Rewriter does the work of [Input.Plain]. It goes through the message twice: it counts the elements of indefinite lengths, and writes.
type Rewriter struct {
	Of      *Input
	Changed bool     // the result is not the message
	Counts  []uint32 // of each indefinite length, in the order of their heads
	Next    int      // number of the next indefinite length
	Writing bool
	Plain   []byte
}

// Write writes the bytes of the message from one offset to another.
func (r *Rewriter) Write(from, to int) {
	if r.Writing {
		r.Plain = append(r.Plain, r.Of.B[from:to]...)
	}
}

// Item rewrites the item at n, and returns its end offset, or -1 after an error.
func (r *Rewriter) Item(n, depth int) int {
	d := r.Of
	if depth > core.MaxDepth {
		return d.Stop(core.TooDeep, "", n)
	}
	n, done := r.Tags(n)
	if done || n < 0 {
		return n
	}
	if n < len(d.B) && d.B[n]&0x1f == 31 && 2 <= d.B[n]>>5 && d.B[n]>>5 <= 5 {
		return r.Indefinite(n, d.B[n]>>5, depth)
	}
	major, x, end := d.Head(n)
	switch {
	case end < 0:
		return -1
	case major < 2 || major > 5:
		r.Write(n, end)
		return end
	case x > uint64(len(d.B)-end):
		return d.Stop(core.Truncated, "", len(d.B))
	case major < 4:
		r.Write(n, end+int(x))
		return end + int(x)
	}
	r.Write(n, end)
	for range x << (major - 4) {
		if end = r.Item(end, depth+1); end < 0 {
			return -1
		}
	}
	return end
}

// Tags rewrites the tags at n, and returns their end offset, or -1 after an error. If it has rewritten their item, too, done is true. It keeps
// the tags of large integers, of nested pointers, and of times in the form of RFC 9581.
func (r *Rewriter) Tags(n int) (end int, done bool) {
	d, nested := r.Of, true
	for ; n < len(d.B) && d.B[n]>>5 == 6; n = end {
		var tag uint64
		if _, tag, end = d.Head(n); end < 0 {
			return -1, false
		}
		if tag == 55799 && nested {
			if level, after := d.Nils(n); level > 0 {
				r.Write(n, after)
				return after, true
			}
		}
		nested = tag != 55799 // what follows several of these tags is looked at once
		if tag == 2 || tag == 3 || tag == 1001 {
			r.Write(n, end)
		} else {
			r.Changed = true
		}
	}
	return n, false
}

// Indefinite rewrites the item at n, of a major type and an indefinite length, and returns its end offset, or -1 after an error.
func (r *Rewriter) Indefinite(n int, major byte, depth int) int {
	d, at, k := r.Of, r.Next, uint64(0)
	if r.Next++; r.Writing {
		r.Plain = AppendHead(r.Plain, major, uint64(r.Counts[at]))
	} else {
		r.Counts, r.Changed = append(r.Counts, 0), true
	}
	for n++; n < len(d.B) && d.B[n] != 0xff; {
		if major >= 4 {
			if n = r.Item(n, depth+1); n < 0 {
				return -1
			}
			k++
			continue
		}
		of, x, end := d.Head(n)
		switch {
		case end < 0:
			return -1
		case of != major:
			return d.Stop(core.Malformed, "", n)
		case x > uint64(len(d.B)-end):
			return d.Stop(core.Truncated, "", len(d.B))
		}
		n = end + int(x)
		r.Write(end, n)
		k += x
	}
	switch {
	case n >= len(d.B):
		return d.Stop(core.Truncated, "", len(d.B))
	case major == 5 && k%2 == 1:
		return d.Stop(core.Malformed, "", n)
	case k > math.MaxUint32:
		return d.Stop(core.TooBig, "", n)
	case major == 5:
		k /= 2
	}
	r.Counts[at] = uint32(k)
	return n + 1
}
