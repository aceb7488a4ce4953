package proto

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getFunc prints the function that reads a message over what is in v: each field is looked for where it stands in a
// message that was written in the order of numbers, as all writers do, and what is not there becomes zero. A
// loop and a switch take twice the time for the inner structs of nested (392 ns and 197). What is in no order is left to the other function.
func (p *generator) getFunc(m *message) {
	p.head("// %[1]sGet%[2]s reads the message from n to end over v.\nfunc %[1]sGet%[2]s%[4]s(d *%[1]sDecoder, n, end int, v *%[3]s) int {", m)
	p.ReserveVars(locals)
	if m.union {
		p.getUnion(m)
		return
	}
	p.dec.Declared(func() {
		for _, f := range m.fields {
			p.heading(f)
			p.getField(f)
		}
	})
	p.Line("if n < end {\nreturn %sMerge%s(d, n, end, v)\n}\nreturn n\n}\n", title, m.name)
}

// message makes sure of the variable that the message is in, and is an expression for what is in it.
func (p *generator) message(format string, args ...any) string {
	p.dec.Need("b", "=baleAll(d.b)")
	return fmt.Sprintf(format, args...)
}

// counter makes sure of a variable for a number of bytes or elements.
func (p *generator) counter(name string) string { return p.dec.Need(name, "int") }

// mergeFunc prints the function that reads fields in any order, and adds them to what is in v: of a number the last
// one stays, messages are merged, lists are appended to.
func (p *generator) mergeFunc(m *message) {
	p.head("// %[1]sMerge%[2]s reads the fields from n to end, in any order, into what v has already.\nfunc %[1]sMerge%[2]s%[4]s(d *%[1]sDecoder, n, end int, v *%[3]s) int {", m)
	p.ReserveVars(locals)
	keeps, start := "", ""
	p.dec.Declared(func() {
		cases := p.Capture(func() {
			for _, f := range m.fields {
				switch {
				case f.shape == unknown:
					keeps, start = fmt.Sprintf("%[1]s = append(%[1]s, d.b[start:n]...)\n", f.expr), "start := n\n"
				case m.union:
					p.mergeMember(m, f)
				default:
					p.mergeField(f)
				}
			}
		})
		p.Line("for n < end {\n%svar tag uint64\nif tag, n = d.tag(n, end); n < 0 {\nreturn n\n}\nswitch tag {", start)
		p.Text(cases)
		p.Line("default:\nif n = d.skip(n, end, tag); n < 0 {\nreturn n\n}\n%s}\n}", keeps)
	})
	p.Line("return n\n}\n")
}

// getField prints the reading of a field if it is the next one.
func (p *generator) getField(f *field) {
	if f.shape == unknown {
		p.dec.Empty(f.expr, f.t)
		return
	}
	if f.empty() {
		return
	}
	n, value := tagBytes(f.tag())
	if n > 2 { // as a switch does it: there are few such fields
		p.reset(f)
		return
	}
	// A field has a byte behind its tag, whatever it is.
	p.Line("if end-n > %d && %s == %#x {", n, p.message("baleGet%d(b, n)", 8*n), value)
	switch f.shape {
	case single:
		p.Line("n += %d", n)
		p.clean(f.elem, f.expr)
		p.get(f.elem, f.expr, f.name, "Get")
	case optional:
		p.Line("n += %d", n)
		p.dec.Pointer(f.expr, f.elem.t, f.name)
		p.clean(f.elem, "*"+f.expr)
		p.get(f.elem, "(*"+f.expr+")", f.name, "Get")
	case array:
		p.getArray(f, n, p.message("end-n <= %d || baleGet%d(b, n) != %#x", n, 8*n, value))
	case entries:
		p.Line("%s = d.run(n, end, %d, %d)", p.counter("c"), n, value)
		p.dec.ChargeMap(schema.Underlying(f.t).(*schema.Map), "c", f.name)
		p.dec.Map(f.expr, f.t, "c")
		i := p.local("i")
		p.Line("for %s := range c {\nn += %d", i, n)
		p.dec.Within(p.dec.Index(f.name, i), func() { p.getEntry(f, "") })
		p.Line("}")
		p.limitEntries(f)
	case list:
		if f.packs() {
			p.Line("n += %d", n)
			p.getPacked(f, false)
			break
		}
		p.Line("%s = d.run(n, end, %d, %d)", p.counter("c"), n, value)
		p.getElems(f, n)
	}
	p.Line("} else {")
	p.reset(f)
	p.Line("}")
}

