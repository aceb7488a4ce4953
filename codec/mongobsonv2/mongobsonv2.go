// Package mongobsonv2 describes go.mongodb.org/mongo-driver/v2/bson.
package mongobsonv2

import (
	"bale/codec"
	"bale/codec/internal/likebson"
	"bale/codec/lower"
)

const (
	path = "go.mongodb.org/mongo-driver/v2/bson"
	open = "a.encoder = balebson.NewEncoder(balebson.NewDocumentWriter(&a.out))"
)

// Codec encodes the user's own types, or mirrors with signed integers, with the bson of version 2 of the MongoDB driver.
var Codec = &codec.Codec{
	Name: "mongo-bson-v2", Module: "go.mongodb.org/mongo-driver/v2",
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "BSON", Caps: caps, Generate: likebson.Driver(path, open),
		Note: "times have milliseconds; unsigned 64-bit integers are cast to signed ones",
	}},
}

func caps(string) lower.Caps { return likebson.DriverCaps() }
