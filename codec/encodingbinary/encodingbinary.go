// Package encodingbinary describes encoding/binary of the standard library.
package encodingbinary

import (
	_ "embed"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/model"
)

//go:embed encodingbinary.tmpl
var text string

const doc = "https://pkg.go.dev/encoding/binary"

// Codec uses encoding/binary's Append and Decode for all types of fixed size. It adds lengths for strings and slices, which the package
// does not support.
var Codec = &codec.Codec{
	Name: "encoding-binary",
	Doc:  doc + "#Append",
	Variants: []*codec.Variant{{
		Wire: "fixed-width", Caps: caps, Generate: library.Generate,
		Note: "numbers, arrays, structs and slices of one size by Append and Decode, little-endian; what goes around " +
			"them is no part of the package: a uint32 for the length of a string, or a slice's and one more, as 0 is nil",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.All(), model.Int, model.Int64, model.Uint, model.Uint64, model.Uintptr, model.Uint64),
		Bytes:   true, Arrays: true,
	}
}

// refuse refuses arrays of length 0, so that every value without a fixed size takes at least 4 bytes, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	if a, ok := model.Underlying(t).(*model.Array); ok && a.Len == 0 {
		return "an array of length 0"
	}
	return lower.RefuseUnexported(t, in)
}

// A call marks a type that needs no functions: one of fixed size, which the package encodes, or a string.
type call struct{ Fixed bool }

var library = &composed.Library{
	Imports:   codec.StdImports("encoding/binary", "errors"),
	Templates: template.Must(template.New("").Parse(text)),
	Call: func(t model.Type) any {
		if b, ok := t.(*model.Basic); ok && b.Kind == model.String || composed.Fixed(t) {
			return &call{Fixed: composed.Fixed(t)}
		}
		return nil
	},
	Size:      "$Asize0(c)",
	Marshal:   "return $Aappend0(b[:0], c)",
	Unmarshal: "b, err := $Adecode0(b, c)\nif err == nil && len(b) > 0 {\nerr = $Abad\n}\nreturn err",
}
