// Package jettison describes github.com/wI2L/jettison.
package jettison

import (
	"bale/codec"
	"bale/codec/internal/likejson"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/wI2L/jettison"

// Codec encodes the user's own types with jettison, which has no decoder. encoding/json reads its messages in order to check them.
var Codec = &codec.Codec{
	Name: "jettison", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
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
	caps.Refuse = func(t schema.Type, in *lower.Package) string {
		if endless(t) {
			return "holds itself without a struct in between"
		}
		return lower.RefuseUnexported(t, in)
	}
	return caps
}

// endless reports whether a defined type holds itself without a struct in between.
func endless(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	if !ok {
		return false
	}
	found := false
	schema.Walk(n.Underlying, func(part schema.Type) bool {
		_, isStruct := schema.Underlying(part).(*schema.Struct)
		found = found || part == t && !isStruct
		return !found && !isStruct
	})
	return found
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