// clean makes a value zero whose reading adds to what is there.
func (p *generator) clean(e *elem, x string) {
	switch e.Kind {
	case plan.Time:
		p.Line("%s = %s{}", x, p.Type(e.t))
	case plan.Duration, plan.Complex:
		p.Line("%s = 0", x)
	}
}

// reset prints what makes a field what it is in a message without it, and keeps the memory that it has.
func (p *generator) reset(f *field) {
	switch f.shape {
	case optional:
		p.Line("%s = nil", f.expr)
		return
	case list:
		p.dec.Empty(f.expr, f.t)
		return
	case array:
		p.Line("%s = %s{}", f.expr, p.Type(f.t))
		return
	case entries:
		p.Line("clear(%s)", f.expr)
		return
	}
	switch f.Kind {
	case plan.Time:
		p.Line("%s = %s", f.expr, p.Zero(f.t))
		if f.always { // bale does not leave it out of an entry: for others that is an empty message, which is 1970
			p.Line("n = d.time(n, n, %s)", printer.Addr(f.expr))
		}
	case plan.Bytes:
		p.dec.Empty(f.expr, f.t)
	case plan.Record: // its parts keep their memory
		p.Line("%sGet%s(d, n, n, %s)", title, f.msg.name, printer.Addr(f.expr))
	default:
		p.Line("%s = %s", f.expr, p.Zero(f.t))
	}
}

// get prints the reading of one value, of which at least a byte is there, at n. how is Get, or Merge for a message that
// may have been there before.
func (p *generator) get(e *elem, x, name, how string) {
	switch e.Kind {
	case plan.Integer:
		p.load(e, name, "end")
		p.setNumber(e, x, name)
		return
	case plan.Float:
		size := e.basic.Bits() / 8
		p.dec.FailIf("baleTruncated", name, "n", "end-n < %d", size)
		p.Line("%s = %s\nn += %d", x, p.flat(e), size)
		return
	}
	p.length(name)
	switch e.Kind {
	case plan.String:
		p.dec.Limit(e.rules, "k", name)
		p.checkText(name)
		p.Line("%s = %s\nn += k", x, p.dec.String(e.t, e.rules, "d.b[n:n+k]", "d.oneString(n, k)"))
	case plan.Bytes:
		p.dec.Limit(e.rules, "k", name)
		if e.rules.Own {
			p.dec.Forget(x)
			p.Line("%s = append(%s[:0], d.b[n:n+k]...)\nn += k", x, x)
		} else {
			p.Line("%s = %sBytes(&d.baleProtoInput, %s, n, k)\nn += k", x, title, printer.Bare(x))
		}
	case plan.ByteArray:
		p.dec.FailIf("baleMalformed", name, "n", "k != len(%s)", printer.Bare(x))
		p.Line("copy(%s[:], d.b[n:n+%d])\nn += k", x, plan.Len(e.t))
	case plan.Custom:
		if p.Marshals(e.t) == "Text" {
			p.checkText(name)
		}
		p.dec.Unmarshal(x, e.t, "d.b[n:n+k:n+k]", name, "n")
		p.Line("n += k")
	case plan.Time:
		p.part(fmt.Sprintf("d.time(n, n+k, %s)", printer.Addr(x)), name)
	case plan.Duration:
		p.part(fmt.Sprintf("d.duration(n, n+k, (*int64)(%s))", printer.Addr(x)), name)
	case plan.Complex:
		bits := plan.Basic(e.t).Bits()
		p.part(fmt.Sprintf("d.complex%d(n, n+k, (*complex%d)(%s))", bits, bits, printer.Addr(x)), name)
	case plan.Record:
		if e.msg.recursive {
			p.dec.Deeper(name)
		}
		p.part(fmt.Sprintf("%s%s%s(d, n, n+k, %s)", title, how, e.msg.name, printer.Addr(x)), name)
		if e.msg.recursive {
			p.Line("d.depth--")
		}
	}
}

