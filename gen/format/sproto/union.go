package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// members returns the parts of a union: one field for each member. A member is encoded like a list element, except that integers and
// booleans may be in the header word.
func (p *generator) members(t schema.Type) []*part {
	var list []*part
	numbers := p.Directives.Numbers(numbering, p.Directives.Alternatives(t))
	for i, m := range plan.Members(t) {
		list = append(list, &part{tag: numbers[i], expr: "x", path: plan.MemberPath(m, p.Package), typ: m})
	}
	return list
}

// errorPath prints the error return of a Measure function after a part that may fail, if errors have a path.
func (p *generator) errorPath(fails bool, path, at string) {
	if !p.paths || !fails {
		return
	}
	field := ""
	if path != "" {
		field = fmt.Sprintf("e.at(%q)", path)
	}
	p.SizeErrorReturn("0", field, at)
}

// sizeMembers prints code that adds the size of the present member to n.
func (p *generator) sizeMembers(m *structure) {
	p.AddUnion("(*v)", m.typ, "x", func() {}, func(number int, t schema.Type) int {
		x := m.parts[number-1]
		fixed := 2
		if x.tag > 0 {
			fixed += 2 // the word that skips the tags before
		}
		switch p.kind(t) {
		case plan.Bool:
		case plan.Integer:
			p.sizeInteger(x.expr, t)
		default:
			fixed += p.sizeElem(x.expr, t, x.path, "")
		}
		return fixed
	})
}

// putMembers prints code that writes the words and the data of the present member. A zero or empty member is written, too.
func (p *generator) putMembers(m *structure) {
	clause := func(number int, t schema.Type) {
		x := m.parts[number-1]
		width := 0
		if p.kind(t) == plan.Integer {
			width, _ = p.width(t)
		}
		p.check(6+width, emit.Length{}, m.path(x.path))
		if word := p.wordOf(x.expr, t); x.tag == 0 {
			p.Line("balePut16(b, n, 1)\nbalePut16(b, n+2, %s)\nn += 4", word)
		} else {
			p.Line("balePut16(b, n, 2)\nbalePut16(b, n+2, %d)\nbalePut16(b, n+4, %s)\nn += 6", 2*x.tag-1, word)
		}
		switch p.kind(t) {
		case plan.Bool:
		case plan.Integer:
			p.putInteger(x.expr, t)
		default:
			p.putElem(x.expr, t, m.path(x.path))
		}
	}
	p.TypeSwitch("(*v)", m.typ, "x", clause, func() {
		p.check(2, emit.Length{}, m.owner)
		p.Line("balePut16(b, n, 0)\nn += 2")
	}, nil)
}

// getMembers prints code that decodes a union. If a message has several members, the last one wins. Except for pointers, members are
// new values, so that a copy of the interface does not change.
func (p *generator) getMembers(m *structure) {
	cases := p.Capture(func() {
		for _, x := range m.parts {
			p.Line("case %d: // %s", x.tag, x.path)
			p.getMember(m, x)
		}
	})
	if anyPart(m, plan.IsPointer) {
		p.Line("old := %s", p.AsInterface("*v", m.typ))
	}
	p.SetUnion("(*v)", m.typ, "nil")
	p.Line("for tag != baleSprotoEnd {\nswitch tag {")
	p.Paste(cases)
	p.Line("default:\nif w == 0 {")
	p.loadSize("")
	p.Line("n += 4 + k\n}\n}")
	p.next()
	p.Line("}")
}

// getMember prints code that decodes a member and assigns it to the interface. A pointer in the interface is decoded into.
func (p *generator) getMember(m *structure, x *part) {
	p.dec.DeclareMember(x.expr, "old", x.typ, x.path)
	switch f := p.kind(x.typ); {
	case f == plan.Integer:
		p.getInteger(x.expr, x.typ, x.path)
	case f == plan.Bool:
		p.getBool(x.expr, x.path)
	case p.pointsAtMessage(x.typ):
		p.loadSize(x.path)
		p.Line("if baleSprotoIsNil(b, n, k) {\n%s = nil\nn += 8\n} else {", x.expr)
		p.dec.MakePointer(x.expr, plan.Elem(x.typ), x.path)
		p.getMessage("(*"+x.expr+")", plan.Elem(x.typ), x.path)
		p.Line("}")
	case p.needsWrapper(x.typ):
		p.loadSize(x.path)
		p.getMessage(x.expr, x.typ, x.path)
	default:
		p.loadSize(x.path)
		p.getData(x.expr, x.typ, x.rules, x.path)
	}
	p.SetUnion("(*v)", m.typ, x.expr)
}
