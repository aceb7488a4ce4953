package compact

import (
	"sync"

	"bale/gen/runtime/core"
)

// PutChunks encodes a list: the index at n, followed by the records. If the chunks were counted by several goroutines, each chunk is
// encoded into memory of its own, and copied to its place once the sizes of all earlier chunks are known. The memory is reused for other
// chunks while it is in the processor's caches.
func PutChunks[T any](e *Encoder, b core.Buffer, n, s int, v []T, path string, put func(e *Encoder, b core.Buffer, n, s int, v []T) (int, int)) (int, int) {
	index := n
	if n+Index(len(v)) > e.End {
		return e.Changed(path, n), s
	}
	n += Index(len(v))
	parts := e.CountedParts(List{&v[0], len(v)})
	if parts == nil {
		own := *e
		for len(v) > 0 {
			part, _ := PartOf(v, 0)
			from, text := n, s
			n, s = put(&own, b, n, s, part)
			core.Put64(b, index, uint64(n-from))
			core.Put64(b, index+8, uint64(s-text))
			index += 16
			v = v[len(part):]
		}
		*e = own
		return n, s
	}
	c := ChunkWriter{b: b, end: e.End, index: index, n: n, parts: parts}
	textEnd := c.place(s)
	if textEnd > e.TextEnd {
		return e.Changed(path, n), s
	}
	write := func(w *Encoder, k int) bool {
		p := &parts[k]
		part, _ := PartOf(v, k)
		buf := c.buffer()
		w.Kept, w.Sized, w.Written = p.kept, p.sized, 0
		w.End, w.TextEnd = len(buf)-8, p.text
		end, text := put(w, core.All(buf), p.text, 0, part)
		if text != p.text || !w.Failed(path) && !c.add(k, buf, end-p.text) {
			w.Changed(path, n)
		}
		return w.Err == nil
	}
	depth := e.Depth
	Team(Workers(len(parts)), len(parts), func(int) func(k int) bool {
		w := NewWorker(depth)
		return func(k int) bool { return write(w, k) }
	})
	for k := range parts {
		if parts[k].done {
			continue
		}
		if w := NewWorker(depth); !write(w, k) {
			e.Err = w.Err
			break
		}
	}
	return c.n, textEnd
}

// A ChunkWriter copies encoded chunks of a list into the message. Several goroutines may use it.
type ChunkWriter struct {
	b     core.Buffer
	end   int // offset in b where records must end
	index int // offset in b of the index
	room  int // bytes that are enough for each chunk

	mutex sync.Mutex // for the fields below
	parts []Part
	known int      // number of chunks whose offset is known
	n     int      // offset in b where these chunks end
	free  [][]byte // memory for other chunks
}

// place gives the text of each chunk its offset, from s on. It returns the end of all text.
func (c *ChunkWriter) place(s int) int {
	for k := range c.parts {
		p := &c.parts[k]
		p.s, p.done = s, false
		s += p.text
		c.room = max(c.room, p.room+p.text+p.text>>8+Unused+8) // 8, since numbers are stored in eight bytes
	}
	return s
}

// buffer returns memory for a chunk.
func (c *ChunkWriter) buffer() []byte {
	var buf []byte
	c.mutex.Lock()
	if last := len(c.free) - 1; last >= 0 {
		buf, c.free = c.free[last], c.free[:last]
	}
	c.mutex.Unlock()
	if buf == nil {
		buf = core.New(c.room)
		buf = buf[:cap(buf)]
	}
	return buf
}

// add adds chunk k, which is in buf: its text, followed by size bytes of records. It copies all chunks whose offset is now known. It
// returns false if they do not fit.
func (c *ChunkWriter) add(k int, buf []byte, size int) bool {
	c.mutex.Lock()
	p := &c.parts[k]
	p.size, p.buf, p.done = size, buf, true
	first := c.known
	for ; c.known < len(c.parts) && c.parts[c.known].done; c.known++ {
		c.parts[c.known].n = c.n
		c.n += c.parts[c.known].size
	}
	ready := c.parts[first:c.known]
	fits := c.n <= c.end
	c.mutex.Unlock()
	if !fits {
		return false
	}
	for i := range ready {
		p := &ready[i]
		copy(core.Bytes(c.b, p.s, p.text), p.buf)
		copy(core.Bytes(c.b, p.n, p.size), p.buf[p.text:])
		core.Put64(c.b, c.index+16*(first+i), uint64(p.size))
		core.Put64(c.b, c.index+16*(first+i)+8, uint64(p.text))
		c.mutex.Lock()
		c.free, p.buf = append(c.free, p.buf), nil
		c.mutex.Unlock()
	}
	return true
}
