package compact

import (
	"fmt"

	"bale/schema"
)

// functions prints what counts, puts and gets a record of t.
func (p *printer) functions(t schema.Type) {
	l := p.layout(t)
	name, typ := p.name(t), p.Type(t)
	again := p.holdsItself(t)
	if again {
		p.Limits()
	}
	if p.deep(t) {
		p.Func("// baleCompactCount%s adds what v needs beside its record.\nfunc baleCompactCount%s(e *baleCompactEncoder, v *%s) {", name, name, typ)
		if again {
			p.Line("if e.depth++; e.depth > baleMostDepth {\ne.err = baleErrors[baleTooDeep]\nreturn\n}")
		}
		for _, it := range l.items {
			p.countItem(it)
		}
		if again {
			p.Line("e.depth--")
		}
		p.Line("}\n")
	}
	p.Func("// baleCompactPut%s writes a record at n, and its text at s.", name)
	p.Line("func baleCompactPut%s(e *baleCompactEncoder, b baleBuffer, n, s int, v *%s) (int, int) {", name, typ)
	p.putRecord(l)
	for _, it := range l.items {
		p.putItem(it, false)
	}
	p.Line("return n, s\n}\n")
	p.get(t, l, name, typ, again)
	p.measure(t, l, name)
}

// putRecord prints the record but for what is counted in it. Every store is of eight bytes, and the next
// one begins where its significant bytes end.
func (p *printer) putRecord(l *layout) {
	for w := range (l.control() + 7) / 8 {
		p.Line("var control%d uint64", w)
	}
	p.Line("m := n + %d", l.head())
	if l.nibs > 0 {
		p.Line("var x, c uint64")
	}
	for _, it := range l.items {
		switch it.kind {
		case fixed:
			p.putFixed(it.expr, fmt.Sprintf("n+%d", l.control()+it.off), it.typ)
		case bit:
			p.putBit(l, it, fmt.Sprintf("baleBit(bool(%s))", it.expr))
		case nilBit:
			p.putBit(l, it, fmt.Sprintf("baleBit(%s != nil)", it.expr))
		case number:
			p.putNumber(it.nib, number64(it.expr, it.typ))
		case count:
			p.putNumber(it.nib, fmt.Sprintf("uint64(len(%s))", it.expr), nilable(it))
		case blob:
			p.blobHelper()
			p.Line("%s := e.blob(%s.Marshal%s())", blobVar(it), it.expr, methodOf(it))
			p.putNumber(it.nib, fmt.Sprintf("uint64(len(%s))", blobVar(it)))
		case clock:
			p.putNumber(it.nib, fmt.Sprintf("uint64(%s.Unix())", it.expr))
			p.putNumber(it.nib+1, fmt.Sprintf("uint64(%s.Nanosecond())", it.expr))
			zone := zoneVar(it)
			p.zoneHelper()
			p.Line("%s := baleZone(&%s)", zone, it.expr)
			p.putBit(l, it, fmt.Sprintf("baleBit(%s != 0)", zone))
		}
	}
	p.storeControl(l.control())
	p.Line("n = m")
}

func blobVar(it *item) string { return fmt.Sprintf("blob%d", it.nib) }

// methodOf is the end of the names of a type's own methods.
func methodOf(it *item) string {
	if it.typ.(*schema.Named).Methods.Binary {
		return "Binary"
	}
	return "Text"
}

func zoneVar(it *item) string { return fmt.Sprintf("zone%d", it.bit) }

// nilable is the line that tells nil from empty.
func nilable(it *item) string {
	if schema.IsKind(it.typ, schema.String) {
		return ""
	}
	return fmt.Sprintf("x += baleBit(%s != nil)", it.expr)
}

func (p *printer) putNumber(nib int, x string, more ...string) {
	p.Line("x = %s", x)
	for _, m := range more {
		if m != "" {
			p.Line("%s", m)
		}
	}
	p.Line("c = baleCompactLen(x)\nbalePut64(b, m, x)\nm += int(c)\ncontrol%d |= c << %d", nib/16, 4*(nib%16))
}

func (p *printer) putBit(l *layout, it *item, x string) {
	at := 4*l.nibs + it.bit
	p.Line("control%d |= %s << %d", at/64, x, at%64)
}

// number64 is an integer as the bits that are written: a signed one in zigzag.
func number64(expr string, t schema.Type) string {
	if schema.Underlying(t).(*schema.Basic).Kind.Signed() {
		return fmt.Sprintf("baleZigzag(int64(%s))", expr)
	}
	return fmt.Sprintf("uint64(%s)", expr)
}

