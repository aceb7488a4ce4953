// Package bencode describes github.com/zeebo/bencode.
package bencode

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/zeebo/bencode"

// Codec encodes the user's own types as Bencode, the format of BitTorrent.
var Codec = &codec.Codec{
	Name: "bencode", Module: module, Doc: "https://pkg.go.dev/" + module, Packages: []string{module},
	Variants: []*codec.Variant{{Wire: "Bencode", Caps: caps, Generate: generate, Note: "floats are integers with the same bits"}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Bytes: true, Time: lower.TimeOwn, Pointers: true,
		Scalars: lower.With(lower.All(), schema.Float32, 0, schema.Float64, 0, schema.Complex64, 0, schema.Complex128, 0),
		Pointee: func(t schema.Type) bool { return !isPointer(t) },
		Elem:    func(elem *lower.Node) bool { return !isPointer(elem.Go) },
		Maps:    func(key, elem *lower.Node) bool { return isString(key.Go) && !isPointer(elem.Go) },
	}
}

// refuse refuses what the library does not decode or omits: pointers to types with MarshalText, nil pointers in lists, and unexported fields.
func refuse(t schema.Type, in *lower.Package) string {
	if n, ok := t.(*schema.Named); ok && n.Methods.Text {
		return "has a method MarshalText"
	}
	if elem := schema.ListElem(t); elem != nil && isPointer(elem) {
		return "a list of pointers"
	}
	return lower.RefuseUnexported(t, in)
}

func isPointer(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Pointer)
	return ok
}

func isString(t schema.Type) bool {
	b, ok := t.(*schema.Basic)
	return ok && b.Kind == schema.String
}

func generate(in *codec.Input) (*codec.Output, error) {
	return codec.SameForAll(in, codec.Code{
		Imports:   codec.StdImports(module),
		Marshal:   "return balebencode.EncodeBytes(c)",
		Unmarshal: "return balebencode.DecodeBytes(b, c)",
	}), nil
}
