package lower

import (
	"fmt"

	"bale/schema"
)

func (w *printer) union(dir direction, m *Msg) {
	switch form := w.plan.Caps.Union; {
	case (form == UnionFields || form == UnionStructs) && dir == to:
		w.unionTo(m)
	case form == UnionFields || form == UnionStructs:
		w.unionFrom(m)
	case dir == to:
		w.heldTo(m)
	default:
		w.heldFrom(m)
	}
}

// The functions for a union whose carrier has a field for each member go through pointers to its members, of which one is set at most.

func (w *printer) unionTo(m *Msg) {
	w.members(m)
	w.line("switch x := any(*v).(type) {\ncase nil:")
	for i, f := range m.Fields {
		switch {
		case f.Member == nil:
			w.line("m%d = &%s{}", i, w.typ(nothing))
		case points(f.Member):
			w.line("case %s:\nm%d = x", w.typ(f.Member), i)
			if m.Fields[0].Member == nil { // which stands for a nil pointer, too
				w.line("if x == nil { m0 = &%s{} }", w.typ(nothing))
			}
		default:
			w.line("case %s:\nm%d = &x", w.typ(f.Member), i)
		}
	}
	w.stranger()
	for i, f := range m.Fields {
		w.moveTo(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
}

func (w *printer) unionFrom(m *Msg) {
	w.members(m)
	for i, f := range m.Fields {
		if f.Member != nil && points(f.Member) { // whose memory is used again
			w.line("m%d, _ = any(*v).(%s)", i, w.typ(f.Member))
		}
		w.moveFrom(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
	_, typ := w.plan.Interface(m, w.typ)
	w.line("switch {")
	for i, f := range m.Fields {
		x := fmt.Sprintf("*m%d", i)
		if f.Member == nil {
			continue
		}
		if points(f.Member) {
			x = x[1:]
		}
		w.line("case m%d != nil:\n*v = %s", i, Held(x, typ))
	}
	w.line("default:\n*v = *new(%s)\n}", typ)
}

// members declares a pointer to each type of a union.
func (w *printer) members(m *Msg) {
	for i, f := range m.Fields {
		w.line("var m%d %s", i, w.typ(f.Node.Src))
	}
}

// stranger ends the switch over what an interface holds.
func (w *printer) stranger() {
	w.line("default:\npanic(%s.Sprintf(\"%%T is none of the types of the union\", x))\n}", w.use("fmt"))
}

// The functions for a union whose carrier has an interface of its own make what that holds from what the user's holds.

// held spells the interface in the carrier of a union.
func (w *printer) held() string {
	switch w.plan.Caps.Union {
	case UnionOneof:
		return "c.OneOf"
	case UnionTyped:
		return "c.Value"
	}
	return "(*c)"
}

// holder spells the type that the interface in a union's carrier has for a member, and the member of o, which is of that type.
func (w *printer) holder(m *Msg, f *Field) (typ, member string) {
	switch w.plan.Caps.Union {
	case UnionOneof:
		return "*" + w.typ(&schema.Named{Package: m.Go.Package, Name: m.Go.Name + "_" + f.Go}), "o." + f.Go
	case UnionValues:
		return w.typ(f.Node.Go), "o"
	}
	return "*" + w.typ(f.Node.Go), "*o"
}

func (w *printer) heldTo(m *Msg) {
	held, none := w.held(), w.held()+" = nil"
	if w.plan.Caps.Union == UnionTyped {
		none += "; c.Type = 0"
	}
	w.line("switch x := any(*v).(type) {\ncase nil:\n%s", none)
	for i, f := range m.Fields {
		x := "x"
		typ, member := w.holder(m, f)
		w.line("case %s:", w.typ(f.Member))
		if points(f.Member) {
			x = "*x"
			w.line("if x == nil { %s; return }", none)
		}
		if w.plan.Caps.Union == UnionTyped {
			w.line("c.Type = %d", i+1)
		}
		if w.plan.Caps.Union == UnionValues {
			w.line("var o %s", typ)
			w.moveTo(f.Node, member, x)
			w.line("%s = o", held)
			continue
		}
		w.line("o, _ := %s.(%s)\nif o == nil { o = new(%s); %s = o }", held, typ, typ[1:], held)
		w.moveTo(f.Node, member, x)
	}
	w.stranger()
}

func (w *printer) heldFrom(m *Msg) {
	_, typ := w.plan.Interface(m, w.typ)
	w.line("old := any(*v)\n_ = old\nswitch o := %s.(type) {", w.held())
	for _, f := range m.Fields {
		holder, member := w.holder(m, f)
		w.line("case %s:", holder)
		declare, x := Member(f, "old", w.typ)
		w.line("%s", declare)
		w.moveFrom(f.Node, member, x)
		w.line("*v = %s", Held("x", typ))
	}
	w.line("default:\n*v = *new(%s)\n}", typ)
}

// Member is Go text that declares x, of the type of a member of a union, and an expression for what its field stands for. A pointer is the
// one in old, which is used again, if that holds one.
func Member(f *Field, old string, typ func(schema.Type) string) (declare, value string) {
	if !points(f.Member) {
		return "var x " + typ(f.Member), "x"
	}
	return fmt.Sprintf("x, _ := %s.(%s)\nif x == nil { x = new(%s) }", old, typ(f.Member), typ(f.Node.Src)), "*x"
}

// Held is Go text for x as an interface of a union, as Plan.Interface spells it.
func Held(x, typ string) string {
	if typ == "I" { // a type parameter
		return "any(" + x + ").(I)"
	}
	return x
}
