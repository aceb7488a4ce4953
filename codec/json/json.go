// Package json describes encoding/json.
package json

import (
	"bale/codec"
	"bale/codec/internal/likejson"
	"bale/runner/measure"
)

// Codec encodes the user's own types with encoding/json.
var Codec = &codec.Codec{
	Name: "json",
	Doc:  "https://pkg.go.dev/encoding/json",
	Variants: []*codec.Variant{{
		Wire: "JSON", Traits: measure.Traits{Steady: 1}, Caps: likejson.Caps, Generate: generate,
	}},
}

func generate(in *codec.Input) (*codec.Output, error) {
	code := likejson.Std("c")
	if in.Strict {
		code.Unmarshal = `if !balejson.Valid(b) { // a decoder would not look at what follows the value
				return balejson.Unmarshal(b, c)
			}
			d := balejson.NewDecoder(balebytes.NewReader(b))
			d.DisallowUnknownFields()
			return d.Decode(c)`
		code.UnmarshalReuse = code.Unmarshal
	}
	out := likejson.Each(in, code)
	out.Strict = in.Strict
	return out, nil
}
