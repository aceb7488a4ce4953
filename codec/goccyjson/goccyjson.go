// Package goccyjson describes github.com/goccy/go-json.
package goccyjson

import (
	"bale/codec"
	"bale/codec/internal/likejson"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/goccy/go-json"
	doc    = "https://pkg.go.dev/" + module
)

// Codec encodes the user's own types with goccy's go-json.
var Codec = &codec.Codec{
	Name: "goccy-json", Module: module, Doc: doc,
	Packages: []string{module, module + "/v2"},
	Variants: []*codec.Variant{
		{Name: "std", Wire: "JSON", Caps: likejson.Caps, Generate: generate(""), Note: "the alias class is DecodeNoCopyString"},
		{Name: "fastest", Wire: "JSON", Caps: likejson.Caps, Doc: doc + "#EncodeOptionFunc",
			Generate: generate(", balejson.OptimizeFieldOrder(), balejson.UnorderedMap(), balejson.DisableHTMLEscape(), balejson.DisableNormalizeUTF8()"),
			Note:     "the encoder's options for speed: fields and maps in any order, strings not escaped or checked; the alias class is DecodeNoCopyString"},
		{Name: "v2", Wire: "JSON", Doc: doc + "/v2", Caps: v2Caps, Generate: likejson.V2(module+"/v2", module), Note: likejson.V2Note},
	},
}

// generate returns a codec.Variant.Generate with options of the encoder, each preceded by a comma. It does not use the decoder's
// DecodeFieldPriorityFirstWin: that loses one of two fields whose names differ only in case, and is not faster (6.4 µs with it, 6.3 µs
// without).
func generate(options string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		c := codec.Code{
			Imports: append(codec.StdImports("bytes"), codec.Import{Name: "balejson", Path: module}),
			State:   "buf balebytes.Buffer\nencoder *balejson.Encoder",
			Setup:   "a.encoder = balejson.NewEncoder(&a.buf)",
			Marshal: "return balejson.MarshalWithOption(c" + options + ")",
			MarshalReuse: `a.buf.Reset()
				err := a.encoder.EncodeWithOption(c` + options + `)
				return a.buf.Bytes(), err`,
			Unmarshal:      "return balejson.Unmarshal(b, c)",
			UnmarshalAlias: "return balejson.UnmarshalWithOption(b, c, balejson.DecodeNoCopyString())",
		}
		c.UnmarshalReuse, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalAlias
		return likejson.Each(in, c, model.IsBytes), nil
	}
}

// v2Caps refuses json.Number, which the library encodes as a number but does not decode from one.
func v2Caps(pkg string) lower.Caps {
	caps := likejson.V2Caps(pkg)
	refuse := caps.Refuse
	caps.Refuse = func(t model.Type, in *lower.Package) string {
		if n, ok := t.(*model.Named); ok && n.Package == "encoding/json" && n.Name == "Number" {
			return "a json.Number"
		}
		return refuse(t, in)
	}
	return caps
}
