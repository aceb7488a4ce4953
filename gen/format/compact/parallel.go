package compact

import (
	"bale/model"
)

// A slice with the directive parallel is encoded in chunks, preceded by an index of their sizes, so that several goroutines can encode and
// decode it. Each chunk is encoded like any list. See parallel.go in gen/runtime/compact.

// parallel reports whether t is a slice with the directive parallel.
func (p *generator) parallel(t model.Type) bool {
	s, ok := t.(*model.Slice)
	if !ok || !p.Directives.Parallel(s) {
		return false
	}
	p.hasParallel = true
	return true
}

// countChunks prints the counting of the elements of a parallel slice.
func (p *generator) countChunks(it *item, e model.Type) {
	x := it.Expr
	if i := p.Slab(e); i >= 0 {
		p.Line("e.totals[%d] += len(%s)", i, x)
	}
	p.countEmpty(x, e)
	p.Line("e.size += %d * int64(len(%s))\nif len(%s) > baleCompactChunk { // in several goroutines", p.maxSize(e), x, x)
	p.Line("baleCompactCountChunks(e, %s, %d, func(e *baleCompactEncoder, v []%s, first int) {", x, p.maxSize(e), p.Type(e))
	p.countRecords("v", e, it.Path, "first+%s")
	p.Line("})")
	p.errorPath(e, "") // the error has its path
	if !p.needsCount(e) {
		p.Line("}")
		return
	}
	p.Line("} else {")
	p.countRecords(x, e, it.Path, "%s")
	p.Line("}")
}

// putChunks prints the encoding of the elements of a parallel slice.
func (p *generator) putChunks(x string, e model.Type, path string) {
	p.Line("if len(%s) > baleCompactChunk { // in several goroutines", x)
	p.Line("n, s = baleCompactPutChunks(e, b, n, s, %s, %q, func(e *baleCompactEncoder, b baleBuffer, n, s int, v []%s) (int, int) {", x, path, p.Type(e))
	p.putRecords("v", e)
	p.Line("return n, s\n})\n} else {")
	p.putRecords(x, e)
	p.Line("}")
}

// getChunks prints the decoding of the elements of a parallel slice, which has the right length.
func (p *generator) getChunks(it *item, e model.Type) {
	p.Line("if len(%s) > baleCompactChunk { // in several goroutines", it.Expr)
	p.Line("if !baleCompactGetChunks(d, %s, %q, func(d *baleCompactDecoder, v []%s, first int) bool {", it.Expr, it.Path, p.Type(e))
	p.getRecords("v", e, it.Path, it.elemRules(), "first+%s")
	p.Line("return true\n}) {\nreturn false\n}\n} else {")
	p.getRecords(it.Expr, e, it.Path, it.elemRules(), "%s")
	p.Line("}")
}

// parallelMethods prints the methods for parallel slices that depend on the fields of the decoder.
func (p *generator) parallelMethods() {
	p.Line("// helper returns a decoder for chunks of the message of d, for another goroutine. The decoder may allocate up to memory bytes.")
	p.Line("func (d *baleCompactDecoder) helper(memory uint64) *baleCompactDecoder {")
	taken := ""
	if len(p.TakenFields()) > 0 { // it does not know what other goroutines take
		taken = ", baleTaken: baleTaken{noReuse: true}"
	}
	p.Line("return &baleCompactDecoder{alias: d.alias, depth: d.depth, baleBudget: baleBudget{left: memory, empty: d.empty}, inner: true%s}\n}\n", taken)
	p.Line("// lend moves 1/chunks of the remaining slabs and totals of d to w.")
	p.Line("func (d *baleCompactDecoder) lend(w *baleCompactDecoder, chunks int) {")
	for i := range p.Slabs {
		p.Line("baleCompactLend(&w.slab%d, &d.slab%d, &w.totals[%d], &d.totals[%d], chunks)", i, i, i, i)
	}
	p.Line("}\n")
}
