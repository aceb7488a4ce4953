package sequence

import "bale/model"

// ComplexPart returns the kind of the two parts of a complex number. Every coding encodes the real part, and then the imaginary part.
func ComplexPart(k model.Kind) (half model.Kind, ok bool) {
	switch k {
	case model.Complex64:
		return model.Float32, true
	case model.Complex128:
		return model.Float64, true
	}
	return k, false
}

// numberWidth returns the width of a number, which may be complex.
func (p *Printer) numberWidth(k model.Kind) Width {
	half, ok := ComplexPart(k)
	w := p.NumberWidth(half)
	if ok {
		w = w.add(w)
	}
	return w
}

// sizeNumber returns an expression for the encoded size of a number, which may be complex.
func (p *Printer) sizeNumber(k model.Kind, x string) string {
	if half, ok := ComplexPart(k); ok {
		return p.SizeNumber(p, half, "real("+x+")") + " + " + p.SizeNumber(p, half, "imag("+x+")")
	}
	return p.SizeNumber(p, k, x)
}

// putNumber prints code that encodes a number, which may be complex.
func (p *Printer) putNumber(k model.Kind, x string) {
	if half, ok := ComplexPart(k); ok {
		p.PutNumber(p, half, "real("+x+")")
		p.PutNumber(p, half, "imag("+x+")")
		return
	}
	p.PutNumber(p, k, x)
}
