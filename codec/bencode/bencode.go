// Package bencode describes github.com/zeebo/bencode.
package bencode

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Codec encodes the user's own types as Bencode, the format of BitTorrent.
var Codec = &codec.Codec{
	Name: "bencode", Module: "github.com/zeebo/bencode",
	Variants: []*codec.Variant{{Wire: "Bencode", Caps: caps, Note: "floats are integers with the same bits", Generate: codec.Calls(codec.Code{
		Imports:      codec.StdImports("bytes", "github.com/zeebo/bencode"),
		State:        "out balebytes.Buffer\nencoder *balebencode.Encoder",
		Setup:        "a.encoder = balebencode.NewEncoder(&a.out)",
		Marshal:      "return balebencode.EncodeBytes(c)",
		MarshalReuse: "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn a.out.Bytes(), err",
		Unmarshal:    "return balebencode.DecodeBytes(b, c)",
	})}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: lower.RefuseAny(lower.RefuseText, lower.RefuseUnexported), Tags: []string{"bencode"},
		Bytes: true, Time: lower.TimeOwn, Pointers: true,
		Scalars: lower.With(lower.All(), model.Float32, 0, model.Float64, 0, model.Complex64, 0, model.Complex128, 0),
		Pointee: func(t model.Type) bool { return !lower.IsPointer(t) },
		Elem:    func(elem *lower.Node) bool { return !lower.IsPointer(elem.Go) },
		Maps:    func(key, elem *lower.Node) bool { return lower.IsString(key.Go) && !lower.IsPointer(elem.Go) },
	}
}
