// Package all is the one visible list of the codecs.
package all

import (
	"bale/codec"
	"bale/codec/gob"
	"bale/codec/json"
)

// Codecs are all that bale knows.
var Codecs = []*codec.Codec{
	gob.Codec,
	json.Codec,
}
