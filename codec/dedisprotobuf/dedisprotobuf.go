// Package dedisprotobuf describes go.dedis.ch/protobuf.
package dedisprotobuf

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const module = "go.dedis.ch/protobuf"

// Codec encodes the user's own types with dedis's protobuf.
var Codec = &codec.Codec{
	Name: "dedis-protobuf", Module: module,
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate,
		Note: "an int or int64 goes as uint64, since above 62 bits it would change; a time is its UnixNano, so before 1678 " +
			"and after 2262 it wraps; decoded byte slices point into the message, which copy clones first",
	}},
}

// caps returns the capabilities of the library. It would change an int or int64 of more than 62 bits, so these are carried as uint64,
// which has the encoding of protobuf's int64.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.Widen(), model.Int, model.Uint64, model.Int64, model.Uint64,
			model.Int8, model.Int32, model.Int16, model.Int32, model.Uint8, model.Uint32, model.Uint16, model.Uint32),
		Bytes: true, Time: lower.TimeOwn, Elem: func(n *lower.Node) bool { return elem(n.Go) },
		Maps: maps, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true,
		// The numbers in the user's tags belong to other messages: the fields of an embedded struct would repeat them.
		Tag: func(*lower.Field, int) string { return "" },
	}
}

// refuse refuses types for which the library fails, or of which it omits values.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok {
		for _, m := range []string{"MarshalBinary", "UnmarshalBinary"} {
			if slices.Contains(n.Methods.Names, m) {
				return "has a method " + m + ", which may be called in one direction only"
			}
		}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Array:
		if !model.IsByte(u.Elem) {
			return "an array of a type other than byte"
		}
	case *model.Slice:
		if !elem(u.Elem) && !model.IsByte(u.Elem) {
			return "a list whose elements the encoding does not separate"
		}
	case *model.Struct:
		for _, f := range u.Fields {
			if _, ok := model.Underlying(f.Type).(*model.Struct); f.Embedded && !ok {
				return "embedded " + f.Name
			}
		}
		if reason := lower.RefuseFlattened(t, in); reason != "" {
			return reason
		}
	}
	return lower.RefuseUnexported(t, in)
}

// elem reports whether t may be the element of a list.
func elem(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind != model.Uint8
	case *model.Struct:
		return true
	case *model.Slice, *model.Array:
		return model.IsByte(model.ListElem(t))
	case *model.Pointer:
		_, ok := model.Underlying(u.Elem).(*model.Struct)
		return ok
	}
	return false
}

// maps reports whether the library supports maps with this key and element. They are fields 1 and 2 of a message, in which a struct by
// value would have no fields.
func maps(key, value *lower.Node) bool {
	_, basic := model.Underlying(key.Go).(*model.Basic)
	_, structure := model.Underlying(value.Go).(*model.Struct)
	_, clock := value.Go.(*model.Time)
	return basic && !structure && (clock || elem(value.Go))
}

// pointee reports whether a pointer to t is supported. A pointer to a value that is omitted when it is empty would be decoded as nil.
func pointee(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Basic, *model.Struct, *model.Time:
		return true
	}
	return false
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i := range in.Plan.Roots {
		c := codec.Code{
			Imports: codec.StdImports(module),
			Marshal: "return baleprotobuf.Encode(c)",
			// The library first sets every field to zero.
			Unmarshal:      "return baleprotobuf.Decode(b, c)",
			UnmarshalReuse: "return baleprotobuf.Decode(b, c)",
		}
		if in.Plan.Reaches(i, model.IsBytes) {
			c.ShareMemory()
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}
