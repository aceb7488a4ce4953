package proto

import (
	"cmp"
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// union is the message of an interface: one field for each type that it may hold, in the order of the source, of which one
// is there, or none where it is nil.
func (p *planner) union(t *schema.Named) *message {
	key := p.Type(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: key, name: p.Name(t), t: t, union: true})
	if t.Alias {
		m.proto = cmp.Or(p.place, "Anonymous")
	}
	if p.numbers == nil {
		return m
	}
	members := p.Directives.Alternatives(t)
	for i, num := range p.Directives.Numbers(p.numbers, members) {
		p.place = p.messageName(m) + members.Fields[i].Name
		m.fields = append(m.fields, p.member(num, members.Fields[i]))
	}
	return m
}

// member is the field of a type that an interface may hold. One that is no value alone is wrapped, but for a pointer to
// a struct.
func (p *planner) member(num int, of *schema.Field) *field {
	f := &field{num: num, name: plan.Member(of.Type, p.Package), label: of.Name, t: of.Type, always: true}
	f.elem, f.pointers = p.pointee(of.Type, plan.Rules{})
	return f
}

// fails reports whether there are values of a field that cannot be written, beside strings that are not UTF-8.
func (f *field) fails() bool {
	return f.Kind == plan.Custom || f.pointers || f.msg != nil && (f.msg.fails() || f.msg.holds((*message).fails))
}

// fails is the same of the message itself, and not of those in it.
func (m *message) fails() bool {
	if m.recursive || m.union {
		return true
	}
	for _, f := range m.fields {
		if f.Kind == plan.Custom || f.pointers || m.entry && f.shape == optional {
			return true
		}
	}
	return false
}

// refused is the error of a message that cannot be written.
func (m *message) refused(t *schema.Named) string {
	if m.refusable {
		return fmt.Sprintf("baleProtoRefused(e.err, &e.baleFault, %q)", t.Name)
	}
	return "e.err"
}

// value is an expression for what is written of a member.
func (f *field) value(x string) string {
	if f.pointers {
		return "(*" + x + ")"
	}
	return x
}

// sizeUnion prints what adds the bytes of an interface to n.
func (p *generator) sizeUnion(m *message) {
	x := p.local("x")
	p.AddUnion("(*v)", m.t, x, func() {}, func(number int, _ schema.Type) int {
		f := m.fields[number-1]
		if f.pointers {
			p.Line("if %s == nil {\ne.refuse(%sErrNil)\ne.at(%q)\nreturn 0\n}", x, title, f.name)
		}
		tag, _ := tagBytes(f.tag())
		return p.sizePart(m, f, f.value(x), tag, true, "")
	})
}

// putUnion prints the writing of what an interface holds, even where that is zero: so it is known what it is.
func (p *generator) putUnion(m *message) {
	x := p.local("x")
	p.TypeSwitch("(*v)", m.t, x, func(number int, _ schema.Type) {
		f := m.fields[number-1]
		p.heading(f)
		if f.pointers {
			p.Line("if %s == nil {\nreturn e.changed(%q, n)\n}", x, m.typ)
		}
		p.putChecked(f, f.value(x), m.typ+"."+f.name)
	}, nil, nil)
}

// getUnion prints the end of the function that reads a message over what an interface holds. A pointer of the type that
// comes is used again; what is no pointer is made anew, so that a copy of the interface stays what it is.
func (p *generator) getUnion(m *message) {
	p.Line("if n >= end {")
	p.SetUnion("(*v)", m.t, "nil")
	p.Line("return n\n}")
	p.dec.Declared(func() {
		p.Line("tag := uint64(%s)\nif tag-8 < 0x78 && end-n > 1 {\nn++\n} else if tag, n = d.tag(n, end); n < 0 {\nreturn n\n}\nswitch tag {", p.message("baleGet8(b, n)"))
		for _, f := range m.fields {
			p.newMember(m, f)
		}
		p.Line("default:")
		p.SetUnion("(*v)", m.t, "nil")
		p.Line("if n = d.skip(n, end, tag); n < 0 {\nreturn n\n}\n}")
	})
	p.Line("if n < end {\nreturn %sMerge%s(d, n, end, v)\n}\nreturn n\n}\n", title, m.name)
}

// newMember prints the case of a type that comes first.
func (p *generator) newMember(m *message, f *field) {
	p.Line("case %d: // %s", f.tag(), f.name)
	x := p.local("x")
	p.dec.Member(x, p.Dynamic("(*v)", m.t), f.t, f.name)
	p.setMember(m, f, x, "Get")
}

// setMember prints the reading of a member into the variable x, and puts it into the interface.
func (p *generator) setMember(m *message, f *field, x, how string) {
	if f.pointers {
		p.dec.Pointer(x, f.elem.t, f.name)
	}
	p.get(f.elem, f.value(x), f.name, how)
	p.SetUnion("(*v)", m.t, x)
}

// mergeMember prints the case of a type that may have come before: the last one counts, and messages of one type are merged.
func (p *generator) mergeMember(m *message, f *field) {
	switch f.Kind {
	case plan.Record, plan.Time, plan.Duration, plan.Complex:
		p.Line("case %d: // %s", f.tag(), f.name)
		x := p.local("x")
		if !f.pointers {
			p.dec.Charge(f.t, "1", f.name)
		}
		p.Line("%s, _ := %s.(%s)", x, p.Dynamic("(*v)", m.t), p.Type(f.t))
		p.setMember(m, f, x, "Merge")
	default:
		p.newMember(m, f)
	}
}
