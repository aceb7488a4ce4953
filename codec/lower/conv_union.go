package lower

import (
	"fmt"

	"bale/schema"
)

// Without oneofs, the functions for a union go through pointers to its members, of which one is set at most.

func (w *printer) union(dir direction, m *Msg) {
	switch oneof := w.plan.Caps.Oneof; {
	case oneof && dir == to:
		w.oneofTo(m)
	case oneof:
		w.oneofFrom(m)
	case dir == to:
		w.unionTo(m)
	default:
		w.unionFrom(m)
	}
}

func (w *printer) unionTo(m *Msg) {
	w.members(m)
	w.line("switch x := any(*v).(type) {\ncase nil:")
	for i, f := range m.Fields {
		of := "&x"
		if points(f.Member) {
			of = "x"
		}
		w.line("case %s:\nm%d = %s", w.typ(f.Member), i, of)
	}
	w.stranger()
	for i, f := range m.Fields {
		w.moveTo(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
}

func (w *printer) unionFrom(m *Msg) {
	w.members(m)
	for i, f := range m.Fields {
		if points(f.Member) { // whose memory is used again
			w.line("m%d, _ = any(*v).(%s)", i, w.typ(f.Member))
		}
		w.moveFrom(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
	_, typ := w.plan.Interface(m, w.typ)
	w.line("switch {")
	for i, f := range m.Fields {
		x := fmt.Sprintf("*m%d", i)
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

// wrapper spells the struct that a member of a oneof is in.
func (w *printer) wrapper(m *Msg, f *Field) string {
	return w.typ(&schema.Named{Package: m.Go.Package, Name: m.Go.Name + "_" + f.Go})
}

func (w *printer) oneofTo(m *Msg) {
	w.line("switch x := any(*v).(type) {\ncase nil:\nc.OneOf = nil")
	for _, f := range m.Fields {
		x, wrapper := "x", w.wrapper(m, f)
		w.line("case %s:", w.typ(f.Member))
		if points(f.Member) {
			x = "*x"
			w.line("if x == nil { c.OneOf = nil; return }")
		}
		w.line("o, _ := c.OneOf.(*%s)\nif o == nil { o = new(%s); c.OneOf = o }", wrapper, wrapper)
		w.moveTo(f.Node, "o."+f.Go, x)
	}
	w.stranger()
}

func (w *printer) oneofFrom(m *Msg) {
	_, typ := w.plan.Interface(m, w.typ)
	w.line("old := any(*v)\n_ = old\nswitch o := c.OneOf.(type) {")
	for _, f := range m.Fields {
		w.line("case *%s:", w.wrapper(m, f))
		declare, x := Member(f, "old", w.typ)
		w.line("%s", declare)
		w.moveFrom(f.Node, "o."+f.Go, x)
		w.line("*v = %s", Held("x", typ))
	}
	w.line("default:\n*v = *new(%s)\n}", typ)
}

// Member is Go text that declares x, of the type of a member of a oneof, and an expression for what its field stands for. A pointer is the
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
