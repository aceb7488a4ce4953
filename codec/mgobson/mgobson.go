// Package mgobson describes gopkg.in/mgo.v2/bson.
package mgobson

import (
	"bale/codec"
	"bale/codec/internal/likebson"
	"bale/codec/lower"
)

const path = "gopkg.in/mgo.v2/bson"

// Codec encodes the user's own types, or mirrors with signed integers, with mgo's bson.
var Codec = &codec.Codec{
	Name: "mgo-bson", Module: "gopkg.in/mgo.v2",
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "BSON", Caps: caps, Generate: likebson.Mgo(path),
		Note: "times have milliseconds and come back in the local zone; unsigned 64-bit integers are cast to signed ones",
	}},
}

func caps(string) lower.Caps { return likebson.MgoCaps() }
