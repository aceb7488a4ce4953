// Package jsonv2 describes encoding/json/v2.
package jsonv2

import (
	"bale/codec"
	"bale/codec/internal/likejson"
)

// Codec encodes the user's own types with encoding/json/v2. This part of the standard library is enabled by a GOEXPERIMENT, which also
// makes encoding/json a layer over it. Every codec has its own program, so this does not affect others.
var Codec = &codec.Codec{
	Name:       "jsonv2",
	Doc:        "https://pkg.go.dev/encoding/json/v2",
	Experiment: "jsonv2",
	Variants: []*codec.Variant{{
		Wire: "JSON", Note: "built with GOEXPERIMENT=jsonv2; " + likejson.V2Note,
		Caps: likejson.V2Caps, Generate: likejson.V2("encoding/json/v2", "encoding/json"),
	}},
}
