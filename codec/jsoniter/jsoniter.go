// Package jsoniter describes github.com/json-iterator/go.
package jsoniter

import (
	"bale/codec"
	"bale/codec/internal/likejson"
)

const module = "github.com/json-iterator/go"

// Codec encodes the user's own types with json-iterator.
var Codec = &codec.Codec{
	Name: "jsoniter", Module: module,
	Doc: "https://pkg.go.dev/" + module + "#pkg-variables",
	Variants: []*codec.Variant{
		{Name: "std", Wire: "JSON", Caps: likejson.Caps, Generate: generate("ConfigCompatibleWithStandardLibrary"),
			Note: "ConfigCompatibleWithStandardLibrary"},
		{Name: "fastest", Wire: "JSON", Caps: likejson.Caps, Generate: generate("ConfigFastest"),
			Note: "ConfigFastest: a float has at most 6 digits after the point, HTML is not escaped, maps are not sorted"},
	},
}

func generate(config string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		api := "balejsoniter." + config
		return likejson.Each(in, codec.Code{
			Imports: []codec.Import{{Name: "balejsoniter", Path: module}},
			State:   "stream *balejsoniter.Stream",
			Setup:   "a.stream = balejsoniter.NewStream(" + api + ", nil, 0)",
			Marshal: "return " + api + ".Marshal(c)",
			MarshalReuse: `a.stream.SetBuffer(buf)
				a.stream.WriteVal(c)
				return a.stream.Buffer(), a.stream.Error`,
			Unmarshal:      "return " + api + ".Unmarshal(b, c)",
			UnmarshalReuse: "return " + api + ".Unmarshal(b, c)",
		}), nil
	}
}
