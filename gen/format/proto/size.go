package proto

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// boundFunc prints the Bound function, which returns an upper bound of the size of a message, unless the bound is a constant. Bound
// looks at lengths, and at numbers only in packed lists: on nested, it takes an eighth of the time of the exact size, and a twentieth
// of the time of encoding.
func (p *generator) boundFunc(m *message) {
	if _, ok := maxMessage(m); ok {
		return
	}
	sizer{p, m, false}.measure("// %[1]sBound%[2]s returns an upper bound of the size of v in bytes.\nfunc %[1]sBound%[2]s%[4]s(e *%[1]sEncoder, v *%[3]s) int64 {")
}

// sizeFunc prints the Measure function, which returns the exact size of a message.
func (p *generator) sizeFunc(m *message) {
	sizer{p, m, true}.measure("// %[1]sMeasure%[2]s returns the size of v in bytes.\nfunc %[1]sMeasure%[2]s%[4]s(e *%[1]sEncoder, v *%[3]s) int64 {")
}

// A sizer prints a function that adds up the size of a message: exact or an upper bound.
type sizer struct {
	*generator
	m     *message
	exact bool
}

// measure prints a function with the given head.
func (p sizer) measure(head string) {
	m := p.m
	p.head(head, m)
	p.reserve(m)
	p.SizeBody(m.Recursive, func() (fixed int) {
		if m.Union {
			p.sizeUnion()
		} else {
			p.sizeExtensions(m)
			fixed = p.sizeFields()
		}
		return fixed
	})
}

// sizeFields prints code that adds the sizes of all fields, and returns the constant part. Values of custom types are visited in the order in
// which they are written.
func (p sizer) sizeFields() (fixed int) {
	for i, s := range stretches(p.m) {
		for _, f := range s.values {
			fixed += p.sizeField(f)
		}
		if p.m.unknown != nil && i == p.m.unknownAfter {
			p.AddInt("len(%s)", p.m.unknown.Expr)
		}
		if s.oneof != nil {
			p.sizeOneof(s.oneof)
		}
	}
	return fixed
}

// sizeField prints code that adds the size of f to n. It returns the constant part, which is not added.
func (p sizer) sizeField(f *value) int {
	tag, _ := tagBytes(tag(f))
	if bound, ok := maxField(f); ok && !p.exact {
		return bound
	}
	if f.Rules.Unknown {
		p.AddInt("len(%s)", f.Expr)
		return 0
	}
	switch f.Kind {
	default:
		if f.Has != "" {
			p.AddBlock("if "+f.Has+" {", func() int { return p.sizePart(f, f.Expr, tag, true, "") })
			return 0
		}
		return p.sizePart(f, f.Expr, tag, !f.Omit, "")
	case plan.Pointer:
		x := p.local("x")
		p.SizedParts(f.Type, f.Expr)
		p.AddBlock(fmt.Sprintf("if %s := %s; %s {", x, f.Expr, f.isSet(x)), func() int { return p.sizePart(f, "(*"+x+")", tag, true, "") })
	case plan.List, plan.Array:
		p.sizeList(f, tag)
	case plan.Map:
		k, x, pair := p.local("k"), p.local("x"), p.local("pair")
		u := model.Underlying(f.Type).(*model.Map)
		keys := p.NewKeySet(u, f.Expr)
		head := fmt.Sprintf("for %s, %s := range %s {", k, x, f.Expr)
		if p.keeps(f) {
			list := p.KeepEntries(u, f.Expr)
			head = p.EntryLoop(list, k, x)
		}
		p.AddBlock(head, func() int {
			switch elem := f.Elem.Message.Values[1]; {
			case elem.Kind != plan.Pointer || elem.nilAbsent:
			case elem.nilEmpty:
				p.emptyForNil(elem, x)
			default:
				p.rejectNil(f, x, k)
			}
			p.Line("%s := %s{Key: %s, Value: %s}", pair, f.Elem.Message.GoType, k, x)
			keys.Begin()
			fixed := p.sizePart(f, pair, tag, true, "")
			if keys != nil {
				keys.Add(k)
				p.SizeErrorReturn("0", fmt.Sprintf("e.At(%q)", p.fieldName(f)))
			}
			return fixed
		})
	}
	return 0
}

// sizePart prints code that adds the size of one value of f to n, and returns the constant part. If the value may be refused, the
// printed code then returns on an error and adds the field to the error path. index is the variable of the enclosing loop, or "".
func (p sizer) sizePart(f *value, x string, tag int, always bool, index string) int {
	n := p.size(f.Elem, x, tag, always)
	if !p.m.Refusable || !fieldFails(f) {
		return n
	}
	name := p.fieldName(f)
	switch {
	case index != "":
		p.SizeErrorReturn("0", fmt.Sprintf("e.AtIndex(%q, %s)", name, index))
	case name == "":
		p.SizeErrorReturn("0")
	default:
		p.SizeErrorReturn("0", fmt.Sprintf("e.At(%q)", name))
	}
	return n
}

// fieldName returns the name of a field in the paths of errors, or "" if the Go type has no such field.
func (p sizer) fieldName(f *value) string {
	if isWrapper(p.m) || p.m.Entry {
		return ""
	}
	return f.Path
}

// rejectNil prints code that refuses a nil pointer in a list or map.
func (p sizer) rejectNil(f *value, x, index string) {
	leave := "break"
	if p.m.Refusable {
		leave = "return 0"
	}
	p.Line("if %s == nil {\ne.NilElement(%q, %s)\n%s\n}", x, p.m.GoType+"."+f.Path, index, leave)
}

