package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// timeWidth is the maximum size of a time in bytes, including its size field: a count and three words, eight bytes of seconds, and four
// bytes each of nanoseconds and zone offset. Each of the three numbers has a size field of its own.
const timeWidth = 4 + 8 + 12 + 8 + 8

// width returns the maximum size of a value in the data part in bytes, including its size field. If bounded is false, the bytes of the
// value are not included: their room is checked when the length is known.
func (p *generator) width(t model.Type) (n int, bounded bool) {
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
func (p *generator) partWidth(x *plan.Value) (n int, bounded bool) {
	_, t := p.content(x)
	if t == nil || p.isNumbers(x) {
		return 4, false
	}
	return p.width(t)
}

// loaded prints code that copies integers, parts that may be nil, and parts with a maximum length to variables, since another goroutine may change
// them: the word and the data must come from the same value. It returns a copy of the structure that uses the variables.
func (p *generator) loaded(m *plan.Message) *plan.Message {
	copied := *m
	copied.Values = nil
	for _, x := range m.Values {
		y := *x
		if p.Nilable(x.Type) || p.kind(x.Type) == plan.Integer || x.Rules.Max > 0 {
			y.Expr = p.FieldVar(x.Path, "field")
			p.Line("%s := %s", y.Expr, x.Expr)
		}
		if e := pointed(x.Type); e != nil && p.kind(e) == plan.Integer {
			y.Elem = &plan.Value{Kind: plan.Integer, Type: e, Expr: p.Var("number")}
			p.Line("var %s %s\nif %s != nil {\n%s = *%s\n}", y.Elem.Expr, p.Type(e), y.Expr, y.Elem.Expr, y.Expr)
		}
		copied.Values = append(copied.Values, &y)
	}
	return &copied
}

// pointed returns the target type of a pointer type, or nil for another type.
func pointed(t model.Type) model.Type {
	if u, ok := model.Underlying(t).(*model.Pointer); ok {
		return u.Elem
	}
	return nil
}

// check prints the check that room bytes and the bytes of length fit at n. The buffer gets the largest room of all checks in addition
// to the exact size of the message, since a check may ask for more bytes than are written.
func (p *generator) check(room int, length emit.Length, path string) {
	p.unused = max(p.unused, room)
	p.CheckRoom(fmt.Sprintf("n+%d", room), length, path)
}

// path returns the path of a value of a message for an error.
func (p *generator) path(m *plan.Message, path string) string { return plan.Join(p.owner(m), path) }

// owner returns the name of the type of a message in errors.
func (p *generator) owner(m *plan.Message) string { return model.TypeText(m.Type, p.Package) }
