// Package scale describes the package scale of github.com/ChainSafe/gossamer.
package scale

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/ChainSafe/gossamer"
	lib    = module + "/pkg/scale"
)

// Codec encodes the user's own types with gossamer's scale.
var Codec = &codec.Codec{
	Name: "scale", Module: module,
	Doc:      "https://pkg.go.dev/" + lib,
	Packages: []string{lib},
	Variants: []*codec.Variant{{
		Wire: "SCALE", Caps: caps, Generate: generate,
		Note: "an int or uint goes as 64 bits, since it would be compact, and compact integers of 5 to 7 bytes cannot be decoded; " +
			"floats go as their bits, and maps as lists, since decoding a map panics",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"scale"},
		Scalars: lower.With(lower.Widen(), model.Float32, 0, model.Float64, 0),
		Bytes:   true, Arrays: true, Pointers: true, NilElems: true,
	}
}

// refuse refuses unexported fields, and types with methods of the library.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && slices.Contains(n.Methods.Names, "MarshalSCALE") {
		return "has a method MarshalSCALE, which is not called if its receiver is a pointer and the value is not"
	}
	return lower.RefuseUnexported(t, in)
}

var generate = codec.Calls(codec.Code{
	Imports: append(codec.StdImports("bytes"), codec.Import{Name: "balescale", Path: lib}),
	State:   "out balebytes.Buffer\nin balebytes.Reader\nencoder *balescale.Encoder\ndecoder *balescale.Decoder",
	Setup:   "a.encoder, a.decoder = balescale.NewEncoder(&a.out), balescale.NewDecoder(&a.in)",
	// A pointer would be encoded as an option.
	Marshal:      "return balescale.Marshal(*c)",
	MarshalReuse: "a.out.Reset()\nerr := a.encoder.Encode(*c)\nreturn a.out.Bytes(), err",
	Unmarshal:    "return balescale.Unmarshal(b, c)",
	// Decoding does not change pointers that are nil in the message.
	UnmarshalReuse: "*c = $C{}\na.in.Reset(b)\nreturn a.decoder.Decode(c)",
})
