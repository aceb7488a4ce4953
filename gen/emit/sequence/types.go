package sequence

// printCoder prints the types of the encoder and the decoder.
func (p *Printer) printCoder() {
	p.Import("math")
	p.Import("math/bits")
	p.CoderTypes(p.hasPaths, append(p.TakenFields(), p.decoderFields...), false)
}

// printSlabs prints the struct of the slabs and adds a field for it to the decoder, if there are slabs.
func (p *Printer) printSlabs() {
	if name := p.unusedConst(); name != "" {
		p.Constant(name, p.unused)
	}
	p.decoderFields = append(p.decoderFields, p.SlabFields()...)
	totalDoc := "numbers of elements taken so far"
	if p.ScansFirst() {
		totalDoc = "numbers of counted elements for which no slab has been allocated yet"
	}
	p.SlabTypes(totalDoc)
}
