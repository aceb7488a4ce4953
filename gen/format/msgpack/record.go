package msgpack

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getRecord prints the two functions that decode a struct. The first compares each name with the name of the next field, in the order in
// which bale encodes them. If a name differs, the second looks up the names of the remaining fields.
func (p *generator) getRecord(t ruledType, name string) {
	r := p.record(t.Type)
	fields := r.fields
	c := p.beginGet(t, name)
	words := max(1, (len(fields)+63)/64)
	omits := p.omits(t.Type, fields)
	p.Line("left, seen := -1, [%d]uint64{}", words)
	c.dec.Declared(func() {
		if omits {
			c.inOrderOmitting(fields)
			return
		}
		p.Line("i := 0 // fields decoded in order")
		c.inOrder(t.Type, fields)
		p.Line("if i > 0 {\nleft = %d - i\nfor f := range i {\nseen[f/64] |= 1 << (f %% 64)\n}\n}", len(fields))
	})
	if p.Recursive(t.Type) {
		p.Line("if n = baleMsgpackRest%s(d, n, v, left, seen); n >= 0 {\nd.depth--\n}\nreturn n\n}\n", name)
	} else {
		p.Line("return baleMsgpackRest%s(d, n, v, left, seen)\n}\n", name)
	}
	p.restFunc(t, name, r, words)
}

// inOrder prints the decoding of fields in order if none can be omitted.
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
		head = append(head, c.prefix(f.Type)...)
		if need := len(head) + c.lookahead(f.Type); len(head) > 0 {
			c.Line("if len(d.b)-n < %d || %s { // %q\nbreak\n}", need, c.differs(head), head)
		} else if need > 0 {
			c.Line("if len(d.b)-n < %d {\nbreak\n}", need)
		}
		c.AddConst(len(head))
		c.get("v."+f.path, c.fieldType(f), f.path, true)
		c.Flush()
		head = nil
		if i < len(fields)-1 {
			c.Line("i = %d", i+1)
			continue
		}
		c.decrementDepth(ruledType{Type: t})
		c.Line("return n")
	}
	c.Line("}")
}

// inOrderOmitting prints the decoding of fields in order if some can be omitted.
func (c *cursor) inOrderOmitting(fields []*field) {
	c.dec.Need("b", "=baleAll(d.b)")
	c.Line("if n < len(d.b) && baleGet8(b, n)&0xf0 == 0x80 {\nleft = int(baleGet8(b, n) & 15)\nn++\nswitch {\ndefault:")
	for i, f := range fields {
		head := append(keyBytes(f.key), c.prefix(f.Type)...)
		need := len(head) + c.lookahead(f.Type)
		set := fmt.Sprintf("left--\nseen[%d] |= 1 << %d", i/64, i%64)
		if f.conditional() {
			c.Line("if left > 0 && len(d.b)-n >= %d && !(%s) { // %q", need, c.differs(head), head)
		} else {
			c.Line("if left == 0 || len(d.b)-n < %d || %s { // %q\nbreak\n}", need, c.differs(head), head)
		}
		c.makePointers(f.pointer)
		c.AddConst(len(head))
		c.get("v."+f.path, c.fieldType(f), f.path, true)
		c.Flush()
		c.Line("%s", set)
		if f.conditional() {
			c.Line("}")
		}
	}
	c.Line("}\n}")
}

// restFunc prints the function that looks up names, and sets missing fields to zero.
func (p *generator) restFunc(t ruledType, name string, r *record, words int) {
	fields := r.fields
	p.Func("// baleMsgpackRest%[1]s decodes the remaining fields of v, left of them. If left is -1, it decodes the head of the struct first. It sets\n// all other fields that are not in seen to zero.\nfunc baleMsgpackRest%[1]s(d *baleMsgpackDecoder, n int, v *%[2]s, left int, seen [%[3]d]uint64) int {", name, p.Type(t.Type), words)
	c := p.cursor()
	p.Line("bare, first := false, 0\nif left < 0 {\nif left, bare, n = d.fields(n); n < 0 {\nreturn d.cutKey(seen[:], %q)\n}", keysAndPaths(fields))
	if p.array(t.Type) {
		p.Line("} else {\nbare, first = true, %d-left", len(fields))
	}
	p.Line("}")
	c.dec.Declared(func() {
		p.Line("for f := range left {\nif f += first; !bare {\nvar key []byte\nif key, n = d.key(n); n < 0 {\nreturn d.cutKey(seen[:], %q)\n}\nswitch string(key) {", keysAndPaths(fields))
		for i, f := range fields {
			p.Line("case %s:\nf = %d", f.names(), i)
		}
		c.wholeNames(r)
		p.Line("default:\nf = %d\n}\n}", len(fields))
		c.wholeFields(r)
		p.Line("if f >= %d {\nif n = d.skip(n); n < 0 {\nreturn -1\n}\ncontinue\n}", len(fields))
		if len(fields) == 0 {
			return
		}
		p.Line("if seen[f/64]>>(f%%64)&1 == 1 {\nreturn d.stop(baleDuplicate, \"\", n)\n}\nseen[f/64] |= 1 << (f %% 64)\nswitch f {")
		for i, f := range fields {
			p.Line("case %d: // %s", i, f.path)
			c.makePointers(f.pointer)
			c.get("v."+f.path, p.fieldType(f), f.path, false)
			c.Flush()
		}
		p.Line("}")
	})
	p.Line("}")
	p.zeroMissing(fields, 0, nil)
	p.Line("return n\n}\n")
}

// keysAndPaths returns the names of fields in messages, each followed by the field's path, for the helper CutKey.
func keysAndPaths(fields []*field) string {
	var list []string
	for _, f := range fields {
		list = append(list, f.key, f.path)
	}
	return strings.Join(list, "\n")
}

// zero prints code that sets a value to zero, except for fields that are not encoded.
func (p *generator) zero(x string, t ruledType) {
	if p.Kind(t.Type, false) == plan.Record {
		p.Line("baleMsgpackRest%s(d, n, %s, 0, [%d]uint64{})", p.name(t), printer.Addr(x), max(1, (len(p.fields(t.Type))+63)/64))
		return
	}
	p.Line("baleMsgpackZero(&%s)", x)
}
