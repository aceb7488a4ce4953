// Package tables is shared by the codecs of Cap'n Proto and FlatBuffers. Messages of both formats consist of tables that are read
// through accessors, without Go structs. The package walks the user's types and prints the code that a user would write between the
// two.
//
// A table stands for a struct or a time. A type that must be a table to be pointed at or listed (a map, a list of lists, a pointer to a
// number) is boxed: it becomes the only field V of a table. A map is a list of tables with Key and Value. A union is a table of its own
// in Cap'n Proto, and two fields of a table in FlatBuffers.
package tables

import (
	"slices"
	"strings"

	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of the code, which handles all types that a program can name. Complex numbers become tables of two
// floats, and custom types without accessible fields their bytes, by mirrors. A member of a union for which direct is false is boxed.
func Caps(direct func(model.Type) bool) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true, Union: lower.UnionPointers,
		UnionMember: func(n *lower.Node) bool { return direct(n.Go) },
	}
}

// Class is the kind of a field in a table.
type Class int

// The classes.
const (
	Scalar  Class = iota // a number or a bool
	Text                 // a string
	Data                 // bytes, from a slice or an array
	Table                // another table
	Pointer              // another table that may be absent
	List                 // from a slice or an array
	Map                  // a list of pairs
)

// Of returns the class of t.
func Of(t model.Type) Class {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if u.Kind == model.String {
			return Text
		}
		return Scalar
	case *model.Slice, *model.Array:
		return listOf(model.ListElem(t))
	case *model.Pointer:
		return Pointer
	case *model.Map:
		return Map
	}
	return Table
}

// listOf returns the class of a list. Slices of a type defined as byte are not convertible to []byte, so they are a List.
func listOf(elem model.Type) Class {
	if b, ok := elem.(*model.Basic); ok && b.Kind == model.Uint8 {
		return Data
	}
	return List
}

// Kind returns the kind of a scalar in the format, in which every integer has a width.
func Kind(t model.Type) model.Kind {
	switch k := model.Underlying(t).(*model.Basic).Kind; k {
	case model.Int:
		return model.Int64
	case model.Uint, model.Uintptr:
		return model.Uint64
	default:
		return k
	}
}

// nilable reports whether the zero value of t is nil.
func nilable(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map, *model.Pointer, *model.Interface:
		return true
	}
	return false
}

// Field is a field of a table.
type Field struct {
	Parent model.Type
	Index  int
	Name   string // in the user's struct, or the name of a union's member
	Type   model.Type
}

// Fields returns the fields of a table. The fields of a union have the types that its members point to.
func Fields(table model.Type) []Field {
	if _, ok := model.Underlying(table).(*model.Time); ok {
		return []Field{{table, 0, "Sec", &model.Basic{Kind: model.Int64}}, {table, 1, "Nsec", &model.Basic{Kind: model.Int32}}}
	}
	var list []Field
	if u, ok := model.Underlying(table).(*model.Interface); ok {
		for i, m := range u.Members {
			elem := m.(*model.Pointer).Elem
			list = append(list, Field{table, i, model.GoType(elem, func(string) string { return "" }), elem})
		}
		return list
	}
	for i, f := range model.Underlying(table).(*model.Struct).Fields {
		list = append(list, Field{table, i, f.Name, f.Type})
	}
	return list
}

// Target returns the table for t, and whether t is boxed in it.
func Target(t model.Type) (table model.Type, boxed bool) {
	if Of(t) == Table {
		return t, false
	}
	return Box(t), true
}

// Box returns the table in which t is boxed.
func Box(t model.Type) model.Type { return newTable("V", t) }

func newTable(pairs ...any) model.Type {
	s := &model.Struct{}
	for i := 0; i < len(pairs); i += 2 {
		s.Fields = append(s.Fields, &model.Field{Name: pairs[i].(string), Type: pairs[i+1].(model.Type), Exported: true})
	}
	return s
}

// Form is how the elements of a list are stored.
type Form int

// The forms.
const (
	Basic   Form = iota // scalars, text, data
	Plain               // tables
	Ref                 // tables, from pointers to them: a nil pointer becomes an empty table
	InTable             // tables that contain the element
	Pair                // tables that contain a map's key and element
)

// Elem returns the form of the list for t, which is a List or a Map, and the type of an element or its table. basic contains the
// classes for which the format has lists.
func Elem(t model.Type, basic ...Class) (Form, model.Type) {
	if m, ok := model.Underlying(t).(*model.Map); ok {
		return Pair, newTable("Key", m.Key, "Value", m.Elem)
	}
	elem := model.ListElem(t)
	class := Of(elem)
	if slices.Contains(basic, class) {
		return Basic, elem
	}
	if class == Table {
		return Plain, elem
	}
	if p, ok := model.Underlying(elem).(*model.Pointer); ok && Of(p.Elem) == Table {
		return Ref, p.Elem
	}
	return InTable, Box(elem)
}

// Aliases reports whether t consists of bytes that a reader can leave in the message.
func Aliases(t model.Type) bool {
	_, slice := model.Underlying(t).(*model.Slice)
	return slice && Of(t) == Data
}

// Member returns an expression for field f of the struct that v points at.
func (f Field) Member() string { return "v." + f.Name }

// Expand fills in a template.
func Expand(template string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(template)
}

// Printer prints functions for tables.
type Printer struct {
	*source.Writer
	Fails bool // the functions return an error
}

// Call prints a call of one of the functions.
func (p *Printer) Call(name string, args string) {
	if p.Fails {
		p.Line("if err := %s(%s); err != nil {\nreturn err\n}", name, args)
	} else {
		p.Line("%s(%s)", name, args)
	}
}

// Func prints a function.
func (p *Printer) Func(head string, body func()) {
	if !p.Fails {
		p.Line("func %s {", head)
		body()
		p.Line("}\n")
		return
	}
	p.Line("func %s error {", head)
	body()
	p.Line("return nil\n}\n")
}
