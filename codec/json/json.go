// Package json describes encoding/json.
package json

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Codec is encoding/json on the user's own types.
var Codec = &codec.Codec{
	Name: "json",
	Doc:  "https://pkg.go.dev/encoding/json",
	Mod:  codec.StdMod,
	Variants: []*codec.Variant{{
		Wire: "JSON", Caps: caps, Generate: generate,
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: lower.RefuseUnexported,
		Opaque:  func(n *schema.Named) bool { return n.Methods.JSON || n.Methods.Text },
		Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, NilElems: true,
	}
}

// keys: a map's keys are strings, integers, or types with MarshalText.
func keys(key, _ *lower.Node) bool {
	if n, ok := key.Go.(*schema.Named); ok && n.Methods.Text {
		return true
	}
	b, ok := schema.Underlying(key.Go).(*schema.Basic)
	return ok && (b.Kind == schema.String || b.Kind.Signed() || b.Kind.Unsigned())
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.Each(in, codec.Code{
		Imports: codec.Std("bytes", "encoding/json"),
		State:   "buf balebytes.Buffer\nencoder *balejson.Encoder",
		Setup:   "a.encoder = balejson.NewEncoder(&a.buf)",
		Marshal: "return balejson.Marshal(c)",
		MarshalReuse: `a.buf.Reset()
			err := a.encoder.Encode(c)
			return a.buf.Bytes(), err`,
		Unmarshal:      "return balejson.Unmarshal(b, c)",
		UnmarshalReuse: "return balejson.Unmarshal(b, c)",
	})
	for i := range out.Code {
		if in.Plan.Reaches(i, lower.Merges) { // what is not in the text stays in the destination
			out.Code[i].UnmarshalReuse = ""
		}
	}
	return out, nil
}
