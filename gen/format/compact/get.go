package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// get prints the function that reads a record.
func (p *generator) get(t schema.Type, rules plan.Rules, again bool) {
	l, name := p.layout(t, rules), p.ruled(t, rules)
	p.Func("// baleCompactGet%s reads a record into v. It writes all of v, and keeps its capacity.", name)
	p.Line("func baleCompactGet%s(d *baleCompactDecoder, v *%s) bool {", name, p.Type(t))
	if again {
		p.Line("if d.depth++; d.depth > baleMostDepth {\nreturn d.fail(baleTooDeep)\n}")
	}
	if l.grows {
		p.getGrowing(l)
	} else {
		if l.head() > 0 {
			p.Line("n := d.n")
			p.getRecord(l, "d.b", failRecord)
			p.Line("d.n = n")
		}
		for _, it := range l.items {
			p.getItem(it)
		}
	}
	if again {
		p.Line("d.depth--")
	}
	p.Line("return true\n}\n")
}

func failRecord(code string) string { return "return d.fail(" + code + ")" }

func (p *generator) getFixed(expr, at string, t schema.Type) {
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
		if p.plain(t) && !p.Safe {
			p.Line("%s = *(*%s)(unsafe.Add(b, %s))", expr, p.Type(t), at)
			return
		}
		if p.classOf(u.Elem) == ofBytes && p.Safe {
			p.Line("baleLoadBytes(%s[:], b, %s)", paren(expr), at)
			return
		}
		i := p.Var("i")
		p.Line("for %s := range %s {", i, expr)
		p.getFixed(paren(expr)+"["+i+"]", fmt.Sprintf("%s+%d*%s", at, p.fixedSize(u.Elem), i), u.Elem)
		p.Line("}")
	}
}

// getItem prints the reading of what follows the record for one place of it.
func (p *generator) getItem(it *item) {
	p.step(it)
	switch it.kind {
	case time:
		p.zoneHelper()
		p.Line("if %s && !d.zone(%s) {\nreturn d.at(%q)\n}", zoneVar(it), printer.Addr(it.expr), it.path)
	case nilBit:
		p.getPointer(it)
	case record:
		p.Line("if !baleCompactGet%s(d, &%s) {\nreturn d.at(%q)\n}", p.name(it.typ), it.expr, it.path)
	case union:
		p.Line("if !baleCompactUnionGet%s(d, %s, %s) {\nreturn d.at(%q)\n}", p.name(it.typ), countVar(it), printer.Addr(it.expr), it.path)
	case custom:
		p.customHelper()
		p.Line("if blob, ok := d.blob(%s); !ok || !d.foreign(%s.Unmarshal%s(blob)) {\nreturn d.at(%q)\n}", countVar(it), it.expr, p.Marshals(it.typ), it.path)
	case list:
		p.getElems(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem, it.path, it.elems())
	case count:
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Basic:
			p.getText(it)
		case *schema.Slice:
			p.getSlice(it, u)
		case *schema.Map:
			p.getMap(it, u)
		}
	}
}

// getText prints the reading of a string, of which d.text has the bytes at its front.
func (p *generator) getText(it *item) {
	n := countVar(it)
	p.limit(it, n)
	p.Line("if %s > uint64(len(d.text)) {\nreturn d.failAt(baleTruncated, %q)\n}", n, it.path)
	p.Line("%s = %s(%s)\nd.text = d.text[%s:]", it.expr, p.Type(it.typ), p.textOf(it.rules, n), n)
}

// textOf is an expression for the n bytes at the front of d.text, as a string of the kind that the rules ask for.
func (p *generator) textOf(rules plan.Rules, n string) string {
	switch {
	case rules.Own:
		p.raw()
		return "d.raw(int(" + n + "))"
	case rules.Intern:
		p.intern()
		return "baleIntern(&d.known, d.raw(int(" + n + ")))"
	}
	return "d.text[:" + n + "]"
}

// limit prints the check of what a directive says about a length.
func (p *generator) limit(it *item, n string) {
	if it.rules.Max > 0 {
		p.Line("if %s > %d {\nreturn d.failAt(baleTooLong, %q)\n}", n, it.rules.Max, it.path)
	}
}

// afford prints the check of what n elements take in memory, where that can be more than their bytes.
func (p *generator) afford(e schema.Type, n, path string) {
	if size := plan.Memory(e); size > p.least(e) {
		p.Line("if !baleAfford(&d.memory, %s, %d) {\nreturn d.failAt(baleTooLarge, %q)\n}", n, size, path)
	}
}

