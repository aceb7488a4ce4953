// Package encodingbinary describes encoding/binary of the standard library.
package encodingbinary

import (
	_ "embed"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/schema"
)

//go:embed encodingbinary.tmpl
var text string

const doc = "https://pkg.go.dev/encoding/binary"

// Codec is encoding/binary's Append and Decode on everything that has one size, with lengths written
// around them for strings and slices, of which the package knows nothing.
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
		Scalars: lower.With(lower.All(), schema.Int, schema.Int64, schema.Uint, schema.Uint64, schema.Uintptr, schema.Uint64),
		Bytes:   true, Arrays: true,
	}
}

// refuse: without arrays of length 0, all that has no fixed size has 4 bytes at least.
func refuse(t schema.Type, in *lower.Package) string {
	if a, ok := schema.Underlying(t).(*schema.Array); ok && a.Len == 0 {
		return "an array of length 0"
	}
	return lower.RefuseUnexported(t, in)
}

// A call is how a type is done that needs no functions: Fixed by the package, or a string.
type call struct{ Fixed bool }

var library = &composed.Library{
	Imports:   codec.Std("encoding/binary", "errors"),
	Templates: template.Must(template.New("").Parse(text)),
	Call: func(t schema.Type) any {
		if b, ok := t.(*schema.Basic); ok && b.Kind == schema.String || fixed(t) {
			return &call{Fixed: fixed(t)}
		}
		return nil
	},
	Size:      "$Asize0(c)",
	Marshal:   "return $Aappend0(b[:0], c)",
	Unmarshal: "b, err := $Adecode0(b, c)\nif err == nil && len(b) > 0 {\nerr = $Abad\n}\nreturn err",
}

// fixed reports whether all values of t have one size.
func fixed(t schema.Type) bool {
	return !schema.Inline(t, func(t schema.Type) bool {
		switch u := schema.Underlying(t).(type) {
		case *schema.Basic:
			return u.Kind == schema.String
		case *schema.Array, *schema.Struct:
			return false
		}
		return true
	})
}
