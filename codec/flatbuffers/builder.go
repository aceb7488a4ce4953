package flatbuffers

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/internal/tables"
	"bale/codec/lower"
	"bale/model"
)

// basic lists the classes for which there are vectors.
var basic = []tables.Class{tables.Scalar, tables.Text}

// builderCaps returns the capabilities of the code with the Builder. A union is part of a table, and its members are tables. Times are
// stored inline, so they are not tables.
func builderCaps(string) lower.Caps {
	isTable := func(t model.Type) bool { return tables.Of(t) == tables.Table && !isTime(t) && !tables.IsUnion(t) }
	caps := tables.Caps(isTable)
	caps.Elem = func(n *lower.Node) bool { return !tables.IsUnion(n.Go) }
	caps.Pointee = func(t model.Type) bool { return !tables.IsUnion(t) }
	return caps
}

// builder generates the code that a user would write with the library and without flatc, in the layout of flatc's code. Only byte vectors
// are one byte shorter each, because flatc's code writes them as strings, which end in a zero byte, and empty strings are written.
func builder(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		out.Code = append(out.Code, code(in, r.Node.Go, in.Plan.Reaches(i, shares)))
	}
	return out, nil
}

// shares reports whether decoded values can share memory with the message. The library also decodes strings without copying.
func shares(t model.Type) bool { return tables.Aliases(t) || tables.Of(t) == tables.Text }

func code(in *codec.Input, t model.Type, shared bool) codec.Code {
	p := &printer{tables.Printer{Writer: source.New(in, codec.Import{Name: "balefb", Path: library})}}
	table, boxed := tables.Target(t)
	if tables.IsUnion(t) {
		table, boxed = tables.Box(t), true
	}
	p.Number(table)
	p.Each(func(_ int, table model.Type) {
		p.put(table)
		reader.Read(&p.Printer, table, "$Aget", false)
		if shared {
			reader.Read(&p.Printer, table, "$Ashared", true)
		}
	})
	open, value, done := "", "c", "\nreturn nil"
	if boxed {
		open, value, done = fmt.Sprintf("w := %s{*c}\n", p.Type(table)), "&w", "\n*c = w.V"+done
	}
	read := func(name string) string {
		return fmt.Sprintf("%s%s0(balefb.Table{Bytes: b, Pos: balefb.GetUOffsetT(b)}, %s)%s", open, name, value, done)
	}
	c := codec.Code{
		State: state, Setup: setup, Decls: p.String(), Imports: append(p.Used(p.String()), codec.StdImports("bytes")...),
		Marshal:      open + fmt.Sprintf(fresh, "$Aput0(b, "+value+")"),
		MarshalReuse: open + fmt.Sprintf(reuse, "$Aput0(b, "+value+")"),
		Unmarshal:    read("$Aget"), UnmarshalReuse: read("$Aget"),
	}
	if shared {
		c.UnmarshalAlias, c.UnmarshalAliasReuse = read("$Ashared"), read("$Ashared")
	}
	return c
}

type printer struct{ tables.Printer }

// put prints the function that adds v to a message, parts first, and returns its offset.
func (p *printer) put(table model.Type) {
	if tables.IsUnion(table) {
		p.union(table)
		return
	}
	p.Line("func $Aput%d(b *balefb.Builder, v *%s) balefb.UOffsetT {", p.Number(table), p.Type(table))
	defer p.Line("}\n")
	if isTime(table) {
		p.Line("b.Prep(8, 16)\nb.Pad(4)\nb.PrependInt32(int32(v.Nanosecond()))\nb.PrependInt64(v.Unix())\nreturn b.Offset()")
		return
	}
	fields := tables.Fields(table)
	for _, f := range fields {
		p.part(f, f.Member(), fmt.Sprintf("o%d", f.Index))
	}
	p.Line("b.StartObject(%d)", slots(fields))
	for _, f := range fields {
		p.slot(f, f.Member())
	}
	p.Line("return b.EndObject()")
}

// union prints the function that adds the member of a union, and returns the number of the member, or 0 if there is none, and its
// offset.
func (p *printer) union(union model.Type) {
	p.Line("func $Aput%d(b *balefb.Builder, v *%s) (byte, balefb.UOffsetT) {", p.Number(union), p.Type(union))
	p.Switch(union, func(f tables.Field) { p.Line("return %d, %s", f.Index+1, p.call(f.Type, "m")) })
	p.Line("return 0, 0\n}\n")
}

func isTime(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Time)
	return ok
}

// inline reports whether a field of type t is stored in the table itself: scalars, times and pointers to times.
func inline(t model.Type) bool {
	if p, ok := model.Underlying(t).(*model.Pointer); ok {
		return isTime(p.Elem)
	}
	return tables.Of(t) == tables.Scalar || isTime(t)
}

// slots returns the number of vtable entries of the fields. A union has two, for the number of its member and for the member.
func slots(fields []tables.Field) int {
	n := len(fields)
	for _, f := range fields {
		if tables.IsUnion(f.Type) {
			n++
		}
	}
	return n
}

