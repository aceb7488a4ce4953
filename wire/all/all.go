// Package all is the one visible list of the wire formats.
package all

import (
	"bale/wire"
	"bale/wire/compact"
	"bale/wire/fixed"
	"bale/wire/msgpack"
	"bale/wire/proto"
	"bale/wire/sproto"
	"bale/wire/varint"
	"bale/wire/xdr"
)

// Formats are all that bale gen writes, the default first.
var Formats = []*wire.Format{
	compact.Format,
	fixed.Format,
	varint.Format,
	msgpack.Format,
	xdr.Format,
	sproto.Format,
	sproto.Packed,
	proto.Format,
}
