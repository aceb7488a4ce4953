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
	p.Func("// %[1]sGet%[2]s reads the message from n to end over v.\nfunc %[1]sGet%[2]s(d *%[1]sDecoder, n, end int, v *%[3]s) int {", title, m.name, m.typ)
	p.reserve()
	if m.union {
		p.getUnion(m)
		return
	}
	text := p.Capture(func() {
		for _, f := range m.fields {
			p.told(f)
			p.getField(f)
		}
	})
	p.variables(text)
	p.Line("%sif n < end {\nreturn %sMerge%s(d, n, end, v)\n}\nreturn n\n}\n", text, title, m.name)
}

// variables prints the declarations of what a text uses.
func (p *generator) variables(text string) {
	if strings.Contains(text, "(b, n") {
		p.Line("b := baleAll(d.b)")
	}
	var ints []string
	for _, x := range []string{"k", "m", "c"} {
		if strings.Contains(text, " "+x+", n = ") || strings.Contains(text, " "+x+" = d.") || strings.Contains(text, " "+x+" = k") || strings.Contains(text, "\n"+x+" = ") {
			ints = append(ints, x)
		}
	}
	if len(ints) > 0 {
		p.Line("var %s int", strings.Join(ints, ", "))
	}
	if strings.Contains(text, "x = uint64(") || strings.Contains(text, "x, n = ") {
		p.Line("var x uint64")
	}
}

// mergeFunc prints the function that reads fields in any order, and adds them to what is in v: of a number the last
// one stays, messages are merged, lists are appended to.
func (p *generator) mergeFunc(m *message) {
	p.Func("// %[1]sMerge%[2]s reads the fields from n to end, in any order, into what v has already.\nfunc %[1]sMerge%[2]s(d *%[1]sDecoder, n, end int, v *%[3]s) int {", title, m.name, m.typ)
	p.reserve()
	keeps := ""
	text := p.Capture(func() {
		for _, f := range m.fields {
			if f.shape == unknown {
				keeps = fmt.Sprintf("%[1]s = append(%[1]s, d.b[start:n]...)\n", f.expr)
				continue
			}
			if m.union {
				p.mergeMember(f)
			} else {
				p.mergeField(f)
			}
		}
	})
	start := ""
	if keeps != "" {
		start = "start := n\n"
	}
	p.variables(text)
	p.Line("for n < end {\n%svar tag uint64\nif tag, n = d.tag(n, end); n < 0 {\nreturn n\n}\nswitch tag {\n%sdefault:\nif n = d.skip(n, end, tag); n < 0 {\nreturn n\n}\n%s}\n}\nreturn n\n}\n", start, text, keeps)
}

