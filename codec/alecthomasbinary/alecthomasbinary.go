// Package alecthomasbinary describes github.com/alecthomas/binary.
package alecthomasbinary

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/alecthomas/binary"

// Codec encodes the user's own types with alecthomas's binary.
var Codec = &codec.Codec{
	Name: "alecthomas-binary", Module: module,
	Variants: []*codec.Variant{{
		Wire: "alecthomas/binary", Caps: caps, Generate: generate,
		Note: "decoded from a bytes.Buffer: Unmarshal's own reader takes an empty string at the end of a message for its end",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64),
		Bytes:   true, Time: lower.TimeOwn, Maps: lower.AnyMap,
	}
}

// refuse refuses arrays, which are an error in a struct, and types with marshal methods: those with a pointer receiver are always
// called to decode, but not always to encode.
func refuse(t model.Type, in *lower.Package) string {
	if _, ok := model.Underlying(t).(*model.Array); ok {
		return "an array"
	}
	if n, ok := t.(*model.Named); ok {
		for _, m := range []string{"MarshalBinary", "UnmarshalBinary"} {
			if slices.Contains(n.Methods.Names, m) {
				return "has a method " + m
			}
		}
	}
	return lower.RefuseUnexported(t, in)
}

// generate returns code that reuses destinations: the library replaces all old contents.
var generate = codec.Calls(codec.Code{
	Imports:        codec.StdImports("bytes", module),
	State:          "out, in balebytes.Buffer\nencoder *balebinary.Encoder\ndecoder *balebinary.Decoder",
	Setup:          "a.encoder, a.decoder = balebinary.NewEncoder(&a.out), balebinary.NewDecoder(&a.in)",
	Marshal:        "return balebinary.Marshal(c)",
	MarshalReuse:   "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn a.out.Bytes(), err",
	Unmarshal:      "return balebinary.NewDecoder(balebytes.NewBuffer(b)).Decode(c)",
	UnmarshalReuse: "a.in = *balebytes.NewBuffer(b)\nreturn a.decoder.Decode(c)",
})
