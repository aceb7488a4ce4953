package compact

// types prints the encoder, the decoder and the helpers of the format.
func (p *generator) types() {
	n := len(p.Slabs)
	p.Line("// baleCompactEncoder holds the state of encoding a message.\ntype baleCompactEncoder struct {")
	if p.hasPaths() {
		p.Line("baleFault // the path of err")
	}
	p.Line("baleOutput\nsize int64 // maximum bytes, without the text\ntext int64 // bytes of all strings\ntextEnd int // end offset of the text\ntotals [%d]int // elements by slab", n)
	p.Line("}\n")
	p.Line("// baleCompactDecoder holds the state of decoding a message.\ntype baleCompactDecoder struct {\nbaleFault\nbaleBudget\nb []byte\nn int // bytes of b that have been read\ntext string // copied text that is not yet used\ntextAt, textEnd int // offsets in b of the text that is not yet copied")
	if p.interns {
		p.Line("known *[64]string // interned strings")
	}
	if p.hasParts {
		p.Line("short []byte // memory for the strings of parts")
	}
	p.Line("alias bool // strings and bytes may be parts of b\ndepth int // nesting depth of recursive values")
	for _, f := range p.TakenFields() {
		p.Line("%s", f)
	}
	p.Line("totals [%d]int // announced elements that no slab has been allocated for yet", n)
	for i, e := range p.Slabs {
		p.Line("slab%d []%s", i, p.Type(e))
	}
	p.Line("}\n")
	p.UnusedConst("baleCompactUnused", p.unused)
	p.AddRuntime("compact")
}
