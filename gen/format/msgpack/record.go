package msgpack

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getRecord prints the functions that read a struct: one for fields that stand in the order in which they are written, whose
// names are compared with what is expected, and one that looks names up, for all others.
func (p *generator) getRecord(t place, name string) {
	fields := p.fields(t.Type)
	c := p.getHead(t, name)
	words := max(1, (len(fields)+63)/64)
	omits := p.omits(t.Type, fields)
	p.Line("left, seen := -1, [%d]uint64{}", words)
	c.dec.Declared(func() {
		if omits {
			c.inOrderOmitting(fields)
			return
		}
		p.Line("i := 0 // fields that stand in their order")
		c.inOrder(t.Type, fields)
		p.Line("if i > 0 {\nleft = %d - i\nfor f := range i {\nseen[f/64] |= 1 << (f %% 64)\n}\n}", len(fields))
	})
	if p.Recursive(t.Type) {
		p.Line("if n = baleMsgpackRest%s(d, n, v, left, seen); n >= 0 {\nd.depth--\n}\nreturn n\n}\n", name)
	} else {
		p.Line("return baleMsgpackRest%s(d, n, v, left, seen)\n}\n", name)
	}
	p.rest(t, name, fields, words)
}

// inOrder prints the reading of fields that are all there.
func (c *cursor) inOrder(t schema.Type, fields []*field) {
	head := countBytes(len(fields), 0x80, 0xde)
	if c.array(t) {
		head = countBytes(len(fields), 0x90, 0xdc)
	}
	c.Line("switch {\ndefault:")
	for i, f := range fields {
		if !c.array(t) {
			head = append(head, keyBytes(f.key)...)
		}
		c.Flush()
		head = append(head, c.opening(f.Type)...)
		if need := len(head) + c.window(f.Type); len(head) > 0 {
			c.Line("if len(d.b)-n < %d || %s { // %q\nbreak\n}", need, c.differs(head), head)
		} else if need > 0 {
			c.Line("if len(d.b)-n < %d {\nbreak\n}", need)
		}
		c.Advance(len(head))
		c.get("v."+f.path, c.of(f), f.path, true)
		c.Flush()
		head = nil
		if i < len(fields)-1 {
			c.Line("i = %d", i+1)
			continue
		}
		c.leave(place{Type: t})
		c.Line("return n")
	}
	c.Line("}")
}

// inOrderOmitting prints the same where some fields may be left out.
func (c *cursor) inOrderOmitting(fields []*field) {
	c.dec.Need("b", "=baleAll(d.b)")
	c.Line("if n < len(d.b) && baleGet8(b, n)&0xf0 == 0x80 {\nleft = int(baleGet8(b, n) & 15)\nn++\nswitch {\ndefault:")
	for i, f := range fields {
		head := append(keyBytes(f.key), c.opening(f.Type)...)
		need := len(head) + c.window(f.Type)
		set := fmt.Sprintf("left--\nseen[%d] |= 1 << %d", i/64, i%64)
		if f.omit {
			c.Line("if left > 0 && len(d.b)-n >= %d && !(%s) { // %q", need, c.differs(head), head)
		} else {
			c.Line("if left == 0 || len(d.b)-n < %d || %s { // %q\nbreak\n}", need, c.differs(head), head)
		}
		c.Advance(len(head))
		c.get("v."+f.path, c.of(f), f.path, true)
		c.Flush()
		c.Line("%s", set)
		if f.omit {
			c.Line("}")
		}
	}
	c.Line("}\n}")
}

// rest prints the function that looks names up, and empties the fields that are not there.
func (p *generator) rest(t place, name string, fields []*field, words int) {
	p.Func("// baleMsgpackRest%[1]s reads the fields of v that are left, by their names; -1 is for all of them and what stands in front. It\n// empties those that have not been seen.\nfunc baleMsgpackRest%[1]s(d *baleMsgpackDecoder, n int, v *%[2]s, left int, seen [%[3]d]uint64) int {", name, p.Type(t.Type), words)
	c := p.cursor()
	p.Line("bare, first := false, 0\nif left < 0 {\nif left, bare, n = d.fields(n); n < 0 {\nreturn -1\n}")
	if p.array(t.Type) {
		p.Line("} else {\nbare, first = true, %d-left", len(fields))
	}
	p.Line("}")
	c.dec.Declared(func() {
		p.Line("for f := range left {\nif f += first; !bare {\nvar key []byte\nif key, n = d.key(n); n < 0 {\nreturn -1\n}\nswitch string(key) {")
		for i, f := range fields {
			p.Line("case %q:\nf = %d", f.key, i)
		}
		p.Line("default:\nf = %d\n}\n}", len(fields))
		p.Line("if f >= %d {\nif n = d.skip(n); n < 0 {\nreturn -1\n}\ncontinue\n}", len(fields))
		if len(fields) == 0 {
			return
		}
		p.Line("if seen[f/64]>>(f%%64)&1 == 1 {\nreturn d.stop(baleDuplicate, \"\", n)\n}\nseen[f/64] |= 1 << (f %% 64)\nswitch f {")
		for i, f := range fields {
			p.Line("case %d: // %s", i, f.path)
			c.get("v."+f.path, p.of(f), f.path, false)
			c.Flush()
		}
		p.Line("}")
	})
	p.Line("}")
	for i, f := range fields {
		p.Line("if seen[%d]>>%d&1 == 0 {", i/64, i%64)
		p.empty("v."+f.path, p.of(f))
		p.Line("}")
	}
	p.Line("return n\n}\n")
}

// empty prints what makes a value the zero value, but for fields that are not written.
func (p *generator) empty(x string, t place) {
	if p.Kind(t.Type, false) == plan.Record {
		p.Line("baleMsgpackRest%s(d, n, %s, 0, [%d]uint64{})", p.name(t), printer.Addr(x), max(1, (len(p.fields(t.Type))+63)/64))
		return
	}
	p.Line("baleMsgpackZero(&%s)", x)
}
