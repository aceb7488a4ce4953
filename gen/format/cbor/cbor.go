// Package cbor describes the CBOR format (RFC 8949) in its deterministic form. A struct is encoded as a map from field names to values, or as
// an array of the values.
package cbor

import (
	"math"

	"bale/gen/emit"
	"bale/gen/emit/item"
	"bale/internal/bale/cbor"
	"bale/model"
)

// Format is the cbor format.
var Format = &emit.Format{
	Name: "cbor", Title: wire.Title,
	View:    emit.View{MaxLen: wire.MaxLen},
	Check:   emit.Check{Directives: []string{"array", "read"}, Root: promoted.Check, MaxArray: math.MaxUint32},
	Methods: emit.Methods{Elements: emit.Elements{Func: "CountCBOR"}},
	Print:   emit.Print{Code: wire.Print, Facts: wire.Facts},
	Lock:    emit.Lock{Layout: promoted.Layout()},
}

// promoted has the rule of encoding/json, which fxamacker/cbor follows.
var promoted = &item.Promoted{Format: "cbor", Skips: Skips, Record: recordOf, Integer: "keyasint"}

// Fault returns the reason why the fields of the struct t cannot be encoded by code in package home, or "".
var Fault = promoted.Fault

var wire = &item.Wire{
	Title: "CBOR", Skips: Skips, Struct: promoted.Struct,
	Nil: 0xf6, IsNil: "d.B[n]|1 == 0xf7", True: 0xf5, Small: 24,
	Map:        item.Count{First: 0xa0, Short: 24, Args: "0xa0", Bytes: func(k int) []byte { return cbor.AppendHead(nil, 5, uint64(k)) }},
	List:       item.Count{First: 0x80, Short: 24, Args: "0x80", Bytes: func(k int) []byte { return cbor.AppendHead(nil, 4, uint64(k)) }},
	Text:       item.Short{First: 0x60, Short: 24, Args: "0x60"},
	TextMethod: "Bytes", Bytes: "0x40", UTF8: true, Signs: true, SortsMaps: true, Level: 3, Plain: true,
	KeyBytes:  keyBytes,
	BytesHead: func(k int) []byte { return cbor.AppendHead(nil, 2, uint64(k)) },
	IntBytes:  func(n int) []byte { return cbor.AppendHead(nil, 0, uint64(n)) },
	Prefix:    func(model.Kind) []byte { return nil },
	MaxNumber: func(k model.Kind) int {
		if k == model.Complex64 || k == model.Complex128 {
			return 3 + k.Bits()/8
		}
		return 1 + k.Bits()/8
	},
	MaxTime: 32,
	Raw: func(t model.Type) string {
		if n, ok := t.(*model.Named); ok && n.Package == "math/big" && n.Name == "Int" && n.Marshal == "" {
			return "Big"
		}
		return ""
	},
}
