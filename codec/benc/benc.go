// Package benc describes github.com/deneonet/benc.
package benc

import (
	_ "embed"
	"strings"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
)

var (
	//go:embed benc.tmpl
	text string
)

const (
	module = "github.com/deneonet/benc"
	doc    = "https://pkg.go.dev/" + module + "/std"
	// listsNote is about std.UnmarshalSlice (v1.1.8). It returns an offset behind the message if the message ends in the list's last four bytes, and
	// std.UnmarshalUint, which reads the lengths and the numbers of types that follow, slices there.
	listsNote = "lists are made as long as the message says, and a message that is cut off after one can panic"
	note      = "the library has no unions, so the code writes the number of the type before what an interface holds, and 0 for nil; a time is seconds and nanoseconds; " + listsNote
)

// packages lists those of both codecs, which share pins.
var packages = []string{module, module + "/std", module + "/impl/gen", tool}

// Codec combines the functions of benc's std package for any type.
var Codec = &codec.Codec{
	Name: "benc", Module: module,
	Doc:      doc,
	Packages: packages,
	Variants: []*codec.Variant{
		{Wire: "benc std", Traits: measure.Traits{FixedWidth: 1}, Caps: caps, Generate: library("String", "BytesCopied").Generate, Note: note},
		{Name: "unsafe", Wire: "benc std", Doc: doc + "#UnmarshalUnsafeString", Caps: caps, Generate: library("UnsafeString", "BytesCropped").Generate,
			Note: "strings and byte slices point into the message, of which copy takes a copy first; " + note},
	},
}

// caps returns the capabilities of benc. It has no function for int8, which is carried as a byte.
func caps(string) lower.Caps {
	return composed.WithUnions(composed.Caps(lower.With(lower.Widen(), model.Int, model.Int, model.Uint, model.Uint, model.Int8, model.Uint8)))
}

// A call holds the names of the functions for a type. With Fixed, all values have the same size, and Size has no parameter.
type call struct {
	Size, Marshal, Unmarshal string
	Fixed                    bool
}

// library returns the library with these functions for strings, and to decode bytes.
func library(str, bytes string) *composed.Library {
	named := func(size, marshal, unmarshal string, fixed bool) *call {
		return &call{"balestd.Size" + size, "balestd.Marshal" + marshal, "balestd.Unmarshal" + unmarshal, fixed}
	}
	return &composed.Library{
		Imports: []codec.Import{
			{Name: "balebenc", Path: module}, {Name: "balestd", Path: module + "/std"}, {Name: "baletime", Path: "time"}, {Name: "balefmt", Path: "fmt"},
		},
		Templates: template.Must(template.New("").Parse(text)),
		Call: func(t model.Type) any {
			b, ok := t.(*model.Basic)
			switch {
			case composed.IsBytes(t):
				return named("Bytes", "Bytes", bytes, false)
			case !ok:
				return nil
			}
			switch b.Kind {
			case model.String:
				return named("String", str, str, false)
			case model.Uint8:
				return named("Byte", "Byte", "Byte", true)
			}
			name := b.Kind.String()
			name = strings.ToUpper(name[:1]) + name[1:]
			return named(name, name, name, b.Kind != model.Int && b.Kind != model.Uint)
		},
		Size:      "$Asize0(c)",
		Marshal:   "return b, balebenc.VerifyMarshal($Amarshal0(0, b, c), b)",
		Unmarshal: "n, err := $Aunmarshal0(0, b, c)\nif err != nil {\nreturn err\n}\nreturn balebenc.VerifyUnmarshal(n, b)",
		Shares:    bytes == "BytesCropped",
	}
}
