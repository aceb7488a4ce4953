package proto

import (
	"cmp"
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// unionMessage returns the message of an interface: it has one field for each member of the union, in the order of the source. At most
// one field is present; none means nil.
func (p *planner) unionMessage(t *schema.Named) *message {
	key := p.Type(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: key, name: p.Name(t), t: t, union: true})
	if t.Alias {
		m.proto = cmp.Or(p.anonName, "Anonymous")
	}
	if p.numbers == nil {
		return m
	}
	members := p.Directives.Alternatives(t)
	for i, num := range p.Directives.Numbers(p.numbers, members) {
		p.anonName = p.messageName(m) + members.Fields[i].Name
		m.fields = append(m.fields, p.member(num, members.Fields[i]))
	}
	return m
}

// member returns the field of a union member. A list, map, array or pointer is wrapped in a message, except a pointer to a struct.
func (p *planner) member(num int, decl *schema.Field) *field {
	f := &field{num: num, name: plan.MemberPath(decl.Type, p.Package), label: decl.Name, t: decl.Type, always: true}
	f.elem, f.pointers = p.pointee(decl.Type, plan.Rules{})
	return f
}

// fails reports whether encoding a value of f may fail, other than for a string that is not UTF-8.
func (f *field) fails() bool {
	return f.Kind == plan.Custom || f.pointers || f.msg != nil && (f.msg.fails() || f.msg.holds((*message).fails))
}

// fails reports the same for m, apart from nested messages.
func (m *message) fails() bool {
	if m.recursive || m.union || m.merges {
		return true
	}
	for _, f := range m.fields {
		if f.Kind == plan.Custom || f.pointers || m.entry && f.cardinality == optional {
			return true
		}
	}
	return false
}

// refused returns an expression for the error of encoding root t, whose message is m.
func (m *message) refused(t *schema.Named) string {
	if m.refusable {
		return fmt.Sprintf("baleRefused(e.err, &e.baleFault, %q)", t.Name)
	}
	return "e.err"
}

// value returns an expression for the value that is written for union member x: its target if it is a pointer.
func (f *field) value(x string) string {
	if f.pointers {
		return "(*" + x + ")"
	}
	return x
}

// sizeUnion prints code that adds the size of an interface value to n.
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

// putUnion prints code that writes the value in an interface. A zero value is written, too, so that the message identifies its type.
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

// getUnion prints the rest of the Get function of a union. A pointer in the interface is decoded into if it has the right type.
// Other values are new, so that copies of the interface do not change.
func (p *generator) getUnion(m *message) {
	p.Line("if n >= end {")
	p.SetUnion("(*v)", m.t, "nil")
	p.Line("return n\n}")
	p.dec.Declared(func() {
		p.Line("tag := uint64(%s)\nif tag-8 < 0x78 && end-n > 1 {\nn++\n} else if tag, n = d.tag(n, end); n < 0 {\nreturn %s\n}\nswitch tag {", p.withBuffer("baleGet8(b, n)"), m.endsAfter())
		for _, f := range m.fields {
			p.newMember(m, f)
		}
		p.Line("default:")
		p.SetUnion("(*v)", m.t, "nil")
		p.Line("if n = d.skip(n, end, tag); n < 0 {\nreturn n\n}\n}")
	})
	p.Line("if n < end {\nreturn %sMerge%s(d, n, end, v)\n}\nreturn n\n}\n", title, m.name)
}

// newMember prints the case of a member that replaces the value of the interface.
func (p *generator) newMember(m *message, f *field) {
	p.Line("case %d: // %s", f.tag(), f.name)
	x := p.local("x")
	p.dec.DeclareMember(x, p.AsInterface("(*v)", m.t), f.t, f.name)
	p.setMember(m, f, x, "Get")
}

// setMember prints code that decodes a member into the variable x and assigns x to the interface.
func (p *generator) setMember(m *message, f *field, x, how string) {
	if f.pointers {
		p.dec.MakePointer(x, f.elem.t, f.name)
	}
	p.get(f.elem, f.value(x), f.name, how)
	p.SetUnion("(*v)", m.t, x)
}

// mergeMember prints the case of a member in the switch of Merge. The last member wins; messages of the same type are merged.
func (p *generator) mergeMember(m *message, f *field) {
	switch f.Kind {
	case plan.Record, plan.Time, plan.Duration, plan.Complex:
		p.Line("case %d: // %s", f.tag(), f.name)
		x := p.local("x")
		if !f.pointers {
			p.dec.Charge(f.t, "1", f.name)
		}
		p.Line("%s, _ := %s.(%s)", x, p.AsInterface("(*v)", m.t), p.Type(f.t))
		p.setMember(m, f, x, "Merge")
	default:
		p.newMember(m, f)
	}
}
