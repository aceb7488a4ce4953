// Package skycoin describes the encoder of github.com/skycoin/skycoin.
package skycoin

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

const encoder = "github.com/skycoin/skycoin/src/cipher/encoder"

// Codec is Skycoin's reflecting encoder on the user's own types, or on mirrors without what it has no form for.
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

// refuse: an array of a defined byte type panics, where a slice of it is fine.
func refuse(t schema.Type, in *lower.Package) string {
	if a, ok := schema.Underlying(t).(*schema.Array); ok {
		if _, named := a.Elem.(*schema.Named); named && schema.IsKind(a.Elem, schema.Uint8) {
			return "an array of a defined byte type"
		}
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i := range in.Plan.Roots {
		c := codec.Code{
			Imports:   codec.Std(encoder),
			Marshal:   "return baleencoder.Serialize(c), nil",
			Unmarshal: "return baleencoder.DeserializeRawExact(b, c)",
		}
		if !in.Plan.Reaches(i, stays) {
			c.UnmarshalReuse = c.Unmarshal
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}

// stays: what comes empty leaves the destination as it was.
func stays(t schema.Type) bool {
	_, slice := schema.Underlying(t).(*schema.Slice)
	return slice || lower.Merges(t)
}
