// Package jsonexperiment describes github.com/go-json-experiment/json.
package jsonexperiment

import (
	"bale/codec"
	"bale/codec/internal/likejson"
)

const module = "github.com/go-json-experiment/json"

// Codec encodes the user's own types with the module from which encoding/json/v2 comes.
var Codec = &codec.Codec{
	Name: "json-experiment", Module: module,
	Packages: []string{module, module + "/v1"},
	Variants: []*codec.Variant{{
		Wire: "JSON", Note: likejson.V2Note,
		Caps: likejson.V2Caps, Generate: likejson.V2(module, module+"/v1"),
	}},
}
