// Package ugorji describes github.com/ugorji/go/codec, for MessagePack, Binc, CBOR and JSON.
package ugorji

import (
	"bale/codec"
	"bale/codec/internal/handles"
	"bale/codec/lower"
	"bale/model"
)

const module = handles.Module

// Codec encodes the user's own types with ugorji's codec.
var Codec = &codec.Codec{
	Name: "ugorji", Module: module,
	Variants: []*codec.Variant{
		{Name: "msgpack", Wire: "MessagePack", Doc: "https://pkg.go.dev/" + module + "#MsgpackHandle",
			Note: "WriteExt; the alias class is ZeroCopy", Caps: caps, Generate: handles.Generate("MsgpackHandle", handles.KeepsOldValue, "WriteExt")},
		{Name: "binc", Wire: "Binc", Doc: "https://pkg.go.dev/" + module + "#BincHandle",
			Note: "the alias class is ZeroCopy", Caps: caps, Generate: handles.Generate("BincHandle", handles.KeepsOldValue)},
		{Name: "cbor", Wire: "CBOR", Doc: "https://pkg.go.dev/" + module + "#CborHandle",
			Note: "times are rounded to microseconds; the alias class is ZeroCopy", Caps: caps, Generate: handles.Generate("CborHandle", handles.KeepsOldValue)},
		{Name: "json", Wire: "JSON", Doc: "https://pkg.go.dev/" + module + "#JsonHandle",
			Note: "MapKeyAsString, since keys would else be numbers; PreferFloat, without which large numbers in an interface are errors; the alias class is ZeroCopy",
			Caps: caps, Generate: handles.Generate("JsonHandle", handles.KeepsOldValue, "MapKeyAsString", "PreferFloat")},
	},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: handles.Refuse, Tags: []string{"codec", "json"}, Custom: custom,
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Any: true, MemberTag: `codec:",omitempty"`,
	}
}

func custom(n *model.Named) string { return lower.Method(n, "CodecEncodeSelf", "MarshalBinary") }
