// Package labixbson describes labix.org/v2/mgo/bson.
package labixbson

import (
	"bale/codec"
	"bale/codec/internal/likebson"
	"bale/codec/lower"
	"bale/model"
)

const path = "labix.org/v2/mgo/bson"

// Codec encodes the user's own types, or mirrors with signed integers, with the bson package from mgo's first location.
var Codec = &codec.Codec{
	Name: "labix-bson", Module: "labix.org/v2/mgo",
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "BSON", Caps: caps, Generate: likebson.Mgo(path),
		Note: "times have milliseconds and come back in the local zone; unsigned 64-bit integers are cast to signed ones",
	}},
}

// caps refuses maps whose elements contain byte arrays: the library needs addressable arrays, and elements of maps are not addressable.
func caps(string) lower.Caps {
	caps := likebson.MgoCaps()
	keys := caps.Maps
	caps.Maps = func(key, elem *lower.Node) bool { return keys(key, elem) && !model.Inline(elem.Go, isByteArray) }
	return caps
}

func isByteArray(t model.Type) bool {
	a, ok := model.Underlying(t).(*model.Array)
	return ok && model.IsKind(a.Elem, model.Uint8)
}
