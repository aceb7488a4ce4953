package capnpgen

import (
	"fmt"
	"math/bits"
	"strings"

	"bale/codec/internal/tables"
	"bale/schema"
)

// basic lists the classes for which Cap'n Proto has lists.
var basic = []tables.Class{tables.Scalar, tables.Text, tables.Data}

// name returns the name of a table in the schema. Names made from the user's could collide with each other.
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
		p.schema += "  none @0 :Bool;\n" // version 1 reads a struct of size 0 as an absent one
	default:
		p.schema += p.fields("  ", fields, 0)
	}
	p.schema += "}\n"
}

// fields returns the lines for fields. first is the number of the first.
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

// child returns the table that a field of type t refers to, or nil.
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

// listName returns the name of the library's list type for t.
func (p *printer) listName(t schema.Type) string {
	if tables.Of(t) == tables.List {
		if form, elem := tables.Elem(t, basic...); form == tables.Basic && !schema.IsKind(elem, schema.Bool) {
			return p.typ(elem) + "List"
		}
	}
	return "BitList"
}

// A place is the position of a field in a struct: in bits in the data section, or as an index among the pointers.
type place struct{ bits, pointer int }

// layout lays out a struct for code without generated accessors, as the Cap'n Proto compiler does: in the order of the fields, with
// small fields in the gaps left by others. A field that is added at the end does not move other fields.
func layout(table schema.Type) (places []place, size string) {
	fields := tables.Fields(table)
	places = make([]place, len(fields))
	if tables.IsUnion(table) {
		return places, union(fields, places)
	}
	var data section
	pointers := 0
	for _, f := range fields {
		if w := width(f); w > 0 {
			places[f.Index].bits = data.take(bits.TrailingZeros(uint(w)))
		} else {
			places[f.Index].pointer = pointers
			pointers++
		}
	}
	return places, objectSize(data.bits, pointers)
}

// A section is the data section of a struct during layout.
type section struct {
	bits int
	gaps [6]int // position of a gap by the logarithm of its width in bits; 0 for none
}

// take returns the position of a new field of 1<<log bits.
func (s *section) take(log int) int {
	if at := s.gap(log); at > 0 {
		return at
	}
	at := s.bits
	s.bits += 64
	for ; log < len(s.gaps); log++ {
		s.gaps[log] = at + 1<<log
	}
	return at
}

// gap takes a gap of 1<<log bits, or the first part of a wider one. It returns 0 if there is none.
func (s *section) gap(log int) int {
	if log >= len(s.gaps) {
		return 0
	}
	at := s.gaps[log]
	s.gaps[log] = 0
	if at > 0 {
		return at
	}
	if at = s.gap(log + 1); at > 0 {
		s.gaps[log] = at + 1<<log
	}
	return at
}

// union lays out a union. Its members share one position, after the 16 bits with the number of the member that is set.
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

// width returns the number of bits of a field in the data section.
func width(f tables.Field) int {
	if tables.Of(f.Type) != tables.Scalar {
		return 0
	}
	if k := tables.Kind(f.Type); k != schema.Bool {
		return k.Bits()
	}
	return 1
}
