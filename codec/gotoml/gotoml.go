// Package gotoml describes github.com/pelletier/go-toml.
package gotoml

import (
	"slices"

	"bale/codec"
	"bale/codec/internal/liketoml"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/pelletier/go-toml/v2"

// Codec encodes the user's own types with pelletier's go-toml.
var Codec = &codec.Codec{
	Name: "go-toml", Module: module,
	Variants: []*codec.Variant{{
		Wire: "TOML", Caps: caps, Generate: generate,
		Note: "unsigned integers travel as int64; a []byte is a list of integers; a nil list comes back empty",
	}},
}

func caps(string) lower.Caps {
	c := liketoml.Caps(isPointer)
	basic := c.Refuse
	c.Refuse = func(t model.Type, in *lower.Package) string {
		if reason := refuse(t); reason != "" {
			return reason
		}
		return basic(t, in)
	}
	c.Custom, c.Maps, c.RootType, c.Any = custom, maps, rootType, true
	return c
}

// isPointer reports whether t is a pointer, which the library replaces by a zero value if it is nil.
func isPointer(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Pointer)
	return ok
}

// custom returns MarshalText. For a type of kind string, the decoder does not call UnmarshalText, and the encoder calls MarshalText only
// if it has a pointer receiver.
func custom(n *model.Named) string {
	if model.IsKind(n, model.String) {
		return ""
	}
	return lower.Method(n, "MarshalText")
}

// refuse refuses string types whose methods are not called in pairs.
func refuse(t model.Type) string {
	if n, ok := t.(*model.Named); ok && model.IsKind(t, model.String) && n.Methods.Text && !slices.Contains(n.Methods.Value, "MarshalText") {
		return "a string type whose MarshalText is called, but not its UnmarshalText"
	}
	return ""
}

// maps reports whether the library supports maps with this key and element. A key is a string, an integer, or a type with MarshalText.
func maps(key, elem *lower.Node) bool {
	n, named := key.Go.(*model.Named)
	b, ok := model.Underlying(key.Go).(*model.Basic)
	return !isPointer(elem.Go) && (named && custom(n) != "" || ok && (b.Kind == model.String || b.Kind.Signed() || b.Kind.Unsigned()))
}

func rootType(n *model.Named) bool {
	_, ok := n.Underlying.(*model.Map)
	return ok && custom(n) == ""
}

// generate returns the code. Decoding does not change a nil, which is absent in the message.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, code)
	out.ReuseUnless(in.Plan, lower.MayBeAbsent)
	return out, nil
}

var code = codec.Code{
	Imports: append(codec.StdImports("bytes"), codec.Import{Name: "baletoml", Path: module}),
	State:   "out balebytes.Buffer\nencoder *baletoml.Encoder",
	Setup:   "a.encoder = baletoml.NewEncoder(&a.out)",
	Marshal: "return baletoml.Marshal(c)",
	MarshalReuse: `a.out.Reset()
			err := a.encoder.Encode(c)
			return a.out.Bytes(), err`,
	Unmarshal: "return baletoml.Unmarshal(b, c)",
}