// storeControl prints the stores of n bytes of control words at n.
func (p *printer) storeControl(n int) {
	for w := 0; n > 0; w++ {
		left, at, shift := min(n, 8), 8*w, 0
		for _, size := range []int{8, 4, 2, 1} {
			if left >= size {
				x := fmt.Sprintf("control%d", w)
				if shift > 0 {
					x += fmt.Sprintf(">>%d", shift)
				}
				p.Line("balePut%d(b, n+%d, uint%d(%s))", 8*size, at, 8*size, x)
				left, at, shift = left-size, at+size, shift+8*size
			}
		}
		n -= 8
	}
}

// putFixed prints the store of what is written as it is.
func (p *printer) putFixed(expr, at string, t schema.Type) {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		switch u.Kind {
		case schema.Float32, schema.Float64:
			p.Line("balePut%d(b, %s, %s.Float%dbits(float%d(%s)))", u.Kind.Bits(), at, p.Import("math"), u.Kind.Bits(), u.Kind.Bits(), expr)
		case schema.Complex64, schema.Complex128:
			bits := u.Kind.Bits() / 2
			for i, part := range []string{"real", "imag"} {
				p.Line("balePut%d(b, %s+%d, %s.Float%dbits(%s(complex%d(%s))))", bits, at, i*bits/8, p.Import("math"), bits, part, 2*bits, expr)
			}
		default:
			p.Line("balePut%d(b, %s, uint%d(%s))", u.Kind.Bits(), at, u.Kind.Bits(), expr)
		}
	case *schema.Array:
		if size := p.fixedSize(u.Elem); size > 1 {
			i := p.Var("i")
			p.Line("for %s := range %s {", i, expr)
			p.putFixed(expr+"["+i+"]", fmt.Sprintf("%s+%d*%s", at, size, i), u.Elem)
			p.Line("}")
		} else if p.Safe {
			p.Line("copy(b[%s:], %s[:])", at, expr)
		} else {
			p.Line("*(*%s)(unsafe.Add(b, %s)) = %s", p.Type(t), at, expr)
		}
	}
}

// putItem prints what follows the record for one place of it. In a flat message the text comes last.
func (p *printer) putItem(it *item, texts bool) {
	switch it.kind {
	case clock:
		p.Line("if %s != 0 {\nbalePut32(b, n, uint32(%s))\nn += 4\n}", zoneVar(it), zoneVar(it))
	case nilBit:
		e := schema.Underlying(it.typ).(*schema.Pointer).Elem
		p.Line("if %s != nil {\nn, s = baleCompactPut%s(e, b, n, s, %s)\n}", it.expr, p.name(e), it.expr)
	case blob:
		p.Line("n += baleCopy(b, n, string(%s))", blobVar(it))
	case list:
		p.putList(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem)
	case count:
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Basic:
			p.Line("s += baleCopy(b, s, string(%s))", it.expr)
		case *schema.Slice:
			p.putList(it.expr, u.Elem)
		case *schema.Map:
			k, x := p.Var("k"), p.Var("x")
			p.Line("for %s, %s := range %s {\nn, s = baleCompactPut%s(e, b, n, s, &%s)\nn, s = baleCompactPut%s(e, b, n, s, &%s)\n}",
				k, x, it.expr, p.name(u.Key), k, p.name(u.Elem), x)
		}
	}
}

// A class is how the elements of a list are written.
type class int

const (
	ofRecords class = iota
	ofBytes         // in one piece
	ofFixed
	ofBools
	ofNumbers
	ofStrings
)

func (p *printer) fixedSize(t schema.Type) int { return fixedSize(t, p.marshals) }

func (p *printer) classOf(e schema.Type) class {
	if n, ok := e.(*schema.Named); ok && p.marshals(n) {
		return ofRecords
	}
	if p.fixedSize(e) > 0 {
		if u, ok := schema.Underlying(e).(*schema.Basic); ok && u.Kind.Bits() == 8 {
			return ofBytes
		}
		return ofFixed
	}
	if u, ok := schema.Underlying(e).(*schema.Basic); ok {
		switch u.Kind {
		case schema.Bool:
			return ofBools
		case schema.String:
			return ofStrings
		}
		return ofNumbers
	}
	return ofRecords
}

