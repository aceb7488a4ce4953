package proto

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
)

// boundFunc prints the function that says how many bytes a message takes at most, if that is no constant. It looks at
// the lengths of what has one, and not at numbers: on nested it takes an eighth of the time of the exact size, and a twentieth of what it takes to write.
func (p *generator) boundFunc(m *message) {
	if _, ok := m.most(); ok {
		return
	}
	p.exact = false
	p.measure(m, "// %[1]sBound%[2]s is how many bytes v takes at most.\nfunc %[1]sBound%[2]s(e *%[1]sEncoder, v *%[3]s) int {")
}

// sizeFunc prints the function that says how many bytes a message takes.
func (p *generator) sizeFunc(m *message) {
	p.exact = true
	p.measure(m, "// %[1]sMeasure%[2]s is how many bytes v takes.\nfunc %[1]sMeasure%[2]s(e *%[1]sEncoder, v *%[3]s) int {")
}

func (p *generator) measure(m *message, head string) {
	p.Func(head, title, m.name, m.typ)
	p.reserve()
	if m.recursive {
		p.Line("if !e.enter() {\nreturn 0\n}")
	}
	constant := 0
	text := p.Capture(func() {
		if m.union {
			p.sizeUnion(m)
			return
		}
		for _, f := range m.fields {
			constant += p.sizeField(m, f)
		}
	})
	p.Line("n := %d\n%s", constant, text)
	if m.recursive {
		p.Line("e.depth--")
	}
	p.Line("return n\n}\n")
}

// sizeField prints what adds the bytes of a field to n, and returns those that there are always.
func (p *generator) sizeField(m *message, f *field) int {
	tag, _ := tagBytes(f.tag())
	if most, ok := f.most(); ok && !p.exact {
		return most
	}
	switch f.shape {
	case single:
		n := p.size(f.elem, f.expr, tag, f.always)
		p.traced(m, f, "")
		return n
	case optional:
		p.inside("if "+f.expr+" != nil {", func() int {
			n := p.size(f.elem, "(*"+f.expr+")", tag, true)
			p.traced(m, f, "")
			return n
		})
	case list, array:
		p.sizeList(m, f, tag)
	case table:
		k, x, pair := p.local("k"), p.local("x"), p.local("pair")
		p.inside(fmt.Sprintf("for %s, %s := range %s {\n%s := %s{%s, %s}", k, x, f.expr, pair, f.msg.typ, k, x), func() int {
			if f.msg.fields[1].shape == optional {
				p.Line("if %s == nil {\ne.hole(%q, %s)\n%s\n}", x, m.typ+"."+f.name, k, m.leave())
			}
			n := p.size(f.elem, pair, tag, true)
			p.traced(m, f, "")
			p.Line("_ = %s", pair)
			return n
		})
	case unknown:
		p.Line("n += len(%s)", f.expr)
	}
	return 0
}

// inside prints what size prints, in a block, and the addition of what it returns.
func (p *generator) inside(head string, size func() int) {
	constant := 0
	text := p.Capture(func() { constant = size() })
	p.Line("%s", head)
	if constant > 0 {
		p.Line("n += %d", constant)
	}
	p.Line("%s}", text)
}

// size is sizeField for one value.
func (p *generator) size(e *elem, x string, tag int, always bool) int {
	if most, ok := e.most(); ok && !p.exact {
		return tag + most
	}
	if e.Kind == plan.Custom {
		p.Line("n += e.sizeBlob(%s.Marshal%s())", x, p.Marshals(e.t))
		return tag
	}
	if e.Kind == plan.ByteArray {
		most, _ := e.most()
		return tag + most
	}
	if e.Kind == plan.Float && always {
		return tag + e.basic.Bits()/8
	}
	k := p.local("k")
	switch e.Kind {
	case plan.String, plan.Bytes:
		if !p.exact {
			p.Line("%s := len(%s)\nn += %s + %s>>7", k, printer.Bare(x), k, k)
			return tag + 1
		}
		p.Line("if %s := len(%s); %s {\nn += %d + baleVarintLen(uint64(%s)) + %s\n}", k, printer.Bare(x), or(always, k+" > 0"), tag, k, k)
	case plan.Integer:
		p.Line("if %s := %s; %s {\nn += %d + baleVarintLen(%s)\n}", k, bits(e, x), or(always, k+" != 0"), tag, k)
	case plan.Float:
		p.Line("if %s != 0 {\nn += %d\n}", bits(e, x), tag+e.basic.Bits()/8)
	case plan.Time:
		p.Line("if %s {\nn += %d + %sTimeLen(%s)\n}", or(always, "!"+x+".IsZero()"), tag, title, x)
	case plan.Duration:
		p.Line("if %s {\nn += %d + %sSpanLen(int64(%s))\n}", or(always, x+" != 0"), tag, title, x)
	case plan.Complex:
		p.Line("if %s {\nn += %d + %sComplexLen(complex128(%s))\n}", or(always, fmt.Sprintf("!%sNothing(complex128(%s))", title, x)), tag, title, x)
	case plan.Record:
		if !p.exact {
			p.Line("%s := %sBound%s(e, %s)\nn += %s + %s>>7", k, title, e.msg.name, printer.Addr(x), k, k)
			return tag + e.msg.guess()
		}
		p.Line("if %s := %sMeasure%s(e, %s); %s {\nn += %d + baleVarintLen(uint64(%s)) + %s\n}", k, title, e.msg.name, printer.Addr(x), or(always, k+" > 0"), tag, k, k)
	}
	return 0
}

func or(always bool, condition string) string {
	if always {
		return "true"
	}
	return condition
}

// sizeList is sizeField for a list or array. Numbers in a list are looked at for the bound, too: it would be far off.
func (p *generator) sizeList(m *message, f *field, tag int) {
	e, list := f.elem, printer.Bare(f.expr)
	if f.hollow() {
		return
	}
	if e.packs() {
		k, x := p.local("k"), p.local("x")
		p.Line("if len(%s) > 0 {", list)
		switch {
		case e.Kind == plan.Float:
			p.Line("%s := %d * len(%s)", k, e.basic.Bits()/8, list)
		case numberBytes(e.basic, e.rules.Sint) == 1:
			p.Line("%s := len(%s)", k, list)
		default:
			p.Line("%s := 0\nfor _, %s := range %s {\n%s += baleVarintLen(%s)\n}", k, x, list, k, bits(e, x))
		}
		p.Line("n += %d + baleVarintLen(uint64(%s)) + %s\n}", tag, k, k)
		if !p.exact { // the length may be guessed longer than it is
			p.Line("n++")
		}
		return
	}
	constant := 0
	i := p.local("i")
	x := f.expr + "[" + i + "]"
	text := p.Capture(func() {
		if f.pointers {
			p.Line("if %s == nil {\ne.hole(%q, %s)\n%s\n}", x, m.typ+"."+f.name, i, m.leave())
			x = "(*" + x + ")"
		}
		constant = p.size(e, x, tag, true)
		p.traced(m, f, i)
	})
	if constant > 0 {
		p.Line("n += %d * len(%s)", constant, list)
	}
	if text != "" {
		p.Line("for %s := range %s {\n%s}", i, list, text)
	}
}