// getField prints the reading of a field if it is the next one.
func (p *generator) getField(f *field) {
	if f.shape == unknown {
		p.Line("%s = %s[:0]", f.expr, f.expr)
		return
	}
	if f.hollow() {
		return
	}
	n, value := tagBytes(f.tag())
	if n > 2 { // as a switch does it: there are few such fields
		p.reset(f)
		return
	}
	// A field has a byte behind its tag, whatever it is.
	p.Line("if end-n > %d && baleGet%d(b, n) == %#x {", n, 8*n, value)
	switch f.shape {
	case single:
		p.Line("n += %d", n)
		p.clean(f.elem, f.expr)
		p.get(f.elem, f.expr, f.name, "Get")
	case optional:
		p.Line("n += %d\nif %s == nil {\n%s = %s\n}", n, f.expr, f.expr, p.one(f.elem.t))
		p.clean(f.elem, "*"+f.expr)
		p.get(f.elem, "(*"+f.expr+")", f.name, "Get")
	case array:
		p.getArray(f, n, fmt.Sprintf("end-n <= %d || baleGet%d(b, n) != %#x", n, 8*n, value))
	case table:
		p.Line("c = d.run(n, end, %d, %d)", n, value)
		p.afford(f, f.msg.t, "c")
		p.Line("if %[1]s == nil {\n%[1]s = make(%[2]s, c)\n} else {\nclear(%[1]s)\n}", f.expr, p.Type(f.t))
		i := p.local("i")
		p.Line("for %s := range c {\nn += %d", i, n)
		p.within(f.name, i, func() { p.getEntry(f) })
		p.Line("}")
	case list:
		if f.packs() {
			p.Line("n += %d", n)
			p.getPacked(f, false)
			break
		}
		p.Line("c = d.run(n, end, %d, %d)", n, value)
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

// one is a pointer to a zero value.
func (p *generator) one(t schema.Type) string {
	if p.Slab(t) >= 0 {
		return "&" + p.take(t, "1") + "[0]"
	}
	return "new(" + p.Type(t) + ")"
}

// reset prints what makes a field what it is in a message without it, and keeps the memory that it has.
func (p *generator) reset(f *field) {
	switch f.shape {
	case optional:
		p.Line("%s = nil", f.expr)
		return
	case list:
		p.Line("%s = %s[:0]", f.expr, f.expr)
		return
	case array:
		p.Line("%s = %s{}", f.expr, p.Type(f.t))
		return
	case table:
		p.Line("clear(%s)", f.expr)
		return
	}
	switch f.Kind {
	case plan.Integer, plan.Float:
		if f.basic == schema.Bool {
			p.Line("%s = false", f.expr)
		} else {
			p.Line("%s = 0", f.expr)
		}
	case plan.Duration, plan.Complex:
		p.Line("%s = 0", f.expr)
	case plan.String:
		p.Line("%s = \"\"", f.expr)
	case plan.Bytes:
		p.Line("%s = %s[:0]", f.expr, f.expr)
	case plan.Record: // its parts keep their memory
		p.Line("%sGet%s(d, n, n, %s)", title, f.msg.name, printer.Addr(f.expr))
	default:
		p.Line("%s = *new(%s)", f.expr, p.Type(f.t))
	}
}

// within prints the reading of element i of a field.
func (p *generator) within(name, i string, print func()) {
	p.fail = append(p.fail, fmt.Sprintf("d.atIndex(%q, %s)", name, i))
	print()
	p.fail = p.fail[:len(p.fail)-1]
}

// failed prints the end of a function that has found something wrong, which is noted.
func (p *generator) failed(name string) {
	if len(p.fail) == 0 {
		p.Line("return d.in(%q)", name)
		return
	}
	p.Line("%s\nreturn -1", p.fail[len(p.fail)-1])
}

// stop prints the end of a function that has found something wrong at n.
func (p *generator) stop(code, name string) {
	if len(p.fail) == 0 {
		p.Line("return d.stop(%s, %q, n)", code, name)
		return
	}
	p.Line("d.stop(%s, \"\", n)\n%s\nreturn -1", code, p.fail[len(p.fail)-1])
}

// afford prints the check of what as many elements of a list take.
func (p *generator) afford(f *field, t schema.Type, count string) {
	p.Line("if !baleAfford(&d.memory, uint64(%s), %d) {", count, max(1, plan.Memory(t)))
	p.stop("baleTooLarge", f.name)
	p.Line("}")
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
		p.Line("if end-n < %d {", size)
		p.stop("baleTruncated", name)
		p.Line("}\n%s = %s\nn += %d", x, p.flat(e), size)
		return
	}
	p.length(name)
	switch e.Kind {
	case plan.String:
		p.getText(e, x, name)
	case plan.Bytes:
		if e.rules.Max > 0 {
			p.limit(e, "k", name)
		}
		if e.rules.Own {
			p.Line("%s = append(%s[:0], d.b[n:n+k]...)\nn += k", x, x)
		} else {
			p.Line("%s = %sBytes(d, %s, n, k)\nn += k", x, title, printer.Bare(x))
		}
	case plan.ByteArray:
		p.Line("if k != len(%s) {", printer.Bare(x))
		p.stop("baleMalformed", name)
		p.Line("}\ncopy(%s[:], d.b[n:n+%d])\nn += k", x, schema.Underlying(e.t).(*schema.Array).Len)
	case plan.Custom:
		if p.Marshals(e.t) == "Text" {
			p.checkText(name)
		}
		p.Line("if err := %s.Unmarshal%s(d.b[n:n+k:n+k]); err != nil {\nd.cause = err", x, p.Marshals(e.t))
		p.stop("baleMalformed", name)
		p.Line("}\nn += k")
	case plan.Time:
		p.Line("if n = d.time(n, n+k, %s); n < 0 {", printer.Addr(x))
		p.failed(name)
		p.Line("}")
	case plan.Duration:
		p.Line("if n = d.span(n, n+k, (*int64)(%s)); n < 0 {", printer.Addr(x))
		p.failed(name)
		p.Line("}")
	case plan.Complex:
		bits := schema.Underlying(e.t).(*schema.Basic).Kind.Bits()
		p.Line("if n = d.complex%d(n, n+k, (*complex%d)(%s)); n < 0 {", bits, bits, printer.Addr(x))
		p.failed(name)
		p.Line("}")
	case plan.Record:
		if e.msg.recursive {
			p.Line("if d.depth++; d.depth > baleMostDepth {")
			p.stop("baleTooDeep", name)
			p.Line("}")
		}
		p.Line("if n = %s%s%s(d, n, n+k, %s); n < 0 {", title, how, e.msg.name, printer.Addr(x))
		p.failed(name)
		p.Line("}")
		if e.msg.recursive {
			p.Line("d.depth--")
		}
	}
}

// length prints the reading of how many bytes come, which are there, into k.
func (p *generator) length(name string) {
	p.Line("if k = int(baleGet8(b, n)); k < 0x80 && k < end-n {\nn++\n} else if k, n = d.length(n, end); n < 0 {")
	p.failed(name)
	p.Line("}")
}

// getText prints the reading of a string of k bytes.
func (p *generator) getText(e *elem, x, name string) {
	p.limit(e, "k", name)
	p.checkText(name)
	s := "d.oneString(n, k)"
	switch {
	case e.rules.Intern:
		s = "d.intern(d.b[n:n+k])"
	case e.rules.Own:
		s = "string(d.b[n:n+k])"
	}
	if _, named := e.t.(*schema.Named); named {
		s = p.Type(e.t) + "(" + s + ")"
	}
	p.Line("%s = %s\nn += k", x, s)
}

// checkText prints the check of a string of k bytes.
func (p *generator) checkText(name string) {
	p.Line("if !%[1]sASCII(b, n, n+k) && !utf8.Valid(d.b[n:n+k]) {\nd.cause = %[1]sNotUTF8", title)
	p.stop("baleMalformed", name)
	p.Line("}")
}

// limit prints the check of a length against what the source says that it may be.
func (p *generator) limit(e *elem, k, name string) {
	if e.rules.Max > 0 {
		p.Line("if %s > %d {", k, e.rules.Max)
		p.stop("baleTooLong", name)
		p.Line("}")
	}
}

// load prints what sets x to the number at n.
func (p *generator) load(e *elem, name, end string) {
	if e.basic.Bits() == 8 && e.basic != schema.Bool && (e.basic.Unsigned() || e.rules.Sint) {
		p.Line("if x, n = d.short(b, n, %s); n < 0 {", end) // one byte or two, which nobody foresees
	} else {
		p.Line("if x = uint64(baleGet8(b, n)); x < 0x80 {\nn++\n} else if x, n = d.varint(n, %s); n < 0 {", end)
	}
	p.failed(name)
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
		p.stop("baleOverflow", name)
		p.Line("}\n%s = %s(%s)", to, p.Type(e.t), wide)
		return
	}
	if k == schema.Int || k == schema.Uint || k == schema.Uintptr {
		same := "uint64(" + k.String() + "(x)) != x"
		if e.rules.Sint {
			same = "int64(int(" + x + ")) != " + x
		} else if k == schema.Int {
			same = "int64(int(x)) != int64(x)"
		}
		p.Line("if bits.UintSize == 32 && %s {", same)
		p.stop("baleOverflow", name)
		p.Line("}")
	}
	p.Line("%s = %s(%s)", to, p.Type(e.t), x)
}

