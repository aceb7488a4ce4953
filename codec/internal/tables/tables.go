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
	"bale/schema"
)

// Caps returns the capabilities of the code, which handles all types that a program can name. Complex numbers become tables of two
// floats, and custom types without accessible fields their bytes, by mirrors. A member of a union for which direct is false is boxed.
func Caps(direct func(schema.Type) bool) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
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
func Of(t schema.Type) Class {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if u.Kind == schema.String {
			return Text
		}
		return Scalar
	case *schema.Slice, *schema.Array:
		return listOf(schema.ListElem(t))
	case *schema.Pointer:
		return Pointer
	case *schema.Map:
		return Map
	}
	return Table
}

// listOf returns the class of a list. Slices of a type defined as byte are not convertible to []byte, so they are a List.
func listOf(elem schema.Type) Class {
	if b, ok := elem.(*schema.Basic); ok && b.Kind == schema.Uint8 {
		return Data
	}
	return List
}

// Kind returns the kind of a scalar in the format, in which every integer has a width.
func Kind(t schema.Type) schema.Kind {
	switch k := schema.Underlying(t).(*schema.Basic).Kind; k {
	case schema.Int:
		return schema.Int64
	case schema.Uint, schema.Uintptr:
		return schema.Uint64
	default:
		return k
	}
}

// nilable reports whether the zero value of t is nil.
func nilable(t schema.Type) bool {
	switch schema.Underlying(t).(type) {
	case *schema.Slice, *schema.Map, *schema.Pointer, *schema.Interface:
		return true
	}
	return false
}

// Field is a field of a table.
type Field struct {
	Parent schema.Type
	Index  int
	Name   string // in the user's struct, or the name of a union's member
	Type   schema.Type
}

// Fields returns the fields of a table. The fields of a union have the types that its members point to.
func Fields(table schema.Type) []Field {
	if _, ok := schema.Underlying(table).(*schema.Time); ok {
		return []Field{{table, 0, "Sec", &schema.Basic{Kind: schema.Int64}}, {table, 1, "Nsec", &schema.Basic{Kind: schema.Int32}}}
	}
	var list []Field
	if u, ok := schema.Underlying(table).(*schema.Interface); ok {
		for i, m := range u.Members {
			elem := m.(*schema.Pointer).Elem
			list = append(list, Field{table, i, schema.GoType(elem, func(string) string { return "" }), elem})
		}
		return list
	}
	for i, f := range schema.Underlying(table).(*schema.Struct).Fields {
		list = append(list, Field{table, i, f.Name, f.Type})
	}
	return list
}

// Target returns the table for t, and whether t is boxed in it.
func Target(t schema.Type) (table schema.Type, boxed bool) {
	if Of(t) == Table {
		return t, false
	}
	return Box(t), true
}

// Box returns the table in which t is boxed.
func Box(t schema.Type) schema.Type { return newTable("V", t) }

func newTable(pairs ...any) schema.Type {
	s := &schema.Struct{}
	for i := 0; i < len(pairs); i += 2 {
		s.Fields = append(s.Fields, &schema.Field{Name: pairs[i].(string), Type: pairs[i+1].(schema.Type), Exported: true})
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
func Elem(t schema.Type, basic ...Class) (Form, schema.Type) {
	if m, ok := schema.Underlying(t).(*schema.Map); ok {
		return Pair, newTable("Key", m.Key, "Value", m.Elem)
	}
	elem := schema.ListElem(t)
	class := Of(elem)
	if slices.Contains(basic, class) {
		return Basic, elem
	}
	if class == Table {
		return Plain, elem
	}
	if p, ok := schema.Underlying(elem).(*schema.Pointer); ok && Of(p.Elem) == Table {
		return Ref, p.Elem
	}
	return InTable, Box(elem)
}

// Aliases reports whether t consists of bytes that a reader can leave in the message.
func Aliases(t schema.Type) bool {
	_, slice := schema.Underlying(t).(*schema.Slice)
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