// part prints a call that reads up to where n is then.
func (p *generator) part(call, name string) {
	p.dec.LeaveIf(name, "n = %s; n < 0", call)
}

// length prints the reading of how many bytes come, which are there, into k.
func (p *generator) length(name string) {
	p.counter("k")
	p.Line("if k = int(%s); k < 0x80 && k < end-n {\nn++\n} else if k, n = d.length(n, end); n < 0 {", p.message("baleGet8(b, n)"))
	p.dec.Leave(name)
	p.Line("}")
}

// checkText prints the check of a string of k bytes.
func (p *generator) checkText(name string) {
	p.Line("if !%s && !utf8.Valid(d.b[n:n+k]) {\nd.cause = %sErrNotUTF8", p.message("%sASCII(b, n, n+k)", title), title)
	p.dec.Fail("baleMalformed", name, "n")
	p.Line("}")
}

// load prints what sets x to the number at n.
func (p *generator) load(e *elem, name, end string) {
	p.dec.Need("x", "uint64")
	b := p.message("b")
	if e.basic.Bits() == 8 && e.basic != schema.Bool && (e.basic.Unsigned() || e.rules.Sint) {
		p.Line("if x, n = d.short(%s, n, %s); n < 0 {", b, end) // one byte or two, which nobody foresees
	} else {
		p.Line("if x = uint64(baleGet8(%s, n)); x < 0x80 {\nn++\n} else if x, n = d.varint(n, %s); n < 0 {", b, end)
	}
	p.dec.Leave(name)
	p.Line("}")
}

// setNumber prints what sets a variable to the number x, if that is in range: protobuf's 32 bits are the lower ones.
func (p *generator) setNumber(e *elem, to, name string) {
	k, bits := e.basic, e.basic.Bits()
	x := "x"
	switch {
	case k == schema.Bool:
		p.Line("%s = x != 0", to)
		return
	case e.rules.Sint && bits <= 32:
		x = "baleUnzigzag(x & math.MaxUint32)"
	case e.rules.Sint:
		x = "baleUnzigzag(x)"
	case k.Signed() && bits <= 32:
		x = "int32(x)"
	case k.Unsigned() && bits <= 32:
		x = "uint32(x)"
	}
	if bits < 32 {
		wide := p.local("y")
		p.Line("%s := %s\nif %s != %s(%s(%s)) {", wide, x, wide, map[bool]string{true: "int64", false: map[bool]string{true: "int32", false: "uint32"}[k.Signed()]}[e.rules.Sint], k, wide)
		p.dec.Fail("baleOverflow", name, "n")
		p.Line("}\n%s = %s(%s)", to, p.Type(e.t), wide)
		return
	}
	if k.Native() {
		same := "uint64(" + k.String() + "(x)) != x"
		if e.rules.Sint {
			same = "int64(int(" + x + ")) != " + x
		} else if k == schema.Int {
			same = "int64(int(x)) != int64(x)"
		}
		p.dec.FailIf("baleOverflow", name, "n", "bits.UintSize == 32 && %s", same)
	}
	p.Line("%s = %s(%s)", to, p.Type(e.t), x)
}

// flat is what stands in four or eight bytes at n.
func (p *generator) flat(e *elem) string {
	return p.FromBits(e.basic, p.Type(e.t), func(bits, _ int) string { return p.message("baleGet%d(b, n)", bits) })
}

