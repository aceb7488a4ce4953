package sequence

// printCoder prints the types of the encoder and the decoder.
func (p *Printer) printCoder() {
	p.Import("math")
	p.Import("math/bits")
	p.CoderTypes(p.hasPaths, append(p.TakenFields(), p.decoderFields...), false)
}

// maxSlabsInDecoder is the maximum number of slabs for which their struct is part of the decoder. Every decoder is cleared,
// even for a type that needs no slabs. A larger struct is allocated on the heap, and the decoder holds a pointer to it.
const maxSlabsInDecoder = 8

// slabsInDecoder reports whether the struct of the slabs is part of the decoder.
func (p *Printer) slabsInDecoder() bool { return len(p.Slabs) <= maxSlabsInDecoder }

// printSlabs prints the struct of the slabs and adds a field for it to the decoder, if there are slabs.
func (p *Printer) printSlabs() {
	if name := p.unusedConst(); name != "" {
		p.Constant(name, p.unused)
	}
	if len(p.Slabs) == 0 {
		return
	}
	if p.slabsInDecoder() {
		p.addDecoderField("slabs " + p.Title + "Slabs")
	} else {
		p.addDecoderField("slabs *" + p.Title + "Slabs")
	}
	totalDoc := "numbers of elements taken so far"
	if p.ScansFirst() {
		totalDoc = "numbers of counted elements for which no slab has been allocated yet"
	}
	p.SlabTypes(totalDoc)
}
