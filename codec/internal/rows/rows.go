// Package rows is shared by the codecs of formats for tables, whose messages are lists of structs.
package rows

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// Applies reports whether t is a list of structs, or a struct with a field that is one. The message of such a struct has one row.
func Applies(t model.Type) bool {
	if isList(t) {
		return true
	}
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return false
	}
	return slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return isList(f.Type) })
}

// isList reports whether t is a slice of structs or of pointers to structs.
func isList(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Slice)
	if !ok {
		return false
	}
	elem := s.Elem
	if p, ok := model.Underlying(elem).(*model.Pointer); ok {
		elem = p.Elem
	}
	_, ok = model.Underlying(elem).(*model.Struct)
	return ok
}

// Code is the source that a codec needs for the rows of a root.
type Code struct {
	Type string         // the type of a row
	Rows string         // an expression for the rows of the carrier *c
	Set  string         // statements that set *c to the rows in list, of which there has to be one for a struct, and return an error
	Used []codec.Import // what Type needs
}

// Of returns the source for a root. Other text of the adapter uses imports.
func Of(in *codec.Input, r *lower.Root, imports []codec.Import) Code {
	w := source.New(in, imports...)
	if s, ok := model.Underlying(r.Node.Go).(*model.Slice); ok {
		row := w.Type(s.Elem)
		return Code{row, "[]" + row + "(*c)", "*c = list\nreturn nil", w.Used(row)}
	}
	one := "if len(list) != 1 {\nreturn balefmt.Errorf(\"%d rows: want 1\", len(list))\n}\n*c = list[0]\nreturn nil"
	return Code{"$C", "[]$C{*c}", one, codec.StdImports("fmt")}
}

// Caps returns the capabilities of a library that names columns by tags with the given key. The elements of lists and maps cannot be
// lists, maps or pointers, and types cannot contain themselves.
func Caps(key string) lower.Caps {
	return lower.Caps{
		Own: true, Tags: []string{key},
		Refuse:  func(t model.Type, in *lower.Package) string { return refuse(t, in, key) },
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64, model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Elem: func(n *lower.Node) bool { return single(n.Go) },
		Maps: func(key, elem *lower.Node) bool {
			_, basic := model.Underlying(key.Go).(*model.Basic)
			return basic && single(elem.Go)
		},
		Pointers: true, Pointee: single, Flat: true,
	}
}

// single reports whether a value is not a list, a map, a pointer or an interface. A byte string is single.
func single(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		return model.IsByte(u.Elem)
	case *model.Array:
		return model.IsByte(u.Elem)
	case *model.Pointer, *model.Map, *model.Interface:
		return false
	}
	return true
}

// refuse refuses arrays of no bytes, and structs without columns, with two columns of the same name, or with unexported fields.
func refuse(t model.Type, in *lower.Package, key string) string {
	switch u := model.Underlying(t).(type) {
	case *model.Array:
		if u.Len == 0 {
			return "an array without elements"
		}
	case *model.Struct:
		if len(u.Fields) == 0 {
			return "a struct without fields"
		}
		names := map[string]bool{}
		for _, f := range u.Fields {
			name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get(key), ",")
			name = cmp.Or(name, f.Name)
			if names[name] {
				return "two fields " + name
			}
			names[name] = true
		}
	}
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}
