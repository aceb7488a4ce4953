package cbor

import (
	"math"
	"unicode/utf8"

	"bale/internal/bale/core"
)

// Plain returns the message without indefinite lengths, and without the tags that do not change how a value is decoded, and the length of the
// message. It returns -1 after an error, and if there is nothing to change. It takes time in proportion to the length of the message, and
// memory for the result and for a count of each indefinite length.
func (d *Input) Plain() (plain []byte, n int) {
	in := *d // which is allocated, and d is not
	in.Fault, in.Level, in.Irregular = core.Fault{}, 0, false
	r := Rewriter{Of: &in}
	if n = r.Item(0, 0); n >= 0 && r.Changed { // now the counts are known
		r.Plain, r.Next = r.Plain[:0], 0
		n = r.Item(0, 0)
		return r.Plain, n
	}
	if n < 0 {
		d.Fault, d.N = in.Fault, in.N
	}
	return nil, -1
}

// A Rewriter does the work of [Input.Plain].
type Rewriter struct {
	Of      *Input
	Plain   []byte
	Changed bool     // Plain is not the message
	Counts  []uint32 // of each indefinite length, in the order of their heads
	Next    int      // number of the next indefinite length
}

// Copy copies the bytes of the message from one offset to another, and returns the latter.
func (r *Rewriter) Copy(from, to int) int {
	r.Plain = append(r.Plain, r.Of.B[from:to]...)
	return to
}

// Item rewrites the item at n, and returns its end offset, or -1 after an error. It keeps the tags of large integers, of nested pointers, and
// of times in the form of RFC 9581.
func (r *Rewriter) Item(n, depth int) int {
	d := r.Of
	if depth > core.MaxDepth {
		return d.Stop(core.TooDeep, "", n)
	}
	for nested := true; n < len(d.B) && d.B[n]>>5 == 6; {
		_, tag, end := d.Head(n)
		if end < 0 {
			return -1
		}
		if level, after := d.Nils(n); nested && level > 0 {
			return r.Copy(n, after)
		}
		nested = tag != 55799 // what follows several of these tags is looked at once
		if tag == 2 || tag == 3 || tag == 1001 {
			r.Copy(n, end)
		} else {
			r.Changed = true
		}
		n = end
	}
	if n < len(d.B) && d.B[n]&0x1f == 31 && 2 <= d.B[n]>>5 && d.B[n]>>5 <= 5 {
		return r.Indefinite(n, d.B[n]>>5, depth)
	}
	major, x, end := d.Head(n)
	switch {
	case end < 0:
		return -1
	case major < 2 || major > 5:
		return r.Copy(n, end)
	case x > uint64(len(d.B)-end):
		return d.Stop(core.Truncated, "", len(d.B))
	case major < 4:
		return r.Copy(n, end+int(x))
	}
	r.Copy(n, end)
	for range x << (major - 4) {
		if end = r.Item(end, depth+1); end < 0 {
			return -1
		}
	}
	return end
}

// Indefinite rewrites the item at n, of a major type and an indefinite length, and returns its end offset, or -1 after an error.
func (r *Rewriter) Indefinite(n int, major byte, depth int) int {
	d, at, k := r.Of, r.Next, uint64(0)
	if r.Next++; at == len(r.Counts) {
		r.Counts, r.Changed = append(r.Counts, 0), true
	}
	r.Plain = AppendHead(r.Plain, major, uint64(r.Counts[at]))
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
		case major == 3 && !utf8.Valid(d.B[end:end+int(x)]): // each chunk has whole characters: RFC 8949, section 3.2.3
			return d.NotUTF8(end)
		}
		n = r.Copy(end, end+int(x))
		k += x
	}
	if n >= len(d.B) {
		return d.Stop(core.Truncated, "", len(d.B))
	}
	if major == 5 && k%2 == 1 || k > math.MaxUint32 {
		return d.Stop(core.Malformed, "", n)
	}
	if r.Counts[at] = uint32(k); major == 5 {
		r.Counts[at] /= 2
	}
	return n + 1
}
