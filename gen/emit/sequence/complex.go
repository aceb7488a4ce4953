package sequence

import "bale/schema"

// ComplexPart returns the kind of the two parts of a complex number. Every coding encodes the real part, and then the imaginary part.
func ComplexPart(k schema.Kind) (half schema.Kind, ok bool) {
	switch k {
	case schema.Complex64:
		return schema.Float32, true
	case schema.Complex128:
		return schema.Float64, true
	}
	return k, false
}

// numberWidth returns the width of a number, which may be complex.
func (p *Printer) numberWidth(k schema.Kind) Width {
	half, ok := ComplexPart(k)
	w := p.NumberWidth(half)
	if ok {
		w = w.add(w)
	}
	return w
}

// sizeNumber returns an expression for the encoded size of a number, which may be complex.
func (p *Printer) sizeNumber(k schema.Kind, x string) string {
	if half, ok := ComplexPart(k); ok {
		return p.SizeNumber(p, half, "real("+x+")") + " + " + p.SizeNumber(p, half, "imag("+x+")")
	}
	return p.SizeNumber(p, k, x)
}

// putNumber prints code that encodes a number, which may be complex.
func (p *Printer) putNumber(k schema.Kind, x string) {
	if half, ok := ComplexPart(k); ok {
		p.PutNumber(p, half, "real("+x+")")
		p.PutNumber(p, half, "imag("+x+")")
		return
	}
	p.PutNumber(p, k, x)
}
