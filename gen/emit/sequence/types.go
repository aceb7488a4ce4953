package sequence

// helpers makes sure of what the code of every coding calls.
func (p *Printer) printCoder() {
	p.Import("math")
	p.Import("math/bits")
	p.Coder(p.Title, p.Title, p.hasPaths, p.decoderFields)
}

// maxInsideSlabs is how many slabs stand in the decoder. Every decoder is cleared, whatever type it is for, but what
// it points at is taken from the heap.
const maxSlabsInDecoder = 8

func (p *Printer) slabsInDecoder() bool { return len(p.Slabs) <= maxSlabsInDecoder }

// types prints the slabs. What few messages need is a field of the decoder only where some do.
func (p *Printer) printSlabs() {
	if name := p.unusedConst(); name != "" {
		p.UnusedConst(name, p.unused)
	}
	if len(p.Slabs) == 0 {
		return
	}
	if p.slabsInDecoder() {
		p.Field("slabs " + p.Title + "Slabs")
	} else {
		p.Field("slabs *" + p.Title + "Slabs")
	}
	totalDoc := "taken so far"
	if p.Scans() {
		totalDoc = "no slab was taken for yet"
	}
	p.SlabTypes(totalDoc)
}