// part prints the code that adds the part that field f refers to, and declares o, its offset.
func (p *printer) part(f tables.Field, v, o string) {
	if inline(f.Type) {
		return
	}
	class := tables.Of(f.Type)
	switch class {
	case tables.Text:
		p.Line("%s := b.CreateString(string(%s))", o, v)
		return
	case tables.Table:
		if tables.IsUnion(f.Type) {
			o = fmt.Sprintf("which%d, %s", f.Index, o)
		}
		p.Line("%s := %s", o, p.call(f.Type, "&"+v))
		return
	}
	p.Line("var %s balefb.UOffsetT", o)
	if _, array := model.Underlying(f.Type).(*model.Array); array {
		p.Line("{")
	} else {
		p.Line("if %s != nil {", v)
	}
	switch class {
	case tables.Data:
		p.Line("%s = b.CreateByteVector(%s[:])", o, v)
	case tables.Pointer:
		table, boxed := tables.Target(model.Underlying(f.Type).(*model.Pointer).Elem)
		if boxed {
			p.Line("w := %s{*%s}", p.Type(table), v)
			v = "&w"
		}
		p.Line("%s = %s", o, p.call(table, v))
	default:
		p.vector(f.Type, v, o)
	}
	p.Line("}")
}

func (p *printer) call(table model.Type, v string) string {
	return fmt.Sprintf("$Aput%d(b, %s)", p.Number(table), v)
}

// slot prints the code that stores field f in its table.
func (p *printer) slot(f tables.Field, v string) {
	slot := slots(tables.Fields(f.Parent)[:f.Index])
	switch class := tables.Of(f.Type); {
	case class == tables.Scalar && tables.Kind(f.Type) == model.Bool:
		p.Line("b.PrependBoolSlot(%d, bool(%s), false)", slot, v)
	case class == tables.Scalar:
		p.Line("b.Prepend%sSlot(%d, %s(%s), 0)", kindName(f.Type), slot, tables.Kind(f.Type), v)
	case isTime(f.Type):
		p.Line("b.PrependStructSlot(%d, %s, 0)", slot, p.call(f.Type, "&"+v))
	case inline(f.Type):
		p.Line("if %s != nil {\nb.PrependStructSlot(%d, %s, 0)\n}", v, slot, p.call(model.Underlying(f.Type).(*model.Pointer).Elem, v))
	case tables.IsUnion(f.Type):
		p.Line("b.PrependByteSlot(%d, which%d, 0)\nb.PrependUOffsetTSlot(%d, o%d, 0)", slot, f.Index, slot+1, f.Index)
	default:
		p.Line("b.PrependUOffsetTSlot(%d, o%d, 0)", slot, f.Index)
	}
}

// vector prints the code that adds a list. Elements in the vector are written from last to first. Parts that the elements refer to are
// written before the vector.
func (p *printer) vector(t model.Type, v, o string) {
	form, elem := tables.Elem(t, basic...)
	if form == tables.Pair {
		p.Line("at := make([]balefb.UOffsetT, 0, len(%s))\nfor k, e := range %s {\nw := %s{k, e}", v, v, p.Type(elem))
		p.Line("at = append(at, %s)\n}\n%s = b.CreateVectorOfTables(at)", p.call(elem, "&w"), o)
		return
	}
	if size := inlineSize(form, elem); size > 0 {
		p.Line("b.StartVector(%d, len(%s), %d)\nfor i := len(%s) - 1; i >= 0; i-- {", size, v, min(size, 8), v)
		if form == tables.Basic {
			p.Line("b.Prepend%s(%s(%s[i]))\n}", kindName(elem), tables.Kind(elem), v)
		} else {
			p.Line("%s\n}", p.element(form, elem, v+"[i]"))
		}
		p.Line("%s = b.EndVector(len(%s))", o, v)
		return
	}
	p.Line("at := make([]balefb.UOffsetT, len(%s))\nfor i := range %s {", v, v)
	p.Line("at[i] = %s\n}\n%s = b.CreateVectorOfTables(at)", p.element(form, elem, v+"[i]"), o)
}

// element prints code that must precede the call that adds element e, and returns the call.
func (p *printer) element(form tables.Form, elem model.Type, e string) string {
	switch form {
	case tables.Plain:
		return p.call(elem, "&"+e)
	case tables.Ref:
		p.Line("w := %s\nif w == nil {\nw = new(%s)\n}", e, p.Type(elem))
		return p.call(elem, "w")
	case tables.InTable:
		p.Line("w := %s{%s}", p.Type(elem), e)
		return p.call(elem, "&w")
	}
	return "b.CreateString(string(" + e + "))"
}

// inlineSize returns the size in bytes of an element stored in the vector itself, or 0 if the vector refers to it.
func inlineSize(form tables.Form, elem model.Type) int {
	switch {
	case form == tables.Basic && tables.Of(elem) == tables.Scalar:
		return max(tables.Kind(elem).Bits()/8, 1)
	case form != tables.Basic && isTime(elem):
		return 16
	}
	return 0
}