func (p *printer) putList(x string, e schema.Type) {
	switch p.classOf(e) {
	case ofBytes:
		p.bytesHelper()
		p.Line("n += baleCompactPutBytes(b, n, %s)", x)
	case ofFixed:
		i := p.Var("i")
		size := p.fixedSize(e)
		p.Line("for %s := range %s {", i, x)
		p.putFixed(paren(x)+"["+i+"]", fmt.Sprintf("n+%d*%s", size, i), e)
		p.Line("}\nn += %d * len(%s)", size, x)
	case ofBools:
		p.boolsHelper()
		p.Line("n = baleCompactPutBools(b, n, %s)", x)
	case ofNumbers:
		p.numbersHelper()
		p.Line("n = baleCompactPut%s(b, n, %s)", numbersOf(e), x)
	case ofStrings:
		p.numbersHelper()
		i := p.Var("i")
		p.Line("n = baleCompactPutLens(b, n, %s)\nfor %s := range %s {\ns += baleCopy(b, s, string(%s[%s]))\n}", x, i, x, paren(x), i)
	default:
		i := p.Var("i")
		p.Line("for %s := range %s {\nn, s = baleCompactPut%s(e, b, n, s, &%s[%s])\n}", i, x, p.name(e), paren(x), i)
	}
}

func paren(x string) string {
	return "(" + x + ")"
}

func numbersOf(e schema.Type) string {
	if schema.Underlying(e).(*schema.Basic).Kind.Signed() {
		return "Ints"
	}
	return "Uints"
}

// countItem prints what adds the needs of one place.
func (p *printer) countItem(it *item) {
	switch it.kind {
	case nilBit:
		e := schema.Underlying(it.typ).(*schema.Pointer).Elem
		p.Line("if %s != nil {", it.expr)
		p.countOne(e, it.expr)
		p.Line("}")
	case blob:
		p.blobHelper()
		p.Line("e.countBlob(%s.Marshal%s())", it.expr, methodOf(it))
	case list:
		p.countList(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem, false)
	case count:
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Basic:
			p.Line("e.text += len(%s)", it.expr)
		case *schema.Slice:
			p.countList(it.expr, u.Elem, true)
		case *schema.Map:
			p.Line("e.size += %d * len(%s)", p.layout(u.Key).most()+p.layout(u.Elem).most(), it.expr)
			if p.deep(u.Key) || p.deep(u.Elem) {
				k, x := p.Var("k"), p.Var("x")
				p.Line("for %s, %s := range %s {\n_, _ = %s, %s", k, x, it.expr, k, x)
				if p.deep(u.Key) {
					p.Line("baleCompactCount%s(e, &%s)", p.name(u.Key), k)
				}
				if p.deep(u.Elem) {
					p.Line("baleCompactCount%s(e, &%s)", p.name(u.Elem), x)
				}
				p.Line("}")
			}
		}
	}
}

func (p *printer) countOne(e schema.Type, ptr string) {
	p.Line("e.size += %d", p.layout(e).most())
	if i := p.slab(e); i >= 0 {
		p.Line("e.totals[%d]++", i)
	}
	if p.deep(e) {
		p.Line("baleCompactCount%s(e, %s)", p.name(e), ptr)
	}
}

func (p *printer) countList(x string, e schema.Type, slice bool) {
	if i := p.slab(e); i >= 0 && slice {
		p.Line("e.totals[%d] += len(%s)", i, x)
	}
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.Line("e.size += %d * len(%s)", p.fixedSize(e), x)
	case ofBools:
		p.Line("e.size += (len(%s) + 7) / 8", x)
	case ofNumbers:
		p.Line("e.size += %d*len(%s) + (len(%s)+1)/2", bitsOf(e)/8, x, x)
	case ofStrings:
		i := p.Var("i")
		p.Line("e.size += 5*len(%s) + (len(%s)+1)/2\nfor %s := range %s {\ne.text += len(%s[%s])\n}", x, x, i, x, paren(x), i)
	default:
		p.Line("e.size += %d * len(%s)", p.layout(e).most(), x)
		if !p.deep(e) {
			return
		}
		i := p.Var("i")
		if text := p.onlyText(e); text != nil { // a call for each would cost more than what it does
			p.Line("for %s := range %s {", i, x)
			for _, it := range text {
				p.Line("e.text += len(%s[%s]%s)", paren(x), i, it.expr[1:])
			}
			p.Line("}")
			return
		}
		p.Line("for %s := range %s {\nbaleCompactCount%s(e, &%s[%s])\n}", i, x, p.name(e), paren(x), i)
	}
}

// onlyText is the strings of a struct that has nothing else to count; nil for another.
func (p *printer) onlyText(t schema.Type) []*item {
	if _, ok := schema.Underlying(t).(*schema.Struct); !ok || !p.flat(t) {
		return nil
	}
	var list []*item
	for _, it := range p.layout(t).items {
		if it.kind == count {
			list = append(list, it)
		}
	}
	return list
}
