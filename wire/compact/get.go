package compact

import (
	"fmt"
	"strings"

	"bale/schema"
)

// get prints the function that reads a record.
func (p *printer) get(t schema.Type, l *layout, name, typ string, again bool) {
	p.Func("// baleCompactGet%s reads a record into v. It writes all of v, and keeps its capacity.", name)
	p.Line("func baleCompactGet%s(d *baleCompactDecoder, v *%s) bool {", name, typ)
	if again {
		p.Line("if d.depth++; d.depth > baleMostDepth {\nreturn d.fail(baleTooDeep)\n}")
	}
	p.getRecord(l)
	p.Line("d.n = n")
	for _, it := range l.items {
		p.getItem(it, false)
	}
	if again {
		p.Line("d.depth--")
	}
	p.Line("return true\n}\n")
}

// getRecord prints the reading of a record. It leaves n behind the record, the counts in variables, and
// everything else in its place. What lies behind the message's end is read as zeros.
func (p *printer) getRecord(l *layout) {
	p.Line("n := d.n")
	if l.head() == 0 {
		return
	}
	p.Line("var b baleBuffer\nif len(d.b)-n >= %d {\nb = baleAt(d.b, n)\n} else {\nvar tail [%d]byte\ncopy(tail[:], d.b[n:])\nb = baleAll(tail[:])\n}", l.window(), l.window())
	p.loadControl(l)
	p.Line("m := %d", l.head())
	if l.nibs > 0 {
		p.Line("var c uint64")
	}
	var narrow []string
	for _, it := range l.items {
		switch it.kind {
		case fixed:
			p.getFixed(it.expr, fmt.Sprint(l.control()+it.off), it.typ)
		case bit:
			p.Line("%s = %s", it.expr, p.bit(l, it))
		case nilBit:
			p.Line("some%d := %s", it.bit, p.bit(l, it))
		case number:
			narrow = append(narrow, p.getNumber(it)...)
		case count, blob:
			x := p.loadNumber(it.nib)
			p.Line("%s := %s", countVar(it), x)
		case clock:
			p.Line("zone%d := %s", it.bit, p.bit(l, it))
			p.Line("sec%d := int64(%s)", it.bit, p.loadNumber(it.nib))
			p.Line("nsec%d := %s", it.bit, p.loadNumber(it.nib+1))
			narrow = append(narrow, fmt.Sprintf("nsec%d/1e9", it.bit))
			p.Line("%s = %s.Unix(sec%d, int64(nsec%d)).UTC()", it.expr, p.Import("time"), it.bit, it.bit)
		}
	}
	p.Line("if n += m; n > len(d.b) {\nreturn d.fail(baleTruncated)\n}")
	if len(narrow) > 0 {
		p.Line("if %s != 0 {\nreturn d.fail(baleOverflow)\n}", strings.Join(narrow, "|"))
	}
}

func countVar(it *item) string { return fmt.Sprintf("count%d", it.nib) }

func (p *printer) bit(l *layout, it *item) string {
	at := 4*l.nibs + it.bit
	return fmt.Sprintf("control%d&(1<<%d) != 0", at/64, at%64)
}

// loadControl reads and checks the control words: a code is 8 at most, and what is left over is zero.
func (p *printer) loadControl(l *layout) {
	used := 4*l.nibs + l.bits
	for w, left := 0, l.control(); left > 0; w, left = w+1, left-8 {
		n := min(left, 8)
		p.Line("control%d := baleGet64(b, %d)", w, 8*w)
		if n < 8 {
			p.Line("control%d &= 1<<%d - 1", w, 8*n)
		}
		var bad []string
		if nibs := min(16, l.nibs-16*w); nibs > 0 {
			p.Line("codes%d := control%d", w, w)
			if nibs < 16 {
				p.Line("codes%d &= 1<<%d - 1", w, 4*nibs)
			}
			// A code above 8 has its highest bit and another one.
			bad = append(bad, fmt.Sprintf("codes%d&(codes%d<<1|codes%d<<2|codes%d<<3)&0x8888888888888888", w, w, w, w))
		}
		if pad := used - 64*w; pad < 8*n {
			bad = append(bad, fmt.Sprintf("control%d>>%d", w, pad))
		}
		if len(bad) > 0 {
			p.Line("if %s != 0 {\nreturn d.fail(baleMalformed)\n}", strings.Join(bad, "|"))
		}
	}
}

