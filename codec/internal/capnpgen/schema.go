package capnpgen

import (
	"fmt"

	"bale/codec/internal/tables"
	"bale/model"
)

// basic lists the classes for which Cap'n Proto has lists.
var basic = []tables.Class{tables.Scalar, tables.Text, tables.Data}

// name returns the name of a table in the schema. Names made from the user's could collide with each other.
func (p *printer) name(table model.Type) string {
	return fmt.Sprintf("R%dS%d", p.root, p.Number(table))
}

// fieldName returns the name of a field in the schema.
func fieldName(f tables.Field) string { return fmt.Sprintf("f%d", f.Index) }

// child returns the table that a field of type t refers to, or nil.
func child(t model.Type) model.Type {
	switch tables.Of(t) {
	case tables.Table:
		return t
	case tables.Pointer:
		table, _ := tables.Target(model.Underlying(t).(*model.Pointer).Elem)
		return table
	case tables.List, tables.Map:
		if form, elem := tables.Elem(t, basic...); form != tables.Basic {
			return elem
		}
	}
	return nil
}

// kinds has the name and the number of the type of each kind of number.
var kinds = map[model.Kind]struct {
	name   string
	number uint16
}{
	model.Bool: {"Bool", kindBool}, model.Int8: {"Int8", 2}, model.Int16: {"Int16", 3}, model.Int32: {"Int32", 4}, model.Int64: {"Int64", 5},
	model.Uint8: {"UInt8", 6}, model.Uint16: {"UInt16", 7}, model.Uint32: {"UInt32", 8}, model.Uint64: {"UInt64", 9},
	model.Float32: {"Float32", 10}, model.Float64: {"Float64", 11},
}

// listName returns the name of the library's list type for t.
func (p *printer) listName(t model.Type) string {
	if tables.Of(t) != tables.List {
		return "BitList"
	}
	switch form, elem := tables.Elem(t, basic...); {
	case form != tables.Basic || model.IsKind(elem, model.Bool):
		return "BitList"
	case tables.Of(elem) == tables.Scalar:
		return kinds[tables.Kind(elem)].name + "List"
	case tables.Of(elem) == tables.Text:
		return "TextList"
	}
	return "DataList"
}
