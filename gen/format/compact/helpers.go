package compact

// types prints the encoder, the decoder, and what every record needs.
func (p *generator) types() {
	n := len(p.Slabs)
	p.Line("// baleCompactEncoder adds up what a message needs.\ntype baleCompactEncoder struct {")
	if p.hasPaths() {
		p.Line("baleFault // where err is")
	}
	p.Line("baleOutput\nsize int64 // bytes at most, beside the text\ntext int64 // bytes of all strings\ntextEnd int // offset behind the text\ntotals [%d]int // elements by slab", n)
	if p.splits {
		p.Line("inner bool // of a chunk of a list\nlists map[baleCompactList][]baleCompactPart // what their chunks need")
	}
	p.Line("}\n")
	p.Line("// baleCompactDecoder is where the reading of a message stands.\ntype baleCompactDecoder struct {\nbaleFault\nbaleBudget\nb []byte\nn int // read of b\ntext string // a part of the text, not yet used\ntextAt, textEnd int // where in b the rest of the text is")
	if p.interns {
		p.Line("known *[64]string // strings that are interned")
	}
	p.Line("alias bool // strings and bytes may be parts of b\ndepth int // of what holds itself")
	if p.splits {
		p.Line("inner bool // of a chunk of a list")
	}
	p.Line("totals [%d]int // elements that no slab was taken for yet", n)
	for i, e := range p.Slabs {
		p.Line("slab%d []%s", i, p.Type(e))
	}
	p.Line("}\n")
	p.UnusedConst("baleCompactUnused", p.unused)
	if p.splits {
		p.splitMethods()
	}
	p.Runtime("compact")
}