// loadNumber reads the next number's significant bytes, and is the expression for it.
func (p *printer) loadNumber(nib int) string {
	x := p.Var("x")
	p.Line("c = control%d >> %d & 15\n%s := baleGet64(b, m) & baleCompactMask[c]\nm += int(c)", nib/16, 4*(nib%16), x)
	return x
}

// getNumber reads an integer, and says what has to be zero where it is narrow.
func (p *printer) getNumber(it *item) (narrow []string) {
	x := p.loadNumber(it.nib)
	k := schema.Underlying(it.typ).(*schema.Basic).Kind
	value := x
	if k.Signed() {
		value = "baleUnzigzag(" + x + ")"
	}
	p.Line("%s = %s(%s)", it.expr, p.Type(it.typ), value)
	if k.Bits() == 32 {
		return []string{x + ">>32"}
	}
	return nil
}

func (p *printer) getFixed(expr, at string, t schema.Type) {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		bits := u.Kind.Bits()
		switch u.Kind {
		case schema.Float32, schema.Float64:
			p.Line("%s = %s(%s.Float%dfrombits(baleGet%d(b, %s)))", expr, p.Type(t), p.Import("math"), bits, bits, at)
		case schema.Complex64, schema.Complex128:
			part := func(i int) string {
				return fmt.Sprintf("%s.Float%dfrombits(baleGet%d(b, %s+%d))", p.Import("math"), bits/2, bits/2, at, i*bits/16)
			}
			p.Line("%s = %s(complex(%s, %s))", expr, p.Type(t), part(0), part(1))
		default:
			p.Line("%s = %s(baleGet%d(b, %s))", expr, p.Type(t), bits, at)
		}
	case *schema.Array:
		if size := p.fixedSize(u.Elem); size > 1 {
			i := p.Var("i")
			p.Line("for %s := range %s {", i, expr)
			p.getFixed(expr+"["+i+"]", fmt.Sprintf("%s+%d*%s", at, size, i), u.Elem)
			p.Line("}")
		} else if p.Safe {
			p.Line("copy(%s[:], b[%s:])", expr, at)
		} else {
			p.Line("%s = *(*%s)(unsafe.Add(b, %s))", expr, p.Type(t), at)
		}
	}
}

// getItem prints the reading of what follows the record for one place of it.
func (p *printer) getItem(it *item, flat bool) {
	switch it.kind {
	case clock:
		p.zoneHelper()
		p.Line("if zone%d && !d.zone(&%s) {\nreturn d.at(%q)\n}", it.bit, it.expr, it.path)
	case nilBit:
		e := schema.Underlying(it.typ).(*schema.Pointer).Elem
		p.Line("if !some%d {\n%s = nil\n} else {\nif %s == nil {\n%s = %s\n}", it.bit, it.expr, it.expr, it.expr, p.newOf(e))
		p.Line("if !baleCompactGet%s(d, %s) {\nreturn d.at(%q)\n}\n}", p.name(e), it.expr, it.path)
	case blob:
		p.blobHelper()
		p.Line("if blob, ok := d.blob(%s); !ok || !d.foreign(%s.Unmarshal%s(blob)) {\nreturn d.at(%q)\n}", countVar(it), it.expr, methodOf(it), it.path)
	case list:
		p.getElems(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem, it.path)
	case count:
		n := countVar(it)
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Basic:
			p.Line("if %s > uint64(len(d.text)) {\nreturn d.failAt(baleTruncated, %q)\n}\n%s = %s(d.text[:%s])\nd.text = d.text[%s:]", n, it.path, it.expr, p.Type(it.typ), n, n)
		case *schema.Slice:
			p.getSlice(it, n, u.Elem)
		case *schema.Map:
			p.getMap(it, n, u)
		}
	}
}

// newOf is a new E: from the slab, where there is one.
func (p *printer) newOf(e schema.Type) string {
	if i := p.slab(e); i >= 0 {
		p.Slabs()
		return fmt.Sprintf("&baleTake(&d.slab%d, &d.totals[%d], 1)[0]", i, i)
	}
	return fmt.Sprintf("new(%s)", p.Type(e))
}

