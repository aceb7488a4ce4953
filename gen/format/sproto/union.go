package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// members are the parts of a union: a field for each type that it may have. A member is written as an element of a list
// is, but for numbers and booleans that have room in a word.
func (p *generator) members(t schema.Type) []*part {
	var list []*part
	numbers := p.Directives.Numbers(numbering, p.Directives.Alternatives(t))
	for i, m := range plan.Members(t) {
		list = append(list, &part{tag: numbers[i], expr: "x", path: plan.Member(m, p.Package), typ: m})
	}
	return list
}

// errorPath prints the return from a function that measures, behind a part that may fail, where errors have a path.
func (p *generator) errorPath(fails bool, path, at string) {
	if !p.paths || !fails {
		return
	}
	where := ""
	if path != "" {
		where = fmt.Sprintf("e.at(%q)", path)
	}
	p.ErrorPath("0", where, at)
}

// sizeMembers prints what adds to n for the member that is there.
func (p *generator) sizeMembers(m *structure) {
	p.AddUnion("(*v)", m.typ, "x", func() {}, func(number int, t schema.Type) int {
		x := m.parts[number-1]
		fixed := 2
		if x.tag > 0 {
			fixed += 2 // the word that leaves out the others
		}
		switch p.kind(t) {
		case plan.Bool:
		case plan.Integer:
			p.sizeInteger(x.expr, t)
		default:
			fixed += p.sizeOne(x.expr, t, x.path, "")
		}
		return fixed
	})
}

// putMembers prints the words and the data of the member that is there. One that is zero or empty is, too.
func (p *generator) putMembers(m *structure) {
	clause := func(number int, t schema.Type) {
		x := m.parts[number-1]
		width := 0
		if p.kind(t) == plan.Integer {
			width, _ = p.width(t)
		}
		p.check(6+width, emit.Length{}, m.place(x.path))
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
			p.putOne(x.expr, t, m.place(x.path))
		}
	}
	p.TypeSwitch("(*v)", m.typ, "x", clause, func() {
		p.check(2, emit.Length{}, m.owner)
		p.Line("balePut16(b, n, 0)\nn += 2")
	}, nil)
}

// getMembers prints the reading of a union: of several members the last one counts. What is no pointer is made anew, so
// that a copy of the interface stays what it is.
func (p *generator) getMembers(m *structure) {
	cases := p.Capture(func() {
		for _, x := range m.parts {
			p.Line("case %d: // %s", x.tag, x.path)
			p.getMember(m, x)
		}
	})
	if needs(m, plan.Points) {
		p.Line("old := %s", p.Dynamic("*v", m.typ))
	}
	p.SetUnion("(*v)", m.typ, "nil")
	p.Line("for tag != baleSprotoEnd {\nswitch tag {")
	p.Text(cases)
	p.Line("default:\nif w == 0 {")
	p.chunk("")
	p.Line("n += 4 + k\n}\n}")
	p.next()
	p.Line("}")
}

// getMember prints the reading of a member, and puts it into the interface. A pointer that is there is used again.
func (p *generator) getMember(m *structure, x *part) {
	p.dec.Member(x.expr, "old", x.typ, x.path)
	switch f := p.kind(x.typ); {
	case f == plan.Integer:
		p.getInteger(x.expr, x.typ, x.path)
	case f == plan.Bool:
		p.getBool(x.expr, x.path)
	case p.pointsAtMessage(x.typ):
		p.chunk(x.path)
		p.Line("if baleSprotoIsNil(b, n, k) {\n%s = nil\nn += 8\n} else {", x.expr)
		p.dec.Pointer(x.expr, plan.Elem(x.typ), x.path)
		p.getMessage("(*"+x.expr+")", plan.Elem(x.typ), x.path)
		p.Line("}")
	case p.wrapped(x.typ):
		p.chunk(x.path)
		p.getMessage(x.expr, x.typ, x.path)
	default:
		p.chunk(x.path)
		p.getData(x.expr, x.typ, x.rules, x.path)
	}
	p.SetUnion("(*v)", m.typ, x.expr)
}
