// Package jettison describes github.com/wI2L/jettison.
package jettison

import (
	"bale/codec"
	"bale/codec/internal/likejson"
	"bale/codec/lower"
)

const module = "github.com/wI2L/jettison"

// Codec encodes the user's own types with jettison, which has no decoder. encoding/json reads its messages in order to check them.
var Codec = &codec.Codec{
	Name: "jettison", Module: module,
	Variants: []*codec.Variant{
		{Name: "std", Wire: "JSON", Caps: caps, Generate: generate(""), Note: "encodes only"},
		{Name: "fastest", Wire: "JSON", Caps: caps, Doc: "https://pkg.go.dev/" + module + "#Option",
			Generate: generate(", balejettison.UnsortedMap(), balejettison.NoHTMLEscaping(), balejettison.NoUTF8Coercion(), balejettison.NoCompact(), balejettison.NoNumberValidation()"),
			Note:     "encodes only; UnsortedMap, NoHTMLEscaping, NoUTF8Coercion, NoCompact and NoNumberValidation"},
	},
}

// caps refuses types that hold themselves without a struct in between, for which the library ends the process: its stack overflows.
func caps(pkg string) lower.Caps {
	caps := likejson.Caps(pkg)
	caps.Refuse = lower.RefuseAny(lower.RefuseEndless, lower.RefuseUnexported)
	return caps
}

// generate returns a codec.Variant.Generate with options, each preceded by a comma.
func generate(options string) func(*codec.Input) (*codec.Output, error) {
	opts := ""
	if options != "" {
		opts = "Opts"
	}
	return func(in *codec.Input) (*codec.Output, error) {
		return codec.SameForAll(in, codec.Code{
			Imports:      codec.StdImports(module, "encoding/json"),
			Marshal:      "return balejettison.Marshal" + opts + "(c" + options + ")",
			MarshalReuse: "return balejettison.Append" + opts + "(buf, c" + options + ")",
			Decode:       "return balejson.Unmarshal(b, c)",
		}), nil
	}
}
