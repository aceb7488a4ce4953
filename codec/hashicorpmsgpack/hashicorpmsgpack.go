// Package hashicorpmsgpack describes github.com/hashicorp/go-msgpack, which began as a copy of ugorji's codec.
package hashicorpmsgpack

import (
	"bale/codec"
	"bale/codec/internal/handles"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/hashicorp/go-msgpack/v2"
	path   = module + "/codec"
)

// Codec encodes the user's own types with HashiCorp's msgpack.
var Codec = &codec.Codec{
	Name: "hashicorp-msgpack", Module: module,
	Doc:      "https://pkg.go.dev/" + path,
	Packages: []string{path},
	Variants: []*codec.Variant{{Wire: "MessagePack", Note: "WriteExt", Caps: caps, Generate: generate}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: handles.Refuse, Tags: []string{"codec", "json"}, Custom: custom,
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Any: true, MemberTag: `codec:",omitempty"`,
	}
}

func custom(n *model.Named) string { return lower.Method(n, "CodecEncodeSelf", "MarshalBinary") }

const encode = "a.encoder.ResetBytes(&a.out)\nerr := a.encoder.Encode(c)\n"

// generate returns code with a kept Encoder and Decoder: "as Encoder could be allocation heavy to initialize, a Reset method is provided so its
// state can be reused [...]. This is the idiomatic way to use" (codec/encode.go, and the same in decode.go).
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports: codec.StdImports("bytes", path),
		State:   "handle balecodec.MsgpackHandle\nout []byte\nencoder *balecodec.Encoder\ndecoder *balecodec.Decoder",
		Setup: `a.handle.WriteExt = true
			a.encoder, a.decoder = balecodec.NewEncoderBytes(&a.out, &a.handle), balecodec.NewDecoderBytes(nil, &a.handle)`,
		Marshal:      "a.out = a.out[:0]\n" + encode + "return balebytes.Clone(a.out), err",
		MarshalReuse: "a.out = buf\n" + encode + "return a.out, err",
		Unmarshal:    "a.decoder.ResetBytes(b)\nreturn a.decoder.Decode(c)",
	})
	for i := range out.Code {
		c := &out.Code[i]
		if in.Plan.Reaches(i, lower.IsAny) { // otherwise maps in an any would have type map[any]any
			c.Imports = append(c.Imports, codec.StdImports("reflect")...)
			c.Setup = "a.handle.MapType = balereflect.TypeOf(map[string]any(nil))\n" + c.Setup
		}
		if !in.Plan.Reaches(i, handles.KeepsOldValue) {
			c.UnmarshalReuse = c.Unmarshal
		}
	}
	return out, nil
}
