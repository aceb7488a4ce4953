// Package mongobson describes go.mongodb.org/mongo-driver/bson.
package mongobson

import (
	"bale/codec"
	"bale/codec/internal/likebson"
	"bale/codec/lower"
)

const (
	path = "go.mongodb.org/mongo-driver/bson"
	open = `w, _ := balebsonrw.NewBSONValueWriter(&a.out)
		a.encoder, _ = balebson.NewEncoder(w)`
)

// Codec encodes the user's own types, or mirrors with signed integers, with the MongoDB driver's bson.
var Codec = &codec.Codec{
	Name: "mongo-bson", Module: "go.mongodb.org/mongo-driver",
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path, path + "/bsonrw"},
	Variants: []*codec.Variant{{
		Wire: "BSON", Caps: caps, Generate: likebson.Driver(path, open, path+"/bsonrw"),
		Note: "times have milliseconds; unsigned 64-bit integers are cast to signed ones",
	}},
}

func caps(string) lower.Caps { return likebson.DriverCaps() }
