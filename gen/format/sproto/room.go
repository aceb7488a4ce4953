package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// timeWidth is how many bytes a time takes at most with its size: three words, eight bytes of seconds, and four of each of
// the others.
const timeWidth = 4 + 8 + 12 + 8 + 8

// width returns how many bytes the data of a value takes with its size, at most or beside what is checked when its length is known.
func (p *generator) width(t schema.Type) (n int, bounded bool) {
	switch p.kind(t) {
	case plan.Bool:
		return 0, true
	case plan.Integer, plan.Float:
		return 4 + 8, true
	case plan.Complex:
		return 4 + 17, true
	case plan.Time:
		return timeWidth, true
	case plan.ByteArray:
		return 4 + plan.Len(t), true
	}
	return 4, false
}

// partWidth is width for a part.
func (p *generator) partWidth(x *part) (n int, bounded bool) {
	_, t := p.content(x)
	if t == nil || x.numbers {
		return 4, false
	}
	return p.width(t)
}

// loaded prints what loads the parts that may be nil, and integers, into variables, since another goroutine may change them: an
// integer is looked at for its word and for its data. It returns the structure with these.
func (p *generator) loaded(m *structure) *structure {
	own := *m
	own.parts = nil
	for _, x := range m.parts {
		y := *x
		if p.Nilable(x.typ) || p.kind(x.typ) == plan.Integer {
			y.expr = p.Var("field")
			p.Line("%s := %s", y.expr, x.expr)
		}
		if e := pointed(x.typ); e != nil && p.kind(e) == plan.Integer {
			y.number = p.Var("number")
			p.Line("var %s %s\nif %s != nil {\n%s = *%s\n}", y.number, p.Type(e), y.expr, y.number, y.expr)
		}
		own.parts = append(own.parts, &y)
	}
	return &own
}

// pointed returns what a pointer points at, or nil for another type.
func pointed(t schema.Type) schema.Type {
	if u, ok := schema.Underlying(t).(*schema.Pointer); ok {
		return u.Elem
	}
	return nil
}

// check prints the check that so many bytes and those of a length have room at n. A message has none to spare for what is
// not written after all, so that all that is asked for has room behind its end.
func (p *generator) check(room int, length emit.Length, path string) {
	p.unused = max(p.unused, room)
	p.CheckRoom(fmt.Sprintf("n+%d", room), length, path)
}

// place is where a part is, for an error.
func (m *structure) place(path string) string { return plan.Join(m.owner, path) }
