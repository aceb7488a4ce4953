// Package sonnet describes github.com/sugawarayuuta/sonnet.
package sonnet

import (
	"bale/codec"
	"bale/codec/internal/likejson"
)

const module = "github.com/sugawarayuuta/sonnet"

// Codec encodes the user's own types with sonnet.
var Codec = &codec.Codec{
	Name: "sonnet", Module: module,
	Doc:      "https://github.com/sugawarayuuta/sonnet#usage",
	Variants: []*codec.Variant{{Wire: "JSON", Caps: likejson.Caps, Generate: generate}},
}

func generate(in *codec.Input) (*codec.Output, error) {
	return likejson.Each(in, codec.Code{
		Imports: codec.StdImports("bytes", module),
		State:   "buf balebytes.Buffer\nencoder *balesonnet.Encoder",
		Setup:   "a.encoder = balesonnet.NewEncoder(&a.buf)",
		Marshal: "return balesonnet.Marshal(c)",
		MarshalReuse: `a.buf.Reset()
			err := a.encoder.Encode(c)
			return a.buf.Bytes(), err`,
		Unmarshal:      "return balesonnet.Unmarshal(b, c)",
		UnmarshalReuse: "return balesonnet.Unmarshal(b, c)",
	}), nil
}
