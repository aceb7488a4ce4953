package tables

import (
	"fmt"

	"bale/schema"
)

// A Reader is how a library reads tables. Its texts are templates, in which $x is the variable that a
// text declares, src the table, $i the index into a list and the rest what Pairs gives.
type Reader struct {
	Type   func(table schema.Type) string // the Go type of src
	Scalar func(f Field) string           // the expression that reads a scalar
	Pairs  func(f Field) []string         // what the templates hold for a field
	Sub    func(f Field) string           // declares $x, a table
	Basic  []Class                        // which classes there are lists of
	Which  string                         // the expression for the number of the field of a union that is set, from 1

	Text, Data string // declare $x: text or bytes, bytes or nil
	List, Subs string // declare $x, a list, of basics or of tables, and $n, its length
	SharedText string // Text, sharing the message's memory
	There      string // whether the table $x is there
	ThereList  string // whether the list $x is there

	Item, ItemSub                      string // expressions: a scalar, a table
	ItemText, ItemData, SharedItemText string // declare $x: text or bytes, bytes or nil
}

// Read prints the function, called name and the table's number, that reads a table into v and
// overwrites all of it. With shared, text and bytes stay in the message where the library has a way to.
func (r *Reader) Read(p *Printer, table schema.Type, name string, shared bool) {
	g := &getter{p, r, name, shared}
	p.Func(fmt.Sprintf("%s%d(src %s, v *%s)", name, p.Number(table), r.Type(table), p.Type(table)), func() {
		fields := Fields(table)
		if _, ok := schema.Underlying(table).(*schema.Time); ok {
			p.Line("*v = %s.Unix(int64(%s), int64(%s)).UTC()", p.Import("time"), r.Scalar(fields[0]), r.Scalar(fields[1]))
			return
		}
		if IsUnion(table) {
			g.union(table)
			return
		}
		for _, f := range fields {
			g.field(f, f.Member())
		}
	})
}

type getter struct {
	*Printer
	r      *Reader
	name   string
	shared bool
}

// field prints what reads field f into v.
func (g *getter) field(f Field, v string) {
	typ := g.Type(f.Type)
	x, n := fmt.Sprintf("x%d", f.Index), fmt.Sprintf("n%d", f.Index)
	spell := func(template string) string { return Spell(template, append(g.r.Pairs(f), "$x", x, "$n", n)...) }
	switch Of(f.Type) {
	case Scalar:
		g.Line("%s = %s(%s)", v, typ, g.r.Scalar(f))
	case Text:
		g.Line("%s\n%s = %s(%s)", spell(g.text(g.r.Text, g.r.SharedText)), v, typ, x)
	case Data:
		g.Line("%s", spell(g.r.Data))
		g.bytes(f.Type, v, x)
	case Table, Pointer:
		g.Line("%s\nif %s {", spell(g.r.Sub(f)), spell(g.r.There))
		if Of(f.Type) == Table {
			g.call(f.Type, x, "&"+v)
		} else {
			g.pointee(schema.Underlying(f.Type).(*schema.Pointer).Elem, v, x)
		}
		g.absent(f.Type, v)
	case List, Map:
		form, elem := Elem(f.Type, g.r.Basic...)
		template := g.r.Subs
		if form == Basic {
			template = g.r.List
		}
		g.Line("%s\nif %s {", spell(template), spell(g.r.ThereList))
		g.items(f, form, elem, v, x, n)
		g.absent(f.Type, v)
	}
}

func (g *getter) text(copied, shared string) string {
	if g.shared && shared != "" {
		return shared
	}
	return copied
}

// absent ends a condition: what is not there is nil, or zero.
func (g *getter) absent(t schema.Type, v string) {
	if nilable(t) {
		g.Line("} else {\n%s = nil\n}", v)
	} else {
		g.Line("} else {\n%s = %s{}\n}", v, g.Type(t))
	}
}

func (g *getter) call(table schema.Type, src, v string) {
	g.Call(fmt.Sprintf("%s%d", g.name, g.Number(table)), src+", "+v)
}

func (g *getter) pointee(t schema.Type, v, src string) {
	g.Line("if %s == nil {\n%s = new(%s)\n}", v, v, g.Type(t))
	table, boxed := Target(t)
	if !boxed {
		g.call(table, src, v)
		return
	}
	g.Line("w := %s{*%s}", g.Type(table), v)
	g.call(table, src, "&w")
	g.Line("*%s = w.V", v)
}

// bytes prints what puts x into v, nil for nil.
func (g *getter) bytes(t schema.Type, v, x string) {
	switch _, array := schema.Underlying(t).(*schema.Array); {
	case array:
		g.Line("clear(%s[copy(%s[:], %s):])", v, v, x)
	case g.shared:
		g.Line("%s = %s", v, x)
	default:
		g.Line("if %s == nil {\n%s = nil\n} else {", x, v)
		g.Line("if %s == nil {\n%s = make(%s, 0, len(%s))\n}\n%s = append(%s[:0], %s...)\n}", v, v, g.Type(t), x, v, v, x)
	}
}

func (g *getter) items(f Field, form Form, elem schema.Type, v, x, n string) {
	spell := func(template string) string {
		return Spell(template, append(g.r.Pairs(f), "$x", "y", "$l", x, "$i", "i")...)
	}
	if form == Pair {
		g.Line("if %s == nil {\n%s = make(%s, %s)\n} else {\nclear(%s)\n}", v, v, g.Type(f.Type), n, v)
		g.Line("for i := range %s {\nvar w %s", n, g.Type(elem))
		g.call(elem, spell(g.r.ItemSub), "&w")
		g.Line("%s[w.Key] = w.Value\n}", v)
		return
	}
	if nilable(f.Type) {
		g.Line("if %s == nil || cap(%s) < %s {\n%s = make(%s, %s)\n} else {\n%s = %s[:%s]\n}", v, v, n, v, g.Type(f.Type), n, v, v, n)
	} else {
		g.Line("%s = min(%s, len(%s))\nclear(%s[%s:])", n, n, v, v, n)
	}
	g.Line("for i := range %s {", n)
	e := v + "[i]"
	switch form {
	case Plain:
		g.call(elem, spell(g.r.ItemSub), "&"+e)
	case Ref:
		g.pointee(elem, e, spell(g.r.ItemSub))
	case Boxed:
		g.Line("w := %s{%s}", g.Type(elem), e)
		g.call(elem, spell(g.r.ItemSub), "&w")
		g.Line("%s = w.V", e)
	case Basic:
		switch Of(elem) {
		case Scalar:
			g.Line("%s = %s(%s)", e, g.Type(elem), spell(g.r.Item))
		case Text:
			g.Line("%s\n%s = %s(y)", spell(g.text(g.r.ItemText, g.r.SharedItemText)), e, g.Type(elem))
		case Data:
			g.Line("%s", spell(g.r.ItemData))
			g.bytes(elem, e, "y")
		}
	}
	g.Line("}")
}
