// Package segmentioproto describes github.com/segmentio/encoding/proto.
package segmentioproto

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

const (
	module = "github.com/segmentio/encoding"
	pkg    = module + "/proto"
)

// Codec encodes the user's own types as protobuf, by reflection.
var Codec = &codec.Codec{
	Name: "segmentio-proto", Module: module,
	Doc:      "https://pkg.go.dev/" + pkg,
	Packages: []string{pkg},
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: codec.Calls(calls),
		Note: "lists are written after the other fields, and not packed; a nil map is written as an entry with zero key and value",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresUnexported,
		Scalars: lower.With(lower.Widen(), schema.Int, schema.Int, schema.Uint, schema.Uint,
			schema.Int8, schema.Int32, schema.Int16, schema.Int32, schema.Uint8, schema.Uint32, schema.Uint16, schema.Uint32),
		Bytes: true, Arrays: true, Elem: func(n *lower.Node) bool { return single(n.Go) },
		Maps: func(key, elem *lower.Node) bool {
			b, ok := schema.Underlying(key.Go).(*schema.Basic)
			return ok && b.Kind != schema.Float32 && b.Kind != schema.Float64 && single(elem.Go) && !lower.IsPointer(elem.Go)
		},
		Pointers: true, Pointee: func(t schema.Type) bool { return single(t) && !lower.IsPointer(t) },
		Root: true, RootType: func(n *schema.Named) bool { return isStruct(n) },
		// The numbers in the user's tags belong to other messages: the fields of an embedded struct would repeat them.
		Tag: func(*lower.Field, int) string { return "" },
	}
}

// refuse refuses types with methods by which the library encodes them, unexported fields, which it omits, and arrays of other types than byte.
func refuse(t schema.Type, in *lower.Package) string {
	if n, ok := t.(*schema.Named); ok && slices.Contains(n.Methods.Names, "Size") && slices.Contains(n.Methods.Names, "Unmarshal") {
		return "methods Size and Unmarshal"
	}
	if a, ok := schema.Underlying(t).(*schema.Array); ok && !schema.IsByte(a.Elem) {
		return "an array of a type other than byte"
	}
	return lower.RefuseUnexported(t, in)
}

// single reports whether a value of type t has one occurrence in a message.
func single(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic, *schema.Struct:
		return true
	case *schema.Slice, *schema.Array:
		return schema.IsByte(schema.ListElem(t))
	case *schema.Pointer:
		return isStruct(u.Elem)
	}
	return false
}

func isStruct(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Struct)
	return ok
}

var calls = codec.Code{
	Imports: codec.StdImports(pkg),
	Marshal: "return baleproto.Marshal(c)",
	MarshalReuse: `n := baleproto.Size(c)
		if cap(buf) < n {
			buf = make([]byte, n)
		}
		n, err := baleproto.MarshalTo(buf[:n], c)
		return buf[:n], err`,
	Unmarshal: "return baleproto.Unmarshal(b, c)",
	// Unmarshal adds to the old contents.
	UnmarshalReuse: "*c = $C{}\nreturn baleproto.Unmarshal(b, c)",
}