// size prints code that adds the size of one value and its tag to n, and returns the constant part.
func (p sizer) size(e *value, x string, tag int, always bool) int {
	if bound, ok := maxValue(e); ok && !p.exact {
		return tag + bound
	}
	if e.nilable && !always {
		p.sizeNilable(e, x, tag)
		return 0
	}
	if e.Kind == plan.Custom {
		p.AddInt("e.SizeCustom(%s)", e.coder.marshal(p.generator, e, x))
		return tag
	}
	if e.Kind == plan.ByteArray {
		bound, _ := maxValue(e)
		return tag + bound
	}
	if e.Kind == plan.Fixed && always {
		return tag + e.Basic().Bits()/8
	}
	k := p.local("k")
	switch e.Kind {
	case plan.String, plan.Bytes:
		if !p.exact {
			p.Line("%s := len(%s)\nn += int64(%s + %s>>7)", k, printer.Unparen(x), k, k)
			return tag + 1
		}
		present := k + " > 0"
		if e.present {
			present = presence(e, x)
		}
		p.sizePresent(always, fmt.Sprintf("%s := len(%s)", k, printer.Unparen(x)), present, fmt.Sprintf("int64(%d + balevarint.Len(uint64(%s)) + %s)", tag, k, k))
	case plan.Integer:
		p.sizePresent(always, k+" := "+bits(e, x), k+" != 0", fmt.Sprintf("int64(%d + balevarint.Len(%s))", tag, k))
	case plan.Fixed:
		if isFloat(e) && e.noMinus {
			p.Line("if %s != 0 {\nn += %d\n}", printer.Unparen(x), tag+e.Basic().Bits()/8)
		} else {
			p.Line("if %s != 0 {\nn += %d\n}", bits(e, x), tag+e.Basic().Bits()/8)
		}
	case plan.Time:
		p.sizePresent(always, "", "!"+x+".IsZero()", fmt.Sprintf("int64(%d + baleproto.TimeLen(%s))", tag, x))
	case plan.Duration:
		p.sizePresent(always, "", x+" != 0", fmt.Sprintf("int64(%d + baleproto.SpanLen(int64(%s)))", tag, x))
	case plan.Complex:
		p.sizePresent(always, "", fmt.Sprintf("!baleproto.Nothing(complex128(%s))", x), fmt.Sprintf("int64(%d + baleproto.ComplexLen(complex128(%s)))", tag, x))
	case plan.Record:
		if e.group {
			call := map[bool]string{true: "Measure", false: "Bound"}[p.exact]
			p.Line("n += %s%s%s(e, %s)", title, call, e.Message.Name, printer.Addr(x))
			return 2 * tag
		}
		if !p.exact {
			more := k + ">>7"
			if e.Message.Recursive { // in 1,000 messages inside each other, k>>7 for each would add up to 2,400 times their size
				more = "min(" + more + ", 9)"
			}
			p.Line("%s := %sBound%s(e, %s)\nn += %s + %s", k, title, e.Message.Name, printer.Addr(x), k, more)
			return tag + prefix(e.Message)
		}
		p.sizePresent(always, fmt.Sprintf("%s := %sMeasure%s(e, %s)", k, title, e.Message.Name, printer.Addr(x)), k+" > 0", fmt.Sprintf("int64(%d + balevarint.Len(uint64(%s))) + %s", tag, k, k))
	}
	return 0
}

// sizePresent prints code that adds a size to n, always or under a condition. set is a statement before the condition, or "".
func (p *generator) sizePresent(always bool, set, condition, size string) {
	switch {
	case always:
		p.Line("%s\nn += %s", set, size)
	case set != "":
		p.Line("if %s; %s {\nn += %s\n}", set, condition, size)
	default:
		p.Line("if %s {\nn += %s\n}", condition, size)
	}
}

// sizeList is sizeField for a list or array. The upper bound, too, adds up the numbers in a list: with the maximum for each, it
// would be far too large.
func (p sizer) sizeList(f *value, tag int) {
	e, list := f.Elem, printer.Unparen(f.Expr)
	if empty(f) {
		return
	}
	indexed := f.Expr
	if f.Kind != plan.Array { // another goroutine may change the field
		indexed = p.local("list")
		p.Line("%s := %s", indexed, list)
		list = indexed
	}
	if packs(e) {
		k, x := p.local("k"), p.local("x")
		p.Line("if len(%s) > 0 {", list)
		switch {
		case e.Kind == plan.Fixed:
			p.Line("%s := %d * int64(len(%s))", k, e.Basic().Bits()/8, list)
		case numberBytes(e.Basic(), e.Rules.Sint) == 1:
			p.Line("%s := int64(len(%s))", k, list)
		default:
			p.Line("%s := int64(0)\nfor _, %s := range %s {\n%s += int64(balevarint.Len(%s))\n}", k, x, list, k, bits(e, x))
		}
		p.Line("n += int64(%d+balevarint.Len(uint64(%s))) + %s\n}", tag, k, k)
		if !p.exact { // one byte more may be reserved for the length than it takes
			p.Line("n++")
		}
		return
	}
	if f.Kind != plan.Array {
		p.SizedParts(f.Type, list)
	}
	i := p.local("i")
	x := indexed + "[" + i + "]"
	p.AddElems(list, i, func() int {
		if f.pointers {
			elem := p.local("x")
			p.Line("%s := %s", elem, x)
			if f.nilEmpty {
				p.emptyForNil(f, elem)
			} else {
				p.rejectNil(f, elem, i)
			}
			x = "(*" + elem + ")"
		}
		return p.sizePart(f, x, tag, true, i)
	})
}