func (p *generator) getPointer(it *item) {
	e := schema.Underlying(it.typ).(*schema.Pointer).Elem
	p.Line("if !some%d {\n%s = nil\n} else {\nif %s == nil {", it.bit, it.expr, it.expr)
	p.afford(e, "1", it.path)
	if i := p.Slab(e); i >= 0 {
		p.Line("%s = &baleTake(&d.slab%d, &d.totals[%d], 1)[0]\n}", it.expr, i, i)
	} else {
		p.Line("%s = new(%s)\n}", it.expr, p.Type(e))
	}
	p.Line("if !baleCompactGet%s(d, %s) {\nreturn d.at(%q)\n}\n}", p.ruled(e, it.elems()), it.expr, it.path)
}

// getSlice prints the reading of a slice whose count is one more than its length, or zero for nil.
func (p *generator) getSlice(it *item, s *schema.Slice) {
	e, n := s.Elem, countVar(it)
	p.Line("if %s == 0 {\n%s = nil\n} else {\n%s--", n, it.expr, n)
	p.limit(it, n)
	p.Line("if %s > %s {\nreturn d.failAt(baleTruncated, %q)\n}", n, p.room(e), it.path)
	if p.parallel(s) {
		p.Line("if %s > baleCompactChunk && !d.indexed(%s) {\nreturn d.at(%q)\n}", n, n, it.path)
	}
	if p.aliased(it, e) {
		p.Line("if d.alias {\n%s = d.b[d.n : d.n+int(%s) : d.n+int(%s)]\nd.n += int(%s)\n} else {", it.expr, n, n, n)
	}
	p.Line("if %s != nil && uint64(cap(%s)) >= %s {\n%s = %s[:%s]", it.expr, it.expr, n, it.expr, it.expr, n)
	if i := p.Slab(e); i >= 0 {
		p.Line("d.totals[%d] -= int(%s)", i, n)
	}
	p.Line("} else {")
	p.afford(e, n, it.path)
	if i := p.Slab(e); i >= 0 && !it.rules.Own {
		p.Line("%s = baleTake(&d.slab%d, &d.totals[%d], int(%s))\n}", it.expr, i, i, n)
	} else {
		p.Line("%s = make(%s, %s)\n}", it.expr, p.Type(it.typ), n)
	}
	if p.parallel(s) {
		p.getChunks(it, e)
	} else {
		p.getElems(it.expr, e, it.path, it.elems())
	}
	if p.aliased(it, e) {
		p.Line("}")
	}
	p.Line("}")
}

// aliased reports whether a slice may be a part of the message.
func (p *generator) aliased(it *item, e schema.Type) bool {
	b, ok := e.(*schema.Basic)
	return ok && b.Kind == schema.Uint8 && !it.rules.Own
}

// room is how many elements the rest of the message can hold: memory is taken for no more.
func (p *generator) room(e schema.Type) string {
	const rest = "uint64(len(d.b)-d.n)"
	switch p.classOf(e) {
	case ofBools:
		return "8*" + rest
	case ofNumbers, ofStrings:
		return "2*" + rest
	}
	n := p.least(e)
	if p.classOf(e) != ofRecords {
		n = p.fixedSize(e)
	}
	switch n {
	case 0:
		return "baleMostEmpty"
	case 1:
		return rest
	}
	return fmt.Sprintf("%s/%d", rest, n)
}

func (p *generator) getMap(it *item, u *schema.Map) {
	n := countVar(it)
	p.Line("if %s == 0 {\n%s = nil\n} else {\n%s--", n, it.expr, n)
	p.limit(it, n)
	if least := p.least(u.Key) + p.least(u.Elem); least > 0 {
		p.Line("if %s > uint64(len(d.b)-d.n)/%d {\nreturn d.failAt(baleTruncated, %q)\n}", n, least, it.path)
	} else { // a key that has no bytes is there once
		p.Line("if %s > 1 {\nreturn d.failAt(baleDuplicate, %q)\n}", n, it.path)
	}
	p.afford(plan.Entry(u), n, it.path) // a time for what the map needs itself
	p.Line("if %s == nil {\n%s = make(%s, %s)\n} else {\nclear(%s)\n}", it.expr, it.expr, p.Type(it.typ), n, it.expr)
	i, k, x := p.Var("i"), p.Var("k"), p.Var("x")
	p.Line("for %s := range %s {\nvar %s %s\nvar %s %s", i, n, k, p.Type(u.Key), x, p.Type(u.Elem))
	p.Line("if !baleCompactGet%s(d, &%s) || !baleCompactGet%s(d, &%s) {\nreturn d.atIndex(%q, int(%s))\n}", p.ruled(u.Key, it.elems()), k, p.ruled(u.Elem, it.elems()), x, it.path, i)
	p.Line("%s[%s] = %s\nif len(%s) != int(%s)+1 {\nreturn d.failAt(baleDuplicate, %q)\n}\n}\n}", it.expr, k, x, it.expr, i, it.path)
}
