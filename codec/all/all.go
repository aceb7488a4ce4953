// Package all is the one visible list of the codecs.
package all

import (
	"bale/codec"
	"bale/codec/bale"
	"bale/codec/colfer"
	"bale/codec/easyjson"
	"bale/codec/floor"
	"bale/codec/frugal"
	"bale/codec/gencode"
	"bale/codec/gob"
	"bale/codec/gogo"
	"bale/codec/golangprotobuf"
	"bale/codec/gotiny"
	"bale/codec/handwritten"
	"bale/codec/json"
	"bale/codec/msgp"
	"bale/codec/protobuf"
	"bale/codec/skycoin"
	"bale/codec/skyencoder"
	"bale/codec/thrift"
	"bale/codec/ugorji"
	"bale/codec/vmihailencomsgpack"
)

// Codecs are all that bale knows.
var Codecs = []*codec.Codec{
	bale.Codec,
	colfer.Codec,
	easyjson.Codec,
	floor.Codec,
	frugal.Codec,
	gencode.Codec,
	gob.Codec,
	gogo.Fast,
	gogo.Faster,
	gogo.Slick,
	golangprotobuf.Codec,
	gotiny.Codec,
	handwritten.Codec,
	json.Codec,
	msgp.Codec,
	protobuf.Codec,
	skycoin.Codec,
	skyencoder.Codec,
	thrift.Codec,
	ugorji.Codec,
	vmihailencomsgpack.Codec,
}
