package compact

import (
	"bale/schema"
)

// A slice of which a directive says so is written in chunks, each with its sizes in front of all of them, so that several
// goroutines can write and read it. What they do with a chunk is what is done with any list: see parallel.go in gen/runtime/compact.

// parallel reports whether t is such a slice.
func (p *generator) parallel(t schema.Type) bool {
	s, ok := t.(*schema.Slice)
	if !ok || !p.Directives.Parallel(s) {
		return false
	}
	p.splits = true
	return true
}

// countChunks prints what adds the needs of such a slice.
func (p *generator) countChunks(it *item, e schema.Type) {
	x := it.expr
	if i := p.Slab(e); i >= 0 {
		p.Line("e.totals[%d] += len(%s)", i, x)
	}
	p.countEmpty(x, e)
	p.Line("e.size += %d * int64(len(%s))\nif len(%s) > baleCompactChunk { // by several goroutines", p.maxOf(e), x, x)
	p.Line("baleCompactCountChunks(e, %s, %d, func(e *baleCompactEncoder, v []%s, first int) {", x, p.maxOf(e), p.Type(e))
	p.countRecords("v", e, it.path, "first+%s")
	p.Line("})")
	p.errorPath(e, "") // where has been told
	if !p.deep(e) {
		p.Line("}")
		return
	}
	p.Line("} else {")
	p.countRecords(x, e, it.path, "%s")
	p.Line("}")
}

// putChunks prints the writing of its elements.
func (p *generator) putChunks(x string, e schema.Type, path string) {
	p.Line("if len(%s) > baleCompactChunk { // by several goroutines", x)
	p.Line("n, s = baleCompactPutChunks(e, b, n, s, %s, %q, func(e *baleCompactEncoder, b baleBuffer, n, s int, v []%s) (int, int) {", x, path, p.Type(e))
	p.putRecords("v", e)
	p.Line("return n, s\n})\n} else {")
	p.putRecords(x, e)
	p.Line("}")
}

// getChunks prints the reading of its elements into what there is of them.
func (p *generator) getChunks(it *item, e schema.Type) {
	p.Line("if len(%s) > baleCompactChunk { // by several goroutines", it.expr)
	p.Line("if !baleCompactGetChunks(d, %s, %q, func(d *baleCompactDecoder, v []%s, first int) bool {", it.expr, it.path, p.Type(e))
	p.getRecords("v", e, it.path, it.elems(), "first+%s")
	p.Line("return true\n}) {\nreturn false\n}\n} else {")
	p.getRecords(it.expr, e, it.path, it.elems(), "%s")
	p.Line("}")
}

// splitMethods prints what depends on the fields of the decoder.
func (p *generator) splitMethods() {
	p.Line("// helper is a decoder for chunks of what d reads, in a goroutine of its own.")
	p.Line("func (d *baleCompactDecoder) helper(memory uint64) *baleCompactDecoder {")
	p.Line("return &baleCompactDecoder{alias: d.alias, depth: d.depth, baleBudget: baleBudget{left: memory, empty: d.empty}, inner: true}\n}\n")
	p.Line("// lend gives w its share of what was announced, for one of so many chunks.")
	p.Line("func (d *baleCompactDecoder) lend(w *baleCompactDecoder, chunks int) {")
	for i := range p.Slabs {
		p.Line("baleCompactLend(&w.slab%d, &d.slab%d, &w.totals[%d], &d.totals[%d], chunks)", i, i, i, i)
	}
	p.Line("}\n")
}
