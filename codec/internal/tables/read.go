package tables

import (
	"fmt"

	"bale/model"
)

// A Reader describes how a library reads tables. Its texts are templates in which $x is the variable that the text declares, src the
// table and $i the index into a list. Pairs returns the other replacements.
type Reader struct {
	Type   func(table model.Type) string // the Go type of src
	Scalar func(f Field) string          // an expression that reads a scalar
	Pairs  func(f Field) []string        // replacements in the templates for a field
	Sub    func(f Field) string          // declares $x, a table
	Basic  []Class                       // classes for which the format has lists
	Which  string                        // an expression for the number, from 1, of the field of a union that is set

	Text, Data string // declare $x: string or bytes, bytes or nil
	List, Subs string // declare the list $x, of basic elements or of tables, and its length $n
	SharedText string // Text, but sharing the message's memory
	There      string // reports whether the table $x is present
	ThereList  string // reports whether the list $x is present

	Item, ItemSub                      string // expressions for a scalar and a table
	ItemText, ItemData, SharedItemText string // declare $x: string or bytes, bytes or nil
}

// Read prints the function that decodes a table into v and overwrites all of it. Its name is name followed by the table's number. With
// shared, strings and bytes stay in the message if the library supports that.
func (r *Reader) Read(p *Printer, table model.Type, name string, shared bool) {
	g := &getter{p, r, name, shared}
	p.Func(fmt.Sprintf("%s%d(src %s, v *%s)", name, p.Number(table), r.Type(table), p.Type(table)), func() {
		fields := Fields(table)
		if _, ok := model.Underlying(table).(*model.Time); ok {
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

// field prints the code that decodes field f into v.
func (g *getter) field(f Field, v string) {
	typ := g.Type(f.Type)
	x, n := fmt.Sprintf("x%d", f.Index), fmt.Sprintf("n%d", f.Index)
	spell := func(template string) string { return Expand(template, append(g.r.Pairs(f), "$x", x, "$n", n)...) }
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
			g.pointee(model.Underlying(f.Type).(*model.Pointer).Elem, v, x)
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

// absent ends a condition. An absent value becomes nil or zero.
func (g *getter) absent(t model.Type, v string) {
	if nilable(t) {
		g.Line("} else {\n%s = nil\n}", v)
	} else {
		g.Line("} else {\n%s = %s{}\n}", v, g.Type(t))
	}
}

func (g *getter) call(table model.Type, src, v string) {
	g.Call(fmt.Sprintf("%s%d", g.name, g.Number(table)), src+", "+v)
}

func (g *getter) pointee(t model.Type, v, src string) {
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

// bytes prints the code that sets v to x, and to nil if x is nil.
func (g *getter) bytes(t model.Type, v, x string) {
	switch _, array := model.Underlying(t).(*model.Array); {
	case array:
		g.Line("clear(%s[copy(%s[:], %s):])", v, v, x)
	case g.shared:
		g.Line("%s = %s", v, x)
	default:
		g.Line("if %s == nil {\n%s = nil\n} else {", x, v)
		g.Line("if %s == nil {\n%s = make(%s, 0, len(%s))\n}\n%s = append(%s[:0], %s...)\n}", v, v, g.Type(t), x, v, v, x)
	}
}

func (g *getter) items(f Field, form Form, elem model.Type, v, x, n string) {
	spell := func(template string) string {
		return Expand(template, append(g.r.Pairs(f), "$x", "y", "$l", x, "$i", "i")...)
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
	case InTable:
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
