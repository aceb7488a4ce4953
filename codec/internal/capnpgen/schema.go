package capnpgen

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec/internal/tables"
	"bale/schema"
)

// basic are the classes that there are lists of.
var basic = []tables.Class{tables.Scalar, tables.Text, tables.Data}

// name is what a table is called in the schema: a user's name could meet one that is made of another.
func (p *printer) name(table schema.Type) string {
	return fmt.Sprintf("R%dS%d", p.root, p.Number(table))
}

// declare adds a table to the schema.
func (p *printer) declare(table schema.Type) {
	p.schema += fmt.Sprintf("\nstruct %s {\n", p.name(table))
	switch fields := tables.Fields(table); {
	case tables.IsUnion(table):
		p.schema += "  union {\n    none @0 :Void;\n" + p.fields("    ", fields, 1) + "  }\n"
	case len(fields) == 0:
		p.schema += "  none @0 :Bool;\n" // the first version takes a struct of no size for one that is not there
	default:
		p.schema += p.fields("  ", fields, 0)
	}
	p.schema += "}\n"
}

// fields are the lines for fields, of which first is the number of the first.
func (p *printer) fields(indent string, fields []tables.Field, first int) string {
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, "%sf%d @%d :%s;  # %s\n", indent, f.Index, first+f.Index, p.typ(f.Type), f.Name)
	}
	return b.String()
}

func (p *printer) typ(t schema.Type) string {
	switch tables.Of(t) {
	case tables.Scalar:
		return kindName(t)
	case tables.Text:
		return "Text"
	case tables.Data:
		return "Data"
	case tables.List, tables.Map:
		form, elem := tables.Elem(t, basic...)
		if form == tables.Basic {
			return "List(" + p.typ(elem) + ")"
		}
		return "List(" + p.name(elem) + ")"
	}
	return p.name(child(t))
}

// child is the table that a field of type t refers to, nil for none.
func child(t schema.Type) schema.Type {
	switch tables.Of(t) {
	case tables.Table:
		return t
	case tables.Pointer:
		table, _ := tables.Target(schema.Underlying(t).(*schema.Pointer).Elem)
		return table
	case tables.List, tables.Map:
		if form, elem := tables.Elem(t, basic...); form != tables.Basic {
			return elem
		}
	}
	return nil
}

var kindNames = map[schema.Kind]string{
	schema.Bool: "Bool", schema.Int8: "Int8", schema.Int16: "Int16", schema.Int32: "Int32", schema.Int64: "Int64",
	schema.Uint8: "UInt8", schema.Uint16: "UInt16", schema.Uint32: "UInt32", schema.Uint64: "UInt64",
	schema.Float32: "Float32", schema.Float64: "Float64",
}

func kindName(t schema.Type) string { return kindNames[tables.Kind(t)] }

// listName is what the libraries call the list for t.
func (p *printer) listName(t schema.Type) string {
	if tables.Of(t) == tables.List {
		if form, elem := tables.Elem(t, basic...); form == tables.Basic && !schema.IsKind(elem, schema.Bool) {
			return p.typ(elem) + "List"
		}
	}
	return "BitList"
}

// A place is where a field lies in a struct: in the data section, or among the pointers.
type place struct{ bits, pointer int }

// layout lays out the structs of a program that has no generated code. The compiler would let small
// fields fill the gaps before large ones; put the largest first and there are none, at the same size.
func layout(table schema.Type) (places []place, size string) {
	fields := tables.Fields(table)
	places = make([]place, len(fields))
	if tables.IsUnion(table) {
		return places, union(fields, places)
	}
	order := slices.Clone(fields)
	slices.SortStableFunc(order, func(a, b tables.Field) int { return width(b) - width(a) })
	var bits, pointers int
	for _, f := range order {
		places[f.Index] = place{bits, pointers}
		if w := width(f); w > 0 {
			bits += w
		} else {
			pointers++
		}
	}
	return places, objectSize(bits, pointers)
}

// union lays out a union: its members share one place, behind the 16 bits that say which is set.
func union(fields []tables.Field, places []place) (size string) {
	bits, pointers := 64, 0
	for _, f := range fields {
		switch w := width(f); {
		case w == 64:
			places[f.Index].bits, bits = 64, 128
		case w > 0:
			places[f.Index].bits = 32
		default:
			pointers = 1
		}
	}
	return objectSize(bits, pointers)
}

func objectSize(bits, pointers int) string {
	return fmt.Sprintf("balecapnp.ObjectSize{DataSize: %d, PointerCount: %d}", (bits+63)/64*8, pointers)
}

// width is how many bits a field takes in the data section.
func width(f tables.Field) int {
	if tables.Of(f.Type) != tables.Scalar {
		return 0
	}
	if k := tables.Kind(f.Type); k != schema.Bool {
		return k.Bits()
	}
	return 1
}
