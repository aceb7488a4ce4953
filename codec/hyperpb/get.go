package hyperpb

import (
	"fmt"

	"bale/codec/internal/protogen"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

type printer struct {
	protogen.Walker
	plan *lower.Plan
}

// get prints the descriptors of m's fields, and the function that sets the user's value for m. It overwrites the whole value and keeps
// its capacity.
func (p *printer) get(i int, m *lower.Msg) {
	p.descriptors(m)
	if m.Kind == lower.OfPair {
		return // printed as part of the map
	}
	params, typ := p.plan.Interface(m, p.Type)
	p.Line("func $Aget%d%s(m baleprotoreflect.Message, v *%s) {", i, params, typ)
	switch m.Kind {
	case lower.OfUnion:
		p.oneof(m, typ)
	case lower.OfTime:
		p.Line("*v = baletime.Unix(%s.Int(), %s.Int()).UTC()", p.field("m", m, 0), p.field("m", m, 1))
	case lower.OfComplex:
		p.Line("*v = %s(complex(%s, %s))", p.Type(m.Src), p.basic(m.Fields[0].Node, p.field("m", m, 0)), p.basic(m.Fields[1].Node, p.field("m", m, 1)))
	default:
		for n, f := range protogen.Fields(m) {
			if f.Form == lower.Pointer {
				p.optional(f, m, n)
			} else {
				p.set(f, p.field("m", m, n))
			}
		}
	}
	p.Line("}\n")
}

// optional prints code that sets a pointer to a scalar, field n of m.
func (p *printer) optional(f protogen.Field, m *lower.Msg, n int) {
	p.Line("if m.Has(%s) {\nif %[2]s == nil {\n%[2]s = new(%[3]s)\n}", p.descriptor(m, n), f.V, p.Type(protogen.Pointee(f.Src)))
	p.set(protogen.Field{Node: f.Elem, V: "*" + f.V}, p.field("m", m, n))
	p.Line("} else {\n%s = nil\n}", f.V)
}

// oneof prints code that sets a union, whose interface type is typ.
func (p *printer) oneof(m *lower.Msg, typ string) {
	p.Line("old := any(*v)\n_ = old\n*v = *new(%s)", typ)
	for n, f := range m.Fields {
		declare, x := lower.Member(f, "old", p.Type)
		p.Line("if m.Has(%s) {\n%s", p.descriptor(m, n), declare)
		p.set(protogen.Field{Node: f.Node, V: x}, p.field("m", m, n))
		p.Line("*v = %s\n}", lower.AsInterface("x", typ))
	}
}

func (p *printer) descriptors(m *lower.Msg) {
	name := "balemessages." + m.Go.Name
	if m.Extern {
		name = p.Type(m.Go)
	}
	for n := range m.Fields {
		p.Line("var %s = (*%s)(nil).ProtoReflect().Descriptor().Fields().Get(%d)\n", p.descriptor(m, n), name, n)
	}
}

// descriptor returns the name of the variable with the descriptor of a field of m.
func (p *printer) descriptor(m *lower.Msg, n int) string {
	return fmt.Sprintf("$Afield%d_%d", p.Message(m), n)
}

// field returns an expression for a field of the message v.
func (p *printer) field(v string, m *lower.Msg, n int) string {
	return fmt.Sprintf("%s.Get(%s)", v, p.descriptor(m, n))
}

// basic returns x, a value or a key, converted to the user's type.
func (p *printer) basic(n *lower.Node, x string) string {
	getter := map[model.Kind]string{model.Bool: "Bool", model.Float32: "Float", model.Float64: "Float", model.String: "String",
		model.Int32: "Int", model.Int64: "Int", model.Uint32: "Uint", model.Uint64: "Uint"}
	return fmt.Sprintf("%s(%s.%s())", p.Type(n.Src), x, getter[n.Go.(*model.Basic).Kind])
}

// set prints code that assigns x to the user's value.
func (p *printer) set(f protogen.Field, x string) {
	switch f.Form {
	case lower.Unchanged, lower.Cast:
		p.Line("%s = %s", f.V, p.basic(f.Node, x))
	case lower.Bytes:
		if protogen.IsArray(f.Node) {
			p.Line("clear(%[1]s[copy(%[1]s[:], %[2]s.Bytes()):])", f.V, x)
		} else {
			p.Line("%s = %s.Bytes()", f.V, x)
		}
	case lower.Binary, lower.Gogo, lower.Gob, lower.Text, lower.JSON:
		p.Line("if err := %s.%s(%s.Bytes()); err != nil {\npanic(struct{ Conversion error }{err})\n}", f.V, lower.Counterpart(f.Form.Method()), x)
	case lower.Message:
		p.message(f, x, source.Addr(f.V))
	case lower.Optional:
		p.Line("if m := %s.Message(); m.IsValid() {\nif %s == nil {\n%s = new(%s)\n}", x, f.V, f.V, p.Type(protogen.Pointee(f.Src)))
		p.Line("$Aget%d(m, %s)\n} else {\n%s = nil\n}", p.Message(f.Msg), f.V, f.V)
	case lower.List:
		p.list(f, x)
	case lower.Map:
		p.mapping(f, x)
	case lower.Pairs:
		p.pairs(f, x)
	}
}

func (p *printer) message(f protogen.Field, x, addr string) {
	p.Line("$Aget%d(%s.Message(), %s)", p.Message(f.Msg), x, addr)
}

func (p *printer) list(f protogen.Field, x string) {
	p.Scope(func() {
		l, i := p.Name("l"), p.Name("i")
		p.Line("{\n%s := %s.List()", l, x)
		if protogen.IsArray(f.Node) {
			p.Line("if %s.Len() < len(%s) {\nclear(%s[:])\n}\nfor %s := range min(%s.Len(), len(%s)) {", l, f.V, f.V, i, l, f.V)
		} else {
			p.Line("if n := %[2]s.Len(); n > cap(%[1]s) {\n%[1]s = make(%[3]s, n)\n} else {\n%[1]s = %[1]s[:n]\n}\nfor %[4]s := range %[1]s {", f.V, l, p.Type(f.Src), i)
		}
		elem := protogen.Field{Node: f.Elem, V: fmt.Sprintf("%s[%s]", f.V, i)}
		x := fmt.Sprintf("%s.Get(%s)", l, i)
		if f.Elem.Form == lower.Optional { // a list has no nil elements
			p.Line("if %s == nil {\n%s = new(%s)\n}", elem.V, elem.V, p.Type(protogen.Pointee(f.Elem.Src)))
			p.message(elem, x, elem.V)
		} else {
			p.set(elem, x)
		}
		p.Line("}\n}")
	})
}

func (p *printer) mapping(f protogen.Field, x string) {
	p.Scope(func() {
		m := p.Name("m")
		p.Line("{\n%s := %s.Map()", m, x)
		p.clear(f, m+".Len()")
		p.Line("%s.Range(func(key baleprotoreflect.MapKey, elem baleprotoreflect.Value) bool {", m)
		p.entry(f, "key", "elem")
		p.Line("return true\n})\n}")
	})
}

func (p *printer) pairs(f protogen.Field, x string) {
	p.Scope(func() {
		l, i := p.Name("l"), p.Name("i")
		p.Line("{\n%s := %s.List()", l, x)
		p.clear(f, l+".Len()")
		p.Line("for %s := range %s.Len() {\nentry := %s.Get(%s).Message()", i, l, l, i)
		p.entry(f, p.field("entry", f.Msg, 0), p.field("entry", f.Msg, 1))
		p.Line("}\n}")
	})
}

// clear prints code that clears a map, or sets it to nil if there are no entries.
func (p *printer) clear(f protogen.Field, n string) {
	p.Line("if %[1]s == 0 {\n%[2]s = nil\n} else if %[2]s == nil {\n%[2]s = make(%[3]s, %[1]s)\n} else {\nclear(%[2]s)\n}", n, f.V, p.Type(f.Src))
}

func (p *printer) entry(f protogen.Field, key, elem string) {
	m := model.Underlying(f.Src).(*model.Map)
	k, e := p.Name("k"), p.Name("e")
	p.Line("var %s %s\nvar %s %s", k, p.Type(m.Key), e, p.Type(m.Elem))
	fields := protogen.Entry(f.Node, k, e)
	p.set(fields[0], key)
	p.set(fields[1], elem)
	p.Line("%s[%s] = %s", f.V, k, e)
}
