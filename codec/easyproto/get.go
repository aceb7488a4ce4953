package easyproto

import (
	"cmp"
	"fmt"

	"bale/codec/internal/protogen"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// get prints the function that decodes a message. It keeps nothing of the old value except its memory.
func (p *printer) get(i int, m *lower.Msg, alias bool) {
	p.alias = alias
	p.Line("func (a *$A) %s%d(src []byte, v *%s) (err error) {", p.name(), i, p.Type(m.Src))
	switch m.Kind {
	case lower.OfTime:
		p.Line("var sec int64\nvar nsec int32")
		p.each("src", func(fc string) { p.read(fc+".Int64()", "sec = x") }, func(fc string) { p.read(fc+".Int32()", "nsec = x") })
		p.Line("*v = baletime.Unix(sec, int64(nsec)).UTC()")
	case lower.OfComplex:
		n := m.Fields[0].Node
		p.Line("var re, im %s", p.Type(n.Go))
		p.getFields("src", []protogen.Field{{Node: n, V: "re"}, {Node: n, V: "im"}}, true)
		p.Line("*v = %s(complex(re, im))", p.Type(m.Src))
	default:
		p.getFields("src", protogen.Fields(m), false)
	}
	p.Line("return nil\n}\n")
}

func (p *printer) name() string {
	if p.alias {
		return "alias"
	}
	return "get"
}

// each prints the loop over the fields in src, with the code for each field number.
func (p *printer) each(src string, cases ...func(fc string)) {
	fc := p.Name("fc")
	p.Line("var %[1]s baleeasyproto.FieldContext\nfor len(%[2]s) > 0 {\nif %[2]s, err = %[1]s.NextField(%[2]s); err != nil {\nreturn err\n}\nswitch %[1]s.FieldNum {", fc, src)
	for i, print := range cases {
		p.Line("case %d:", i+1)
		print(fc)
	}
	p.Line("}\n}")
}

// getFields prints the code that decodes fields. They are zero before, or are reset.
func (p *printer) getFields(src string, list []protogen.Field, zero bool) {
	var cases []func(fc string)
	for i, f := range list {
		kept := fmt.Sprintf("%s_%d", p.Name("kept"), i)
		p.reset(f, kept, zero)
		cases = append(cases, func(fc string) { p.getField(fc, f, kept) })
	}
	p.each(src, cases...)
}

// reset prints the code that sets a field to its value in a message without it. The variable kept holds the old pointer, or the number
// of decoded elements of an array. A message field that is not a pointer is always encoded, and resets itself.
func (p *printer) reset(f protogen.Field, kept string, zero bool) {
	switch {
	case f.Form == lower.Optional, f.Form == lower.Pointer:
		p.Line("%s := %s\n%s = nil", kept, f.V, f.V)
	case f.Form == lower.List && protogen.IsArray(f.Node):
		p.Line("clear(%s[:])\n%s := 0", f.V, kept)
	case zero || f.Form == lower.Message:
	case f.Form == lower.Map, f.Form == lower.Pairs:
		p.Line("clear(%s)", f.V)
	case protogen.IsArray(f.Node):
		p.Line("clear(%s[:])", f.V)
	case f.Form == lower.Bytes && p.alias:
		p.Line("%s = nil", f.V)
	case f.Form == lower.Bytes, f.Form == lower.List:
		p.Line("%s = %s[:0]", f.V, f.V)
	default:
		p.Line("%s = %s", f.V, cmp.Or(map[string]string{"Bool": "false", "String": `""`}[method(f.Node)], "0"))
	}
}

// read prints a call of fc that returns x, and the code done for x.
func (p *printer) read(call, done string, args ...any) {
	p.Line("if x, ok := %s; !ok {\nreturn $Abad\n} else {\n%s\n}", call, fmt.Sprintf(done, args...))
}

func (p *printer) getField(fc string, f protogen.Field, kept string) {
	switch f.Form {
	case lower.Unchanged, lower.Cast:
		p.getBasic(fc, f)
	case lower.Bytes:
		done := "%[1]s = append(%[1]s[:0], x...)"
		if protogen.IsArray(f.Node) {
			done = "copy(%[1]s[:], x)"
		} else if p.alias {
			done = "if %[1]s = nil; len(x) > 0 {\n%[1]s = x\n}"
		}
		p.read(fc+".Bytes()", done, f.V)
	case lower.Message:
		p.getMessage(fc, f, source.Addr(f.V))
	case lower.Optional, lower.Pointer:
		p.Line("if %s == nil {\n%s = new(%s)\n}\n%s = %s", kept, kept, p.Type(protogen.Pointee(f.Src)), f.V, kept)
		if f.Form == lower.Pointer {
			p.getBasic(fc, protogen.Field{Node: f.Elem, V: "*" + f.V})
		} else {
			p.getMessage(fc, f, f.V)
		}
	case lower.List:
		p.getList(fc, f, kept)
	case lower.Map, lower.Pairs:
		p.getEntry(fc, f)
	}
}

func (p *printer) getBasic(fc string, f protogen.Field) {
	name, x := method(f.Node), "x"
	if b := f.Go.(*model.Basic); b.Kind == model.String && !p.alias {
		x = "balestrings.Clone(x)"
	}
	if f.Form == lower.Cast {
		x = p.Type(f.Src) + "(" + x + ")"
	}
	p.read(fc+"."+name+"()", "%s = %s", f.V, x)
}

func (p *printer) getMessage(fc string, f protogen.Field, addr string) {
	p.read(fc+".MessageData()", "if err := a.%s%d(x, %s); err != nil {\nreturn err\n}", p.name(), p.Message(f.Msg), addr)
}

func (p *printer) getList(fc string, f protogen.Field, kept string) {
	e := f.Elem
	if packed(e) {
		p.getNumbers(fc, f, kept)
		return
	}
	at := kept
	if protogen.IsArray(f.Node) {
		p.Line("if %s < len(%s) {", at, f.V)
		defer p.Line("%s++\n}", at)
	} else {
		at = p.Name("n")
		p.Line("%[2]s := len(%[1]s)\nif %[2]s < cap(%[1]s) {\n%[1]s = %[1]s[:%[2]s+1]\n} else {\n%[1]s = append(%[1]s, *new(%[3]s))\n}", f.V, at, p.Type(e.Src))
	}
	elem := protogen.Field{Node: e, V: fmt.Sprintf("%s[%s]", f.V, at)}
	if e.Form == lower.Optional {
		p.Line("if %s == nil {\n%s = new(%s)\n}", elem.V, elem.V, p.Type(protogen.Pointee(e.Src)))
		p.getMessage(fc, elem, elem.V)
		return
	}
	p.getField(fc, elem, "")
}

// getNumbers prints the code that decodes a packed list.
func (p *printer) getNumbers(fc string, f protogen.Field, kept string) {
	e := f.Elem
	unpack := fmt.Sprintf("%s.Unpack%ss", fc, method(e))
	if e.Form == lower.Unchanged && !protogen.IsArray(f.Node) {
		p.read(unpack+"("+f.V+")", "%s = x", f.V)
		return
	}
	done := fmt.Sprintf("%[1]s = baleslices.Grow(%[1]s, len(x))\nfor _, x := range x {\n%[1]s = append(%[1]s, %[2]s(x))\n}", f.V, p.Type(e.Src))
	if protogen.IsArray(f.Node) {
		done = fmt.Sprintf("for _, x := range x[:min(len(x), len(%[1]s)-%[3]s)] {\n%[1]s[%[3]s] = %[2]s(x)\n%[3]s++\n}", f.V, p.Type(e.Src), kept)
	}
	numbers := p.numbers(e)
	p.read(unpack+"("+numbers+"[:0])", "%s = x\n%s", numbers, done)
}

func (p *printer) getEntry(fc string, f protogen.Field) {
	m := model.Underlying(f.Src).(*model.Map)
	p.Line("if x, ok := %s.MessageData(); !ok {\nreturn $Abad\n} else {", fc)
	p.Scope(func() {
		k, e := p.Name("k"), p.Name("e")
		p.Line("var %s %s\nvar %s %s", k, p.Type(m.Key), e, p.Type(m.Elem))
		p.getFields("x", protogen.Entry(f.Node, k, e), true)
		p.Line("if %[1]s == nil {\n%[1]s = make(%[2]s)\n}\n%[1]s[%[3]s] = %[4]s\n}", f.V, p.Type(f.Src), k, e)
	})
}
