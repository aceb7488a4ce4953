package lower

import (
	"fmt"
	"strings"

	"bale/schema"
)

// The functions for a union go through pointers to its members, of which one is set at most.

func (w *printer) unionTo(m *Msg) {
	w.b.WriteString(Members(m, w.typ))
	w.line("switch x := any(*v).(type) {\ncase nil:")
	for i, f := range m.Fields {
		of := "&x"
		if points(f.Member) {
			of = "x"
		}
		w.line("case %s:\nm%d = %s", w.typ(f.Member), i, of)
	}
	w.line("default:\npanic(%s.Sprintf(\"%%T is none of the types of the union\", x))\n}", w.use("fmt"))
	for i, f := range m.Fields {
		w.moveTo(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
}

func (w *printer) unionFrom(m *Msg) {
	w.b.WriteString(Members(m, w.typ))
	for i, f := range m.Fields {
		if points(f.Member) { // whose memory is used again
			w.line("m%d, _ = any(*v).(%s)", i, w.typ(f.Member))
		}
		w.moveFrom(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
	_, typ := w.plan.Interface(m, w.typ)
	w.b.WriteString(Choose(m, typ))
}

// Members is Go text that declares a pointer to each type of a union, m0 and so on. typ spells a type.
func Members(m *Msg, typ func(schema.Type) string) string {
	var b strings.Builder
	for i, f := range m.Fields {
		fmt.Fprintf(&b, "var m%d %s\n", i, typ(f.Node.Src))
	}
	return b.String()
}

// Choose is Go text that sets *v, an interface as Plan.Interface spells it, to the member whose pointer is not nil.
func Choose(m *Msg, typ string) string {
	var b strings.Builder
	b.WriteString("switch {\n")
	for i, f := range m.Fields {
		x := fmt.Sprintf("*m%d", i)
		if points(f.Member) {
			x = x[1:]
		}
		if typ == "I" { // a type parameter
			x = "any(" + x + ").(I)"
		}
		fmt.Fprintf(&b, "case m%d != nil:\n*v = %s\n", i, x)
	}
	fmt.Fprintf(&b, "default:\n*v = *new(%s)\n}\n", typ)
	return b.String()
}
