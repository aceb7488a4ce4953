// Package skycoin describes the encoder of github.com/skycoin/skycoin.
package skycoin

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const encoder = "github.com/skycoin/skycoin/src/cipher/encoder"

// Codec encodes the user's own types, or mirrors of unsupported types, with Skycoin's encoder, which uses reflection.
var Codec = &codec.Codec{
	Name: "skycoin", Module: "github.com/skycoin/skycoin",
	Doc:      "https://pkg.go.dev/" + encoder,
	Packages: []string{encoder},
	Variants: []*codec.Variant{{
		Wire: "Skycoin", Caps: caps, Generate: generate,
		Note: "an empty slice or map is decoded as nil",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.Widen(), Bytes: true, Arrays: true, Maps: lower.AnyMap,
	}
}

// refuse refuses arrays of a defined byte type, which panic although slices of them do not, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	if a, ok := model.Underlying(t).(*model.Array); ok {
		if _, named := a.Elem.(*model.Named); named && model.IsKind(a.Elem, model.Uint8) {
			return "an array of a defined byte type"
		}
	}
	return lower.RefuseUnexported(t, in)
}

// generate returns code without reuse in encoding: Serialize allocates the message, and the exported methods of Encoder, which write to any slice,
// encode single numbers and byte slices. The code of skyencoder calls these.
func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i := range in.Plan.Roots {
		c := codec.Code{
			Imports:   codec.StdImports(encoder),
			Marshal:   "return baleencoder.Serialize(c), nil",
			Unmarshal: "return baleencoder.DeserializeRawExact(b, c)",
			Shared:    true, // byte slices; strings are not
		}
		if !in.Plan.Reaches(i, keepsOld) {
			c.UnmarshalReuse = c.Unmarshal
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}

// keepsOld reports whether decoding can leave a destination of type t unchanged: an encoded empty value does so.
func keepsOld(t model.Type) bool {
	_, slice := model.Underlying(t).(*model.Slice)
	return slice || lower.KeepsOldValue(t)
}
