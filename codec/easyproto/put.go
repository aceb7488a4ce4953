package easyproto

import (
	"fmt"

	"bale/codec/internal/protogen"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

type printer struct {
	protogen.Walker
	scratch map[string]string // fields of a and their types: lists of numbers whose type differs from the user's
	alias   bool              // decoded values may share memory with the input
}

func (p *printer) put(i int, m *lower.Msg) {
	p.Line("func (a *$A) put%d(mm *baleeasyproto.MessageMarshaler, v *%s) {", i, p.Type(m.Src))
	switch m.Kind {
	case lower.OfTime:
		p.Line("if x := v.Unix(); x != 0 {\nmm.AppendInt64(1, x)\n}\nif x := int32(v.Nanosecond()); x != 0 {\nmm.AppendInt32(2, x)\n}")
	case lower.OfComplex:
		n := m.Fields[0].Node
		p.putSet("mm", 1, protogen.Field{Node: n, V: "real(*v)"})
		p.putSet("mm", 2, protogen.Field{Node: n, V: "imag(*v)"})
	default:
		for i, f := range protogen.Fields(m) {
			p.putSet("mm", i+1, f)
		}
	}
	p.Line("}\n")
}

// putSet prints the code that adds a field unless it has the default value, as proto3 says. The library adds each field that it is given.
func (p *printer) putSet(mm string, num int, f protogen.Field) {
	if cond := isSet(f); cond != "" {
		p.Line("if %s {", cond)
		defer p.Line("}")
	}
	p.putField(mm, num, f)
}

// isSet returns the condition under which a field has another value than the default, or "" if its code adds nothing for the default. A negative
// zero is no default. A message that is not a pointer is always there, as in the other rows.
func isSet(f protogen.Field) string {
	switch f.Form {
	case lower.Unchanged, lower.Cast:
		switch kind := f.Go.(*model.Basic).Kind; kind {
		case model.Bool:
			return f.V
		case model.String:
			return f.V + ` != ""`
		case model.Float32, model.Float64:
			return fmt.Sprintf("balemath.Float%dbits(%s(%s)) != 0", kind.Bits(), kind, f.V)
		}
		return f.V + " != 0"
	case lower.Bytes:
		return "len(" + f.V + ") > 0"
	case lower.List:
		if packed(f.Elem) {
			return "len(" + f.V + ") > 0"
		}
	}
	return ""
}

// methods maps kinds to easyproto's names for the types of a .proto file.
var methods = map[model.Kind]string{
	model.Bool: "Bool", model.Int64: "Int64", model.Uint32: "Uint32", model.Uint64: "Uint64",
	model.Float32: "Float", model.Float64: "Double", model.String: "String",
}

func method(n *lower.Node) string { return methods[n.Go.(*model.Basic).Kind] }

func (p *printer) putField(mm string, num int, f protogen.Field) {
	switch f.Form {
	case lower.Unchanged:
		p.Line("%s.Append%s(%d, %s)", mm, method(f.Node), num, f.V)
	case lower.Cast:
		p.Line("%s.Append%s(%d, %s(%s))", mm, method(f.Node), num, p.Type(f.Go), f.V)
	case lower.Bytes:
		p.Line("%s.AppendBytes(%d, %s)", mm, num, asSlice(f))
	case lower.Message:
		p.putMessage(mm, num, f, source.Addr(f.V))
	case lower.Pointer:
		p.Line("if %s != nil {", f.V)
		p.putField(mm, num, protogen.Field{Node: f.Elem, V: "*" + f.V})
		p.Line("}")
	case lower.Optional:
		p.Line("if %s != nil {", f.V)
		p.putMessage(mm, num, f, f.V)
		p.Line("}")
	case lower.List:
		p.putList(mm, num, f)
	case lower.Map, lower.Pairs:
		p.Scope(func() {
			k, e, entry := p.Name("k"), p.Name("e"), p.Name("entry")
			p.Line("for %s, %s := range %s {\n%s := %s.AppendMessage(%d)", k, e, f.V, entry, mm, num)
			for i, f := range protogen.Entry(f.Node, k, e) {
				p.putField(entry, i+1, f)
			}
			p.Line("}")
		})
	}
}

func (p *printer) putMessage(mm string, num int, f protogen.Field, addr string) {
	p.Line("a.put%d(%s.AppendMessage(%d), %s)", p.Message(f.Msg), mm, num, addr)
}

func (p *printer) putList(mm string, num int, f protogen.Field) {
	e := f.Elem
	switch {
	case packed(e) && e.Form == lower.Unchanged:
		p.Line("%s.Append%ss(%d, %s)", mm, method(e), num, asSlice(f))
	case packed(e):
		numbers := p.numbers(e)
		p.Line("%s = %s[:0]", numbers, numbers)
		p.Loop(f.V, func(elem string) { p.Line("%s = append(%s, %s(%s))", numbers, numbers, p.Type(e.Go), elem) })
		p.Line("%s.Append%ss(%d, %s)", mm, method(e), num, numbers)
	case e.Form == lower.Optional:
		p.Loop(f.V, func(elem string) { // a list has no nil elements
			p.Line("x := %s\nif x == nil {\nx = new(%s)\n}", elem, p.Type(protogen.Pointee(e.Src)))
			p.putMessage(mm, num, protogen.Field{Node: e, V: "x"}, "x")
		})
	default:
		p.Loop(f.V, func(elem string) { p.putField(mm, num, protogen.Field{Node: e, V: elem}) })
	}
}

// packed reports whether a list of n is encoded as one field.
func packed(n *lower.Node) bool {
	b, ok := n.Go.(*model.Basic)
	return ok && b.Kind != model.String
}

// asSlice returns an expression for an array or a slice as a slice.
func asSlice(f protogen.Field) string {
	if protogen.IsArray(f.Node) {
		return f.V + "[:]"
	}
	return f.V
}

// numbers returns an expression for the buffer that holds numbers whose type differs from the user's.
func (p *printer) numbers(n *lower.Node) string {
	name := p.Type(n.Go) + "s"
	p.scratch[name] = p.Type(n.Go)
	return "a." + name
}
