package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// members returns the parts of a union: one field for each member. A member is encoded like a list element, except that integers and
// booleans may be in the header word.
func (p *generator) members(t model.Type) []*plan.Value {
	var list []*plan.Value
	numbers := p.Directives.Numbers(numbering, p.Directives.Alternatives(t))
	for i, m := range plan.Members(t) {
		list = append(list, p.value(numbers[i], "x", plan.MemberPath(m, p.Package), m))
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
		field = fmt.Sprintf("e.At(%q)", path)
	}
	p.SizeErrorReturn("0", field, at)
}

// sizeMembers prints code that adds the size of the present member to n.
func (p *generator) sizeMembers(m *plan.Message) {
	p.AddUnion("(*v)", m.Type, "x", func() {}, func(number int, t model.Type) int {
		x := m.Values[number-1]
		fixed := 2
		if x.Number > 0 {
			fixed += 2 // the word that skips the tags before
		}
		switch p.kind(t) {
		case plan.Bool:
		case plan.Integer:
			p.sizeInteger(x.Expr, t)
		default:
			fixed += p.sizeElem(x.Expr, t, x.Path, "")
		}
		return fixed
	})
}

// putMembers prints code that writes the words and the data of the present member. A zero or empty member is written, too. The Measure
// function has refused other types, so a value of another type has changed since.
func (p *generator) putMembers(m *plan.Message) {
	clause := func(number int, t model.Type) {
		x := m.Values[number-1]
		p.WrittenParts(m.Type, fmt.Sprint(number))
		width := 0
		if p.kind(t) == plan.Integer {
			width, _ = p.width(t)
		}
		p.check(6+width, emit.Length{}, p.path(m, x.Path))
		if word := p.wordOf(x.Expr, t); x.Number == 0 {
			p.Line("balecore.Put16(b, n, 1)\nbalecore.Put16(b, n+2, %s)\nn += 4", word)
		} else {
			p.Line("balecore.Put16(b, n, 2)\nbalecore.Put16(b, n+2, %d)\nbalecore.Put16(b, n+4, %s)\nn += 6", 2*x.Number-1, word)
		}
		switch p.kind(t) {
		case plan.Bool:
		case plan.Integer:
			p.putInteger(x.Expr, t)
		default:
			p.putElem(x.Expr, t, p.path(m, x.Path))
		}
	}
	p.TypeSwitch("(*v)", m.Type, "x", clause, func() {
		p.WrittenParts(m.Type, "0")
		p.check(2, emit.Length{}, p.owner(m))
		p.Line("balecore.Put16(b, n, 0)\nn += 2")
	}, func() { p.Line("return e.Changed(%q, n)", p.owner(m)) })
}

// getMembers prints code that decodes a union. If a message has several members, the last one wins. Except for pointers, members are
// new values, so that a copy of the interface does not change.
func (p *generator) getMembers(m *plan.Message) {
	cases := p.Capture(func() {
		for _, x := range m.Values {
			p.Line("case %d: // %s", x.Number, x.Path)
			p.getMember(m, x)
		}
	})
	if anyPart(m, p.dec.ReusesMember) {
		p.Line("old := %s", p.AsInterface("*v", m.Type))
	}
	p.SetUnion("(*v)", m.Type, "nil")
	p.Line("for tag != balesproto.End {\nswitch tag {")
	p.Paste(cases)
	p.Line("default:\nif w == 0 {")
	p.loadSize("")
	p.Line("n += 4 + k\n}\n}")
	p.next()
	p.Line("}")
}

// getMember prints code that decodes a member and assigns it to the interface. A pointer in the interface is decoded into.
func (p *generator) getMember(m *plan.Message, x *plan.Value) {
	p.dec.DeclareMember(x.Expr, "old", x.Type, x.Path)
	switch f := p.kind(x.Type); {
	case f == plan.Integer:
		p.getInteger(x.Expr, x.Type, x.Path)
	case f == plan.Bool:
		p.getBool(x.Expr, x.Path)
	case p.pointsAtMessage(x.Type):
		p.loadSize(x.Path)
		p.Line("if balesproto.IsNil(b, n, k) {\n%s = nil\nn += 8\n} else {", x.Expr)
		p.dec.MakePointer(x.Expr, plan.Elem(x.Type), x.Path)
		p.getMessage("(*"+x.Expr+")", plan.Elem(x.Type), x.Path)
		p.Line("}")
	case p.needsWrapper(x.Type):
		p.loadSize(x.Path)
		p.getMessage(x.Expr, x.Type, x.Path)
	default:
		p.loadSize(x.Path)
		p.getData(x.Expr, x.Type, x.Rules, x.Path)
	}
	p.SetUnion("(*v)", m.Type, x.Expr)
}
