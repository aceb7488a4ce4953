package lower

import (
	"fmt"

	"bale/model"
)

func (w *printer) union(dir direction, m *Msg) {
	switch form := w.plan.Caps.Union; {
	case (form == UnionFields || form == UnionStructs) && dir == to:
		w.unionTo(m)
	case form == UnionFields || form == UnionStructs:
		w.unionFrom(m)
	case dir == to:
		w.interfaceTo(m)
	default:
		w.interfaceFrom(m)
	}
}

// Unions whose carrier has a field for each member are converted through pointers to the members, of which at most one is set.

func (w *printer) unionTo(m *Msg) {
	w.members(m)
	w.line("switch x := any(*v).(type) {\ncase nil:")
	for i, f := range m.Fields {
		switch {
		case f.Member == nil:
			w.line("m%d = &%s{}", i, w.typ(emptyStruct))
		case IsPointer(f.Member):
			w.line("case %s:\nm%d = x", w.typ(f.Member), i)
			if m.Fields[0].Member == nil { // the first field also stands for a nil pointer
				w.line("if x == nil { m0 = &%s{} }", w.typ(emptyStruct))
			}
		default:
			w.line("case %s:\nm%d = &x", w.typ(f.Member), i)
		}
	}
	w.endSwitch()
	for i, f := range m.Fields {
		w.assignTo(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
}

func (w *printer) unionFrom(m *Msg) {
	w.members(m)
	for i, f := range m.Fields {
		if f.Member != nil && IsPointer(f.Member) { // the pointer's memory is reused
			w.line("m%d, _ = any(*v).(%s)", i, w.typ(f.Member))
		}
		w.assignFrom(f.Node, "c."+f.Go, fmt.Sprintf("m%d", i))
	}
	_, typ := w.plan.Interface(m, w.typ)
	w.line("switch {")
	for i, f := range m.Fields {
		x := fmt.Sprintf("*m%d", i)
		if f.Member == nil {
			continue
		}
		if IsPointer(f.Member) {
			x = x[1:]
		}
		w.line("case m%d != nil:\n*v = %s", i, AsInterface(x, typ))
	}
	w.line("default:\n*v = *new(%s)\n}", typ)
}

// members declares a pointer for each type of a union.
func (w *printer) members(m *Msg) {
	for i, f := range m.Fields {
		w.line("var m%d %s", i, w.typ(f.Node.Src))
	}
}

// endSwitch prints the default case of the type switch over an interface's value.
func (w *printer) endSwitch() {
	w.line("default:\npanic(%s.Sprintf(\"%%T is none of the types of the union\", x))\n}", w.use("fmt"))
}

// Unions whose carrier has an interface of its own are converted by type switches over the values in the interfaces.

// carrierInterface returns an expression for the interface in the carrier of a union.
func (w *printer) carrierInterface() string {
	switch w.plan.Caps.Union {
	case UnionOneof:
		return "c.OneOf"
	case UnionTyped:
		return "c.Value"
	}
	return "(*c)"
}

// carrierMember returns the type that the interface in a union's carrier holds for a member, and an expression for the member in o, a
// value of that type.
func (w *printer) carrierMember(m *Msg, f *Field) (typ, member string) {
	switch w.plan.Caps.Union {
	case UnionOneof:
		return "*" + w.oneofStruct(&Node{Msg: m, Member: f.Go}), "o." + f.Go
	case UnionValues:
		return w.typ(f.Node.Go), "o"
	}
	return "*" + w.typ(f.Node.Go), "*o"
}

func (w *printer) interfaceTo(m *Msg) {
	iface, none := w.carrierInterface(), w.carrierInterface()+" = nil"
	switch {
	case w.plan.Caps.Accessors:
		none = "c.ClearOneOf()"
	case w.plan.Caps.Union == UnionTyped:
		none += "; c.Type = 0"
	}
	w.line("switch x := any(*v).(type) {\ncase nil:\n%s", none)
	for i, f := range m.Fields {
		x := "x"
		typ, member := w.carrierMember(m, f)
		w.line("case %s:", w.typ(f.Member))
		if IsPointer(f.Member) {
			x = "*x"
			w.line("if x == nil { %s; return }", none)
		}
		if w.plan.Caps.Accessors {
			w.field(to, f, "c", x)
			continue
		}
		if w.plan.Caps.Union == UnionTyped {
			w.line("c.Type = %d", i+1)
		}
		if w.plan.Caps.Union == UnionValues {
			w.line("var o %s", typ)
			w.assignTo(f.Node, member, x)
			w.line("%s = o", iface)
			continue
		}
		w.line("o, _ := %s.(%s)\nif o == nil { o = new(%s); %s = o }", iface, typ, typ[1:], iface)
		w.assignTo(f.Node, member, x)
	}
	w.endSwitch()
}

func (w *printer) interfaceFrom(m *Msg) {
	_, typ := w.plan.Interface(m, w.typ)
	w.line("old := any(*v)\n_ = old")
	if w.plan.Caps.Accessors {
		w.line("switch c.WhichOneOf() {")
	} else {
		w.line("switch o := %s.(type) {", w.carrierInterface())
	}
	for _, f := range m.Fields {
		declare, x := Member(f, "old", w.typ)
		if w.plan.Caps.Accessors {
			w.line("case %s:\n%s", w.typ(&model.Named{Package: m.Go.Package, Name: m.Go.Name + "_" + f.Go + "_case"}), declare)
			w.field(from, f, "c", x)
		} else {
			carrierType, member := w.carrierMember(m, f)
			w.line("case %s:\n%s", carrierType, declare)
			w.assignFrom(f.Node, member, x)
		}
		w.line("*v = %s", AsInterface("x", typ))
	}
	w.line("default:\n*v = *new(%s)\n}", typ)
}

// Member returns Go source that declares x, a value of a union member's type, and an expression for the value that its field stands
// for. If old holds a pointer of the type, x is that pointer, so that its memory is reused.
func Member(f *Field, old string, typ func(model.Type) string) (declare, value string) {
	if !IsPointer(f.Member) {
		return "var x " + typ(f.Member), "x"
	}
	return fmt.Sprintf("x, _ := %s.(%s)\nif x == nil { x = new(%s) }", old, typ(f.Member), typ(f.Node.Src)), "*x"
}

// AsInterface returns Go source for x as an interface of a union, written as in Plan.Interface.
func AsInterface(x, typ string) string {
	if typ == "I" { // a type parameter
		return "any(" + x + ").(I)"
	}
	return x
}
