package capnpgen

import (
	"fmt"

	"bale/codec/internal/tables"
	"bale/model"
)

// put prints the function that fills the table dst from v.
func (p *printer) put(table model.Type) {
	p.Func(fmt.Sprintf("$Aput%d(dst %s, v *%s)", p.Number(table), p.structType(table), p.Type(table)), func() {
		fields := tables.Fields(table)
		if _, ok := model.Underlying(table).(*model.Time); ok {
			p.Line("%s\n%s", p.setScalar(fields[0], "v.Unix()"), p.setScalar(fields[1], "v.Nanosecond()"))
			return
		}
		if tables.IsUnion(table) {
			p.union(table)
			return
		}
		for _, f := range fields {
			p.field(f, f.Member())
		}
	})
}

// union fills the table of a union. Generated accessors set its number; without them, the printed code does.
func (p *printer) union(union model.Type) {
	p.Switch(union, func(f tables.Field) {
		if p.lib.Lowlevel {
			p.Line("dst.SetUint16(0, %d)", f.Index+1)
		}
		p.field(f, "(*m)")
	})
}

// field prints the code that stores v in field f of dst. A nil interface is an absent table, which is read as one without a set member.
func (p *printer) field(f tables.Field, v string) {
	typ := f.Type
	switch class := tables.Of(typ); class {
	case tables.Scalar:
		p.Line("%s", p.setScalar(f, v))
	case tables.Text:
		p.Line("%s", p.spell(p.lib.SetText, f, "$v", "string("+v+")"))
	case tables.Table:
		if tables.IsUnion(typ) {
			p.Line("if %s != nil {", v)
		} else {
			p.Line("{")
		}
		p.Line("%s", p.spell(p.lib.NewSub, f))
		p.call(typ, "x", "&"+v)
		p.Line("}")
	default:
		if _, array := model.Underlying(typ).(*model.Array); array {
			p.Line("{")
		} else {
			p.Line("if %s != nil {", v)
		}
		switch class {
		case tables.Data:
			p.Line("%s", p.spell(p.lib.SetData, f, "$v", v+"[:]"))
		case tables.Pointer:
			p.Line("%s", p.spell(p.lib.NewSub, f))
			p.target(model.Underlying(typ).(*model.Pointer).Elem, "x", v)
		default:
			p.items(f, v)
		}
		p.Line("}")
	}
}

func (p *printer) call(table model.Type, dst, v string) {
	p.Call(fmt.Sprintf("$Aput%d", p.Number(table)), dst+", "+v)
}

// target prints the code that fills dst from the value that v points at.
func (p *printer) target(t model.Type, dst, v string) {
	table, boxed := tables.Target(t)
	if boxed {
		p.Line("w := %s{*%s}", p.Type(table), v)
		v = "&w"
	}
	p.call(table, dst, v)
}

func (p *printer) items(f tables.Field, v string) {
	form, elem := tables.Elem(f.Type, basic...)
	sub := p.spell(p.lib.ItemSub, f, "$l", "x", "$i", "i")
	template := p.lib.NewSubs
	if form == tables.Basic {
		template = p.lib.NewList
	}
	p.Line("%s", p.spell(template, f, "$n", "len("+v+")"))
	if form == tables.Pair {
		p.Line("i := 0\nfor k, e := range %s {\nw := %s{k, e}", v, p.Type(elem))
		p.call(elem, sub, "&w")
		p.Line("i++\n}")
		return
	}
	e := v + "[i]"
	p.Line("for i := range %s {", v)
	switch form {
	case tables.Plain:
		p.call(elem, sub, "&"+e)
	case tables.Ref:
		p.Line("if %s != nil {", e)
		p.call(elem, sub, e)
		p.Line("}")
	case tables.InTable:
		p.Line("w := %s{%s}", p.Type(elem), e)
		p.call(elem, sub, "&w")
	case tables.Basic:
		p.item(elem, e)
	}
	p.Line("}")
}

// item prints the code that stores a basic element in the list x.
func (p *printer) item(elem model.Type, e string) {
	switch tables.Of(elem) {
	case tables.Scalar:
		p.Line("x.Set(i, %s(%s))", tables.Kind(elem), e)
	case tables.Text:
		p.Line("%s", tables.Expand(p.lib.SetItem, "$v", "string("+e+")"))
	case tables.Data:
		if _, array := model.Underlying(elem).(*model.Array); array {
			p.Line("{")
		} else {
			p.Line("if %s != nil {", e)
		}
		p.Line("%s\n}", tables.Expand(p.lib.SetItem, "$v", e+"[:]"))
	}
}
