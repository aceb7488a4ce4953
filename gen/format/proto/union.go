package proto

import (
	"cmp"
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// unionMessage returns the message of an interface: it has one field for each member of the union, in the order of the source. At most
// one field is present; none means nil.
func (p *planner) unionMessage(t *model.Named) *message {
	key := p.Type(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{dialect: structs{}, GoType: key, Name: p.Name(t), Type: t, Union: true})
	if t.Alias {
		m.Label = cmp.Or(p.anonName, "Anonymous")
	}
	if p.numbers == nil {
		return m
	}
	members := p.Directives.Alternatives(t)
	for i, num := range p.Directives.Numbers(p.numbers, members) {
		p.anonName = p.messageName(m) + members.Fields[i].Name
		m.Values = append(m.Values, p.member(num, members.Fields[i]))
	}
	return m
}

// member returns the field of a union member. A list, map, array or pointer is wrapped in a message, except a pointer to a struct.
func (p *planner) member(num int, decl *model.Field) *value {
	f := p.numbered(num, plan.MemberPath(decl.Type, p.Package), "", decl.Type)
	f.Field.Name = decl.Name
	f.Elem, f.pointers = p.pointee(decl.Type, plan.Rules{})
	f.Kind, f.nilEmpty = f.Elem.Kind, isDeclared(f.Elem)
	return f
}

// fieldFails reports whether encoding a value of f may fail, other than for a string that is not UTF-8.
func fieldFails(f *value) bool {
	return f.Elem.Kind == plan.Custom || rejectsNil(f) || f.Elem.Message != nil && (messageFails(f.Elem.Message) || holds(f.Elem.Message, messageFails))
}

// messageFails reports the same for m, apart from nested messages.
func messageFails(m *message) bool {
	if m.Recursive || m.Union || m.Merges {
		return true
	}
	for _, f := range fieldsOf(m) {
		if f.Elem.Kind == plan.Custom || rejectsNil(f) || m.Entry && f.Kind == plan.Pointer && !f.nilEmpty {
			return true
		}
	}
	return false
}

// rejectsNil reports whether a nil element of the list f, or a nil pointer in the union member f, is an error.
func rejectsNil(f *value) bool { return f.pointers && !f.nilEmpty }

// refused returns an expression for the error of encoding root t, whose message is m.
func refused(m *message, t *model.Named, err string) string {
	if m.Refusable {
		return fmt.Sprintf("balecore.Refused(%s, &e.Fault, %q)", err, t.Name)
	}
	return err
}

// target returns an expression for the value that is written for union member x: its target if it is a pointer.
func target(f *value, x string) string {
	if f.pointers {
		return "(*" + x + ")"
	}
	return x
}

// sizeUnion prints code that adds the size of an interface value to n.
func (p sizer) sizeUnion() {
	m := p.m
	x := p.local("x")
	p.AddUnion("(*v)", m.Type, x, func() {}, func(number int, _ model.Type) int {
		f := m.Values[number-1]
		if f.pointers {
			p.Line("if %s == nil {\ne.RefuseNil()\ne.At(%q)\nreturn 0\n}", x, f.Path)
		}
		tag, _ := tagBytes(tag(f))
		return p.sizePart(f, target(f, x), tag, true, "")
	})
}

// putUnion prints code that writes the value in an interface. A zero value is written, too, so that the message identifies its type. The size
// function has refused types outside of the union, so a value of another type has changed since.
func (p *generator) putUnion(m *message) {
	x := p.local("x")
	p.TypeSwitch("(*v)", m.Type, x, func(number int, _ model.Type) {
		f := m.Values[number-1]
		p.heading(f)
		p.WrittenParts(m.Type, fmt.Sprint(number))
		if f.pointers {
			p.Line("if %s == nil {\nreturn e.Changed(%q, n)\n}", x, m.GoType)
		}
		p.putChecked(f, target(f, x), m.GoType+"."+f.Path)
	}, func() { p.WrittenParts(m.Type, "0") }, func() { p.Line("return e.Changed(%q, n)", m.GoType) })
}

// getUnion prints the rest of the Get function of a union. A pointer in the interface is decoded into if it has the right type.
// Other values are new, so that copies of the interface do not change.
func (p *generator) getUnion(m *message) {
	p.Line("if n >= end {")
	p.SetUnion("(*v)", m.Type, "nil")
	p.Line("return n\n}")
	p.dec.Declared(func() {
		p.Line("tag := uint64(%s)\nif tag-8 < 0x78 && end-n > 1 {\nn++\n} else if tag, n = d.Tag(n, end); n < 0 {\nreturn %s\n}\nswitch tag {", p.withBuffer("balecore.Get8(b, n)"), endsAfter(m))
		for _, f := range m.Values {
			p.newMember(m, f)
		}
		p.Line("default:")
		p.SetUnion("(*v)", m.Type, "nil")
		p.Line("if n = d.Skip(n, end, tag); n < 0 {\nreturn n\n}\n}")
	})
	p.Line("if n < end {\nreturn %s\n}\nreturn n\n}\n", p.mergeCall(m, "n, end, v", "0"))
}

// newMember prints the case of a member that replaces the value of the interface.
func (p *generator) newMember(m *message, f *value) {
	p.Line("case %d: // %s", tag(f), f.Path)
	x := p.local("x")
	p.dec.DeclareMember(x, p.AsInterface("(*v)", m.Type), f.Type, f.Path)
	if f.pointers {
		p.renew(f.Elem, x)
	}
	p.setMember(m, f, x, "Get")
}

// setMember prints code that decodes a member into the variable x and assigns x to the interface.
func (p *generator) setMember(m *message, f *value, x, how string) {
	switch {
	case !f.pointers:
	case how == "Get":
		p.dec.MakePointer(x, f.Elem.Type, f.Path)
	default:
		p.dec.KeepPointer(x, f.Elem.Type, f.Path)
	}
	p.get(f.Elem, target(f, x), f.Path, how)
	p.SetUnion("(*v)", m.Type, x)
}

// mergeMember prints the case of a member in the switch of Merge. The last member wins; messages of the same type are merged.
func (p *generator) mergeMember(m *message, f *value) {
	switch f.Elem.Kind {
	case plan.Record, plan.Time, plan.Duration, plan.Complex:
		p.Line("case %d: // %s", tag(f), f.Path)
		x := p.local("x")
		if !f.pointers {
			p.dec.Charge(f.Type, "1", f.Path)
		}
		p.Line("%s, _ := %s.(%s)", x, p.AsInterface("(*v)", m.Type), p.Type(f.Type))
		p.setMember(m, f, x, "Merge")
	default:
		p.newMember(m, f)
	}
}
