// Package jsonv2 describes encoding/json/v2.
package jsonv2

import (
	"bale/codec"
	"bale/codec/internal/likejson"
)

// Codec is encoding/json/v2 on the user's own types. It is in the standard library behind an experiment,
// which makes encoding/json a layer over it, so it has a program of its own like every codec.
var Codec = &codec.Codec{
	Name:       "jsonv2",
	Doc:        "https://pkg.go.dev/encoding/json/v2",
	Experiment: "jsonv2",
	Variants: []*codec.Variant{{
		Wire: "JSON", Note: "built with GOEXPERIMENT=jsonv2; " + likejson.V2Note,
		Caps: likejson.V2Caps, Generate: likejson.V2("encoding/json/v2", "encoding/json"),
	}},
}