// getSlice prints the reading of a slice whose count is one more than its length, or zero for nil.
func (p *printer) getSlice(it *item, n string, e schema.Type) {
	p.Line("if %s == 0 {\n%s = nil\n} else {\n%s--", n, it.expr, n)
	p.Line("if %s > %s {\nreturn d.failAt(baleTruncated, %q)\n}", n, p.room(e), it.path)
	p.Line("if %s != nil && uint64(cap(%s)) >= %s {\n%s = %s[:%s]", it.expr, it.expr, n, it.expr, it.expr, n)
	if i := p.slab(e); i >= 0 {
		p.Slabs()
		p.Line("d.totals[%d] -= int(%s)", i, n)
		p.Line("} else {\n%s = baleTake(&d.slab%d, &d.totals[%d], int(%s))\n}", it.expr, i, i, n)
	} else {
		p.Line("} else {\n%s = make(%s, %s)\n}", it.expr, p.Type(it.typ), n)
	}
	p.getElems(it.expr, e, it.path)
	p.Line("}")
}

// room is how many elements the rest of the message can hold: memory is taken for no more.
func (p *printer) room(e schema.Type) string {
	rest := "uint64(len(d.b)-d.n)"
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		if n := p.fixedSize(e); n > 1 {
			return fmt.Sprintf("%s/%d", rest, n)
		}
		return rest
	case ofBools:
		return "8*" + rest
	case ofNumbers, ofStrings:
		return "2*" + rest
	}
	if n := p.layout(e).head(); n > 1 {
		return fmt.Sprintf("%s/%d", rest, n)
	} else if n == 1 {
		return rest
	}
	return "baleMostEmpty"
}

// getElems prints the reading of elements into a slice of the right length.
func (p *printer) getElems(x string, e schema.Type, path string) {
	switch p.classOf(e) {
	case ofBytes:
		p.bytesHelper()
		p.Line("baleCompactGetBytes(d, %s)", x)
	case ofFixed:
		i := p.Var("i")
		size := p.fixedSize(e)
		p.Line("if b := d.b[d.n:]; len(b) < %d*len(%s) {\nreturn d.failAt(baleTruncated, %q)\n} else {", size, x, path)
		p.Line("b := baleAll(b)\n_ = b\nfor %s := range %s {", i, x)
		p.getFixed(paren(x)+"["+i+"]", fmt.Sprintf("%d*%s", size, i), e)
		p.Line("}\nd.n += %d * len(%s)\n}", size, x)
	case ofBools:
		p.boolsHelper()
		p.Line("if !baleCompactGetBools(d, %s) {\nreturn d.at(%q)\n}", x, path)
	case ofNumbers:
		p.numbersHelper()
		p.Line("if !baleCompactGet%s(d, %s) {\nreturn d.at(%q)\n}", numbersOf(e), x, path)
	case ofStrings:
		p.numbersHelper()
		p.Line("if !baleCompactGetStrings(d, %s) {\nreturn d.at(%q)\n}", x, path)
	default:
		i := p.Var("i")
		p.Line("for %s := range %s {\nif !baleCompactGet%s(d, &%s[%s]) {\nreturn d.atIndex(%q, %s)\n}\n}", i, x, p.name(e), paren(x), i, path, i)
	}
}

func (p *printer) getMap(it *item, n string, u *schema.Map) {
	p.Line("if %s == 0 {\n%s = nil\n} else {\n%s--", n, it.expr, n)
	least := max(p.layout(u.Key).head()+p.layout(u.Elem).head(), 1)
	p.Line("if %s > uint64(len(d.b)-d.n)/%d {\nreturn d.failAt(baleTruncated, %q)\n}", n, least, it.path)
	p.Line("if %s == nil {\n%s = make(%s, %s)\n} else {\nclear(%s)\n}", it.expr, it.expr, p.Type(it.typ), n, it.expr)
	i := p.Var("i")
	p.Line("for %s := range %s {\nvar k %s\nvar x %s", i, n, p.Type(u.Key), p.Type(u.Elem))
	p.Line("if !baleCompactGet%s(d, &k) || !baleCompactGet%s(d, &x) {\nreturn d.atIndex(%q, int(%s))\n}", p.name(u.Key), p.name(u.Elem), it.path, i)
	p.Line("%s[k] = x\nif len(%s) != int(%s)+1 {\nreturn d.failAt(baleDuplicate, %q)\n}\n}\n}", it.expr, it.expr, i, it.path)
}