// getElems prints the reading of c elements of a list, which stand one behind the other and are known to be there.
func (p *generator) getElems(f *field, tag int) {
	p.dec.Limit(f.rules, "c", f.name)
	p.dec.Slice(f.expr, f.t, f.rules, "c", f.name)
	i := p.local("i")
	p.Line("for %s := range %s {\nn += %d", i, printer.Bare(f.expr), tag)
	x := f.expr + "[" + i + "]"
	inner := *f.elem
	inner.rules.Max = 0
	p.dec.Within(p.dec.Index(f.name, i), func() {
		if f.pointers {
			p.dec.Pointer(x, f.elem.t, "")
			x = "(*" + x + ")"
		}
		p.clean(f.elem, x)
		p.get(&inner, x, "", "Get")
	})
	p.Line("}")
}

// getPacked prints the reading of numbers that stand one behind the other: over what is there, or behind it.
func (p *generator) getPacked(f *field, more bool) {
	e, size, limit := f.elem, 1, "c"
	p.length(f.name)
	if p.counter("c"); e.Kind == plan.Float {
		size = e.basic.Bits() / 8
		p.dec.FailIf("baleMalformed", f.name, "n", "c = k / %d; c*%d != k", size, size)
	} else {
		p.packed(f.name)
	}
	list := printer.Bare(f.expr)
	if more {
		limit = "c+len(" + list + ")"
	}
	p.dec.Limit(e.rules, limit, f.name)
	if !more {
		p.dec.Slice(f.expr, f.t, f.rules, "c", f.name)
		p.getNumbers(f, f.expr)
		return
	}
	p.dec.Charge(e.t, "c", f.name)
	start := p.local("start")
	p.Line("%s := len(%s)\n%s = slices.Grow(%s, c)[:%s+c]", start, list, f.expr, list, start)
	p.getNumbers(f, fmt.Sprintf("%s[%s:]", f.expr, start))
}

// packed prints what sets m to the end of k bytes of numbers, and c to how many these are.
func (p *generator) packed(name string) {
	p.counter("c")
	p.Line("%s = n + k\nif c = d.numbers(n, m); c < 0 {", p.counter("m"))
	p.dec.Leave(name)
	p.Line("}")
}

// getNumbers prints the reading of all elements of a list or array, which are known to be there, up to m.
func (p *generator) getNumbers(f *field, list string) {
	e, i := f.elem, p.local("i")
	name := "to"
	loop := func() {
		p.Line("for %s, %s := 0, %s; %s < len(%s); %s++ {", i, name, list, i, name, i)
		p.dec.Within(p.dec.Index(f.name, i), func() {
			if e.Kind == plan.Float {
				p.Line("%s[%s] = %s\nn += %d", name, i, p.flat(e), e.basic.Bits()/8)
				return
			}
			p.load(e, "", "m")
			p.setNumber(e, name+"["+i+"]", "")
		})
		p.Line("}")
	}
	if f.shape == array {
		list += "[:]"
	}
	if e.Kind == plan.Float {
		p.bulk(p.message("n += baleLoadMemory(%s, b, n)", list), loop)
		return
	}
	loop()
}

// getArray prints the reading of an array: all of its elements, one behind the other. differs is the condition under
// which what is at n is no other one of them.
func (p *generator) getArray(f *field, tag int, differs string) {
	if f.packs() {
		if tag > 0 {
			p.Line("n += %d", tag)
		}
		p.length(f.name)
		if f.Kind == plan.Float {
			p.Line("if k != %d {", plan.Len(f.t)*f.basic.Bits()/8)
		} else {
			p.packed(f.name)
			p.Line("if c != %d {", plan.Len(f.t))
		}
		p.dec.Fail("baleMalformed", f.name, "n")
		p.Line("}")
		p.getNumbers(f, f.expr)
		return
	}
	p.Line("n += %d", tag)
	p.getApart(f, tag, differs)
}

