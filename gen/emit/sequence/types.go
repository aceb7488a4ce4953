package sequence

// helpers makes sure of what the code of every coding calls.
func (p *Printer) helpers() {
	p.Import("math")
	p.Import("math/bits")
	p.Coder(p.Title, p.Title, p.refuses, p.decoder)
}

// maxInsideSlabs is how many slabs stand in the decoder. Every decoder is cleared, whatever type it is for, but what
// it points at is taken from the heap.
const maxInsideSlabs = 8

func (p *Printer) slabsInside() bool { return len(p.Slabs) <= maxInsideSlabs }

// types prints the slabs. What few messages need is a field of the decoder only where some do.
func (p *Printer) types() {
	if name := p.unusedConst(); name != "" {
		p.UnusedConst(name, p.unused)
	}
	if len(p.Slabs) == 0 {
		return
	}
	if p.slabsInside() {
		p.Field("slabs " + p.Title + "Slabs")
	} else {
		p.Field("slabs *" + p.Title + "Slabs")
	}
	what := "taken so far"
	if p.Scans() {
		what = "no slab was taken for yet"
	}
	p.SlabTypes(what)
}