// flat is what stands in four or eight bytes at n.
func (p *generator) flat(e *elem) string {
	x := fmt.Sprintf("baleGet%d(b, n)", e.basic.Bits())
	switch e.basic {
	case schema.Float64:
		x = "math.Float64frombits(" + x + ")"
	case schema.Float32:
		x = "math.Float32frombits(" + x + ")"
	}
	return p.Type(e.t) + "(" + x + ")"
}

// getElems prints the reading of c elements of a list, which stand one behind the other and are known to be there.
func (p *generator) getElems(f *field, tag int) {
	t := f.listElem()
	p.limit(f.elem, "c", f.name)
	p.afford(f, t, "c")
	p.Line("if cap(%[1]s) >= c {\n%[1]s = %[1]s[:c]\n} else {\n%[1]s = %[2]s\n}", f.expr, p.take(t, "c"))
	i := p.local("i")
	p.Line("for %s := range %s {\nn += %d", i, printer.Bare(f.expr), tag)
	x := f.expr + "[" + i + "]"
	inner := *f.elem
	inner.rules.Max = 0
	p.within(f.name, i, func() {
		if f.pointers {
			p.Line("if %s == nil {", x)
			p.afford(f, f.elem.t, "1")
			p.Line("%s = %s\n}", x, p.one(f.elem.t))
			x = "(*" + x + ")"
		}
		p.clean(f.elem, x)
		p.get(&inner, x, "", "Get")
	})
	p.Line("}")
}

