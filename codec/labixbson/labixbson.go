// Package labixbson describes labix.org/v2/mgo/bson.
package labixbson

import (
	"bale/codec"
	"bale/codec/internal/likebson"
	"bale/codec/lower"
	"bale/schema"
)

const path = "labix.org/v2/mgo/bson"

// Codec is the bson of mgo's first home, on the user's own types, or on mirrors with signed integers.
var Codec = &codec.Codec{
	Name: "labix-bson", Module: "labix.org/v2/mgo",
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "BSON", Caps: caps, Generate: likebson.Mgo(path),
		Note: "times have milliseconds and come back in the local zone; unsigned 64-bit integers are cast to signed ones",
	}},
}

// caps: a byte array has to be addressable, which the element of a map is not.
func caps(string) lower.Caps {
	caps := likebson.MgoCaps()
	keys := caps.Maps
	caps.Maps = func(key, elem *lower.Node) bool { return keys(key, elem) && !schema.Inline(elem.Go, isByteArray) }
	return caps
}

func isByteArray(t schema.Type) bool {
	a, ok := schema.Underlying(t).(*schema.Array)
	return ok && schema.IsKind(a.Elem, schema.Uint8)
}
