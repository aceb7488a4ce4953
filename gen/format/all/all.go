// Package all lists the formats.
package all

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/format/cbor"
	"bale/gen/format/compact"
	"bale/gen/format/fixed"
	"bale/gen/format/json"
	"bale/gen/format/msgpack"
	"bale/gen/format/proto"
	"bale/gen/format/sproto"
	"bale/gen/format/varint"
	"bale/gen/format/xdr"
)

// Formats lists all formats of bale gen, the default first.
var Formats = []*emit.Format{
	compact.Format,
	fixed.Format,
	varint.Format,
	msgpack.Format,
	cbor.Format,
	xdr.Format,
	sproto.Format,
	sproto.Packed,
	proto.Format,
	json.Format,
}

// Ways has one format of each way of writing values: code for the others differs in how leaves are written.
var Ways = []*emit.Format{compact.Format, fixed.Format, json.Format, msgpack.Format, proto.Format}

// Binary lists the formats of binary messages: all but json, whose messages, errors and methods are those of encoding/json.
var Binary = slices.DeleteFunc(slices.Clone(Formats), func(f *emit.Format) bool { return f.View.Kind == emit.LikeJSON })