// getApart is for elements that have a tag each, of which the first is read.
func (p *generator) getApart(f *field, tag int, differs string) {
	i := p.local("i")
	p.Line("for %s := range %s {", i, printer.Bare(f.expr))
	p.dec.Within(p.dec.Index(f.name, i), func() {
		p.Line("if %s > 0 {\nif %s {", i, differs)
		p.dec.Fail("baleTruncated", "", "n")
		p.Line("}\nn += %d\n}", tag)
		x := f.expr + "[" + i + "]"
		p.clean(f.elem, x)
		p.get(f.elem, x, "", "Get")
	})
	p.Line("}")
}

// getEntry prints the reading of an entry of a map.
func (p *generator) getEntry(f *field, name string) {
	pair := p.local("pair")
	p.Line("var %s %s", pair, f.msg.typ)
	p.get(f.elem, pair, name, "Get")
	if x := f.msg.fields[1]; x.shape == optional {
		p.Line("if %s.value == nil {\n%[1]s.value = new(%[2]s)\n}", pair, p.Type(x.elem.t))
	}
	p.Line("%s[%s.key] = %s.value", f.expr, pair, pair)
}

// limitEntries prints the check of how many entries a map has. Those with the same key count once.
func (p *generator) limitEntries(f *field) {
	p.dec.Limit(f.rules, "len("+printer.Bare(f.expr)+")", f.name)
}

// mergeField prints the cases of a field.
func (p *generator) mergeField(f *field) {
	if f.empty() {
		return
	}
	p.Line("case %d: // %s", f.tag(), f.name)
	e := f.elem
	switch f.shape {
	case single:
		p.get(e, f.expr, f.name, "Merge")
	case optional:
		p.dec.Pointer(f.expr, e.t, f.name)
		p.get(e, "(*"+f.expr+")", f.name, "Merge")
	case entries:
		p.dec.Charge(f.msg.t, "3", f.name) // a map that grows takes up to so many slots for an entry
		p.Line("if %[1]s == nil {\n%[1]s = make(%[2]s)\n}", f.expr, p.Type(f.t))
		p.getEntry(f, f.name)
		p.limitEntries(f)
	case array:
		n, value := tagBytes(f.tag())
		if f.packs() {
			p.getArray(f, 0, "")
			single := uint64(f.num)<<3 | uint64(f.wireType())
			p.Line("case %d: // %s, not packed", single, f.name)
			n, value = tagBytes(single)
		}
		p.getApart(f, n, p.otherTag(n, value))
	case list:
		if e.packs() {
			p.getPacked(f, true)
			p.Line("case %d: // %s, not packed", uint64(f.num)<<3|uint64(f.wireType()), f.name)
		}
		p.dec.Limit(e.rules, "len("+printer.Bare(f.expr)+")+1", f.name)
		p.dec.Charge(f.listElem(), "2", f.name) // append doubles
		p.Line("%s = append(%s, *new(%s))", f.expr, printer.Bare(f.expr), p.Type(f.listElem()))
		inner := *e
		inner.rules.Max = 0
		i := p.local("i")
		p.Line("%s := len(%s) - 1", i, printer.Bare(f.expr))
		x := f.expr + "[" + i + "]"
		if f.pointers {
			p.dec.Charge(e.t, "1", f.name)
			p.Line("%s = %s", x, p.dec.New(e.t))
			x = "(*" + x + ")"
		}
		p.dec.Within(p.dec.Index(f.name, i), func() { p.get(&inner, x, "", "Get") })
	}
}

// otherTag is the condition under which the tag at n is not these bytes, or nothing is behind it.
func (p *generator) otherTag(n int, value uint64) string {
	text := p.message("end-n <= %d", n)
	for i := range n {
		text += fmt.Sprintf(" || baleGet8(b, n+%d) != %#x", i, uint8(value>>(8*i)))
	}
	return strings.ReplaceAll(text, "n+0", "n")
}
