// Package handles is shared by the codecs of github.com/ugorji/go/codec. It generates the calls, which take a handle of one wire
// format, and refuses the types that the library encodes incompletely.
package handles

import (
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// Module is the import path of the library.
const Module = "github.com/ugorji/go/codec"

// Generate returns a codec.Variant.Generate with handles of one type. They are configured before the first use, as their documentation
// requires; options lists the boolean fields to set. keeps reports whether decoding into a used value of a type keeps parts of the old
// value.
func Generate(handle string, keeps func(model.Type) bool, options ...string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		for i := range in.Plan.Roots {
			c := code(handle, options, in.Plan.Reaches(i, keeps))
			if in.Plan.Reaches(i, lower.IsAny) { // otherwise maps in an any would have type map[any]any
				c.Imports = append(c.Imports, codec.StdImports("reflect")...)
				c.Setup = "a.handle.MapType = balereflect.TypeOf(map[string]any(nil))\na.zeroCopy.MapType = a.handle.MapType\n" + c.Setup
			}
			out.Code = append(out.Code, c)
		}
		return out, nil
	}
}

// code returns the code with a kept Encoder and Decoder: "as Encoder could be allocation heavy to initialize, a Reset method is provided so its
// state can be reused [...]. This is the idiomatic way to use" (encode.go, and the same in decode.go).
func code(handle string, options []string, keeps bool) codec.Code {
	c := codec.Code{
		Imports: codec.StdImports("bytes", Module),
		State: "handle, zeroCopy balecodec." + handle + `
			out []byte
			encoder *balecodec.Encoder
			decoder, aliaser *balecodec.Decoder`,
		Setup: set(options) + `a.zeroCopy.ZeroCopy = true
			a.encoder = balecodec.NewEncoderBytes(&a.out, &a.handle)
			a.decoder = balecodec.NewDecoderBytes(nil, &a.handle)
			a.aliaser = balecodec.NewDecoderBytes(nil, &a.zeroCopy)`,
		Marshal:        "a.out = a.out[:0]\n" + encode + "return balebytes.Clone(a.out), err",
		MarshalReuse:   "a.out = buf\n" + encode + "return a.out, err",
		Unmarshal:      "a.decoder.ResetBytes(b)\nreturn a.decoder.Decode(c)",
		UnmarshalAlias: "a.aliaser.ResetBytes(b)\nreturn a.aliaser.Decode(c)",
	}
	if !keeps {
		c.UnmarshalReuse, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalAlias
	}
	return c
}

const encode = "a.encoder.ResetBytes(&a.out)\nerr := a.encoder.Encode(c)\n"

func set(options []string) string {
	var b strings.Builder
	for _, o := range options {
		b.WriteString("a.handle." + o + ", a.zeroCopy." + o + " = true, true\n")
	}
	return b.String()
}

// Refuse refuses structs that the library encodes incompletely, and recursive lists and maps, with which the library does not
// terminate.
func Refuse(t model.Type, in *lower.Package) string {
	if _, isStruct := model.Underlying(t).(*model.Struct); !isStruct && source.HasFunction(t) {
		return "contains itself without a struct in between"
	}
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

// KeepsOldValue reports whether decoding into a used t may keep parts of the old value: if the message has nil, a pointer stays and its target
// becomes zero; the value in an interface is decoded into.
func KeepsOldValue(t model.Type) bool {
	_, pointer := model.Underlying(t).(*model.Pointer)
	return pointer || lower.IsAny(t) || lower.KeepsOldValue(t)
}