// getPacked prints the reading of numbers that stand one behind the other: over what is there, or behind it.
func (p *generator) getPacked(f *field, more bool) {
	e := f.elem
	p.length(f.name)
	size := 1
	switch {
	case e.Kind == plan.Float:
		size = e.basic.Bits() / 8
		p.Line("if c = k / %d; c*%d != k {", size, size)
		p.stop("baleMalformed", f.name)
		p.Line("}")
	default:
		p.Line("m = n + k\nif c = d.numbers(n, m); c < 0 {")
		p.failed(f.name)
		p.Line("}")
	}
	limit := "c"
	if more {
		limit = "c+len(" + printer.Bare(f.expr) + ")"
	}
	p.limit(e, limit, f.name)
	if plan.Memory(e.t) > size {
		p.afford(f, e.t, "c")
	}
	list := printer.Bare(f.expr)
	rest := f.expr
	if more {
		start := p.local("start")
		p.Line("%s := len(%s)\n%s = slices.Grow(%s, c)[:%s+c]", start, list, f.expr, list, start)
		rest = fmt.Sprintf("%s[%s:]", f.expr, start)
	} else {
		p.Line("if cap(%[1]s) >= c {\n%[1]s = %[1]s[:c]\n} else {\n%[1]s = %[2]s\n}", f.expr, p.take(e.t, "c"))
	}
	p.getNumbers(f, rest)
}

// getNumbers prints the reading of all elements of a list or array, which are known to be there, up to m.
func (p *generator) getNumbers(f *field, list string) {
	e, i := f.elem, p.local("i")
	name := "to"
	loop := func() {
		p.Line("for %s, %s := 0, %s; %s < len(%s); %s++ {", i, name, list, i, name, i)
		p.within(f.name, i, func() {
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
		p.bulk(fmt.Sprintf("n += baleLoadMemory(%s, b, n)", list), loop)
		return
	}
	loop()
}

// getArray prints the reading of an array: all of its elements, one behind the other. differs is the condition under
// which what is at n is no other one of them.
func (p *generator) getArray(f *field, tag int, differs string) {
	count := schema.Underlying(f.t).(*schema.Array).Len
	if f.packs() {
		if tag > 0 {
			p.Line("n += %d", tag)
		}
		p.length(f.name)
		if f.Kind == plan.Float {
			p.Line("if k != %d {", int(count)*f.basic.Bits()/8)
			p.stop("baleMalformed", f.name)
		} else {
			p.Line("m = n + k\nif c = d.numbers(n, m); c < 0 {")
			p.failed(f.name)
			p.Line("}\nif c != %d {", count)
			p.stop("baleMalformed", f.name)
		}
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
	p.within(f.name, i, func() {
		p.Line("if %s > 0 {\nif %s {", i, differs)
		p.stop("baleTruncated", "")
		p.Line("}\nn += %d\n}", tag)
		x := f.expr + "[" + i + "]"
		p.clean(f.elem, x)
		p.get(f.elem, x, "", "Get")
	})
	p.Line("}")
}

// getEntry prints the reading of an entry of a map.
func (p *generator) getEntry(f *field) {
	pair := p.local("pair")
	p.Line("var %s %s", pair, f.msg.typ)
	p.get(f.elem, pair, f.name, "Get")
	if x := f.msg.fields[1]; x.shape == optional {
		p.Line("if %s.Value == nil {\n%[1]s.Value = new(%[2]s)\n}", pair, p.Type(x.elem.t))
	}
	p.Line("%s[%s.Key] = %s.Value", f.expr, pair, pair)
}

// mergeField prints the cases of a field.
func (p *generator) mergeField(f *field) {
	if f.hollow() {
		return
	}
	p.Line("case %d: // %s", f.tag(), f.name)
	e := f.elem
	switch f.shape {
	case single:
		p.get(e, f.expr, f.name, "Merge")
	case optional:
		p.Line("if %s == nil {\n%s = %s\n}", f.expr, f.expr, p.one(e.t))
		p.get(e, "(*"+f.expr+")", f.name, "Merge")
	case table:
		p.afford(f, f.msg.t, "1")
		p.Line("if %[1]s == nil {\n%[1]s = make(%[2]s)\n}", f.expr, p.Type(f.t))
		p.getEntry(f)
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
		p.limit(e, "len("+printer.Bare(f.expr)+")+1", f.name)
		p.afford(f, f.listElem(), "1")
		p.Line("%s = append(%s, *new(%s))", f.expr, printer.Bare(f.expr), p.Type(f.listElem()))
		inner := *e
		inner.rules.Max = 0
		i := p.local("i")
		p.Line("%s := len(%s) - 1", i, printer.Bare(f.expr))
		x := f.expr + "[" + i + "]"
		if f.pointers {
			p.afford(f, e.t, "1")
			p.Line("%s = %s", x, p.one(e.t))
			x = "(*" + x + ")"
		}
		p.within(f.name, i, func() { p.get(&inner, x, "", "Get") })
	}
}

// otherTag is the condition under which the tag at n is not these bytes, or nothing is behind it.
func (p *generator) otherTag(n int, value uint64) string {
	text := fmt.Sprintf("end-n <= %d", n)
	for i := range n {
		text += fmt.Sprintf(" || baleGet8(b, n+%d) != %#x", i, uint8(value>>(8*i)))
	}
	return strings.ReplaceAll(text, "n+0", "n")
}
