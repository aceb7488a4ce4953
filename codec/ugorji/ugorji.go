// Package ugorji describes github.com/ugorji/go/codec, for MessagePack and Binc.
package ugorji

import (
	_ "embed"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

//go:embed pins.mod
var mod string

//go:embed pins.sum
var sum string

const module = "github.com/ugorji/go/codec"

// Codec is ugorji's codec on the user's own types.
var Codec = &codec.Codec{
	Name: "ugorji", Module: module,
	Doc: "https://pkg.go.dev/" + module,
	Mod: mod, Sum: sum, Packages: []string{module},
	Variants: []*codec.Variant{
		{Name: "msgpack", Wire: "MessagePack", Doc: "https://pkg.go.dev/" + module + "#MsgpackHandle",
			Note: "WriteExt; the alias class is ZeroCopy", Caps: caps, Generate: generate("MsgpackHandle", "WriteExt")},
		{Name: "binc", Wire: "Binc", Doc: "https://pkg.go.dev/" + module + "#BincHandle",
			Note: "the alias class is ZeroCopy", Caps: caps, Generate: generate("BincHandle")},
	},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Opaque: opaque,
		Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
	}
}

func opaque(n *schema.Named) bool {
	return n.Methods.Binary || slices.Contains(n.Methods.Names, "CodecEncodeSelf") && slices.Contains(n.Methods.Names, "CodecDecodeSelf")
}

func refuse(t schema.Type, in *lower.Package) string {
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

// generate makes the calls with a handle of one type. It is configured before the first use, as
// its documentation asks; options are its fields that are set.
func generate(handle string, options ...string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		for i := range in.Plan.Roots {
			out.Code = append(out.Code, code(handle, options, in.Plan.Reaches(i, stays)))
		}
		return out, nil
	}
}

func code(handle string, options []string, keeps bool) codec.Code {
	c := codec.Code{
		Imports: codec.Std(module),
		State: "handle, zeroCopy balecodec." + handle + `
			out []byte
			encoder *balecodec.Encoder
			decoder, aliaser *balecodec.Decoder`,
		Setup: set(options) + `a.zeroCopy.ZeroCopy = true
			a.encoder = balecodec.NewEncoderBytes(&a.out, &a.handle)
			a.decoder = balecodec.NewDecoderBytes(nil, &a.handle)
			a.aliaser = balecodec.NewDecoderBytes(nil, &a.zeroCopy)`,
		Marshal: `var b []byte
			err := balecodec.NewEncoderBytes(&b, &a.handle).Encode(c)
			return b, err`,
		MarshalReuse: `a.out = buf
			a.encoder.ResetBytes(&a.out)
			err := a.encoder.Encode(c)
			return a.out, err`,
		Unmarshal:      "return balecodec.NewDecoderBytes(b, &a.handle).Decode(c)",
		UnmarshalAlias: "return balecodec.NewDecoderBytes(b, &a.zeroCopy).Decode(c)",
	}
	if !keeps {
		c.UnmarshalReuse = "a.decoder.ResetBytes(b)\nreturn a.decoder.Decode(c)"
		c.UnmarshalAliasReuse = "a.aliaser.ResetBytes(b)\nreturn a.aliaser.Decode(c)"
	}
	return c
}

// stays: a pointer that comes nil stays, and what it points to becomes zero.
func stays(t schema.Type) bool {
	_, pointer := schema.Underlying(t).(*schema.Pointer)
	return pointer || lower.Merges(t)
}

func set(options []string) string {
	var b strings.Builder
	for _, o := range options {
		b.WriteString("a.handle." + o + ", a.zeroCopy." + o + " = true, true\n")
	}
	return b.String()
}
