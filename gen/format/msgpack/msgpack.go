// Package msgpack describes the MessagePack format. A struct is encoded as a map from field names to values, or as an array of the
// values.
package msgpack

import (
	"encoding/binary"
	"math"

	"bale/gen/emit"
	"bale/gen/emit/item"
	"bale/gen/plan"
	"bale/model"
)

// Format is the msgpack format.
var Format = &emit.Format{
	Name: "msgpack", Title: wire.Title,
	View:    emit.View{MaxLen: wire.MaxLen},
	Check:   emit.Check{Directives: []string{"array", "read"}, Root: check, MaxArray: math.MaxUint32},
	Methods: emit.Methods{Elements: emit.Elements{Func: "CountMsgpack"}},
	Print:   emit.Print{Code: wire.Print, Facts: wire.Facts},
	Lock:    emit.Lock{Layout: lockRules},
}

var wire = &item.Wire{
	Title: "Msgpack", Skips: Skips,
	Struct: func(g *plan.Graph, d *plan.Directives, t model.Type) *plan.Struct { return recordOf(g, d, t).Struct },
	Nil:    0xc0, IsNil: "d.B[n] == 0xc0", True: 0xc3, Small: 0x80,
	Map:        item.Count{First: 0x80, Short: 16, Args: "0x80, 0xde", Bytes: func(k int) []byte { return countBytes(k, 0x80, 0xde) }},
	List:       item.Count{First: 0x90, Short: 16, Args: "0x90, 0xdc", Bytes: func(k int) []byte { return countBytes(k, 0x90, 0xdc) }},
	Text:       item.Short{First: 0xa0, Short: 32, Args: "0xd9"},
	TextMethod: "Bytes",
	Bytes:      "0xc4",
	KeyBytes:   keyBytes, BytesHead: binHead, IntBytes: intBytes,
	Prefix:    func(k model.Kind) []byte { return prefixes[k] },
	MaxNumber: func(k model.Kind) int { return len(prefixes[k]) + k.Bits()/8 },
	MaxTime:   15,
}

// prefixes has the heads of floating-point numbers, and of complex numbers, which are tinylib's extensions 3 and 4.
var prefixes = map[model.Kind][]byte{model.Float32: {0xca}, model.Float64: {0xcb}, model.Complex64: {0xd7, 3}, model.Complex128: {0xd8, 4}}

// graph returns the graph of types for code in package home, without the fields whose tag skips them.
func graph(home string) *plan.Graph { return &plan.Graph{Home: home, Skip: Skips} }

// maxKey is the maximum length of a field's name in bytes.
const maxKey = 1<<16 - 1

// keyBytes returns the encoding of a field's name, which has at most maxKey bytes.
func keyBytes(f *plan.Field) []byte {
	key := f.Name
	switch k := len(key); {
	case k < 32:
		return append([]byte{0xa0 + byte(k)}, key...)
	case k < 1<<8:
		return append([]byte{0xd9, byte(k)}, key...)
	default:
		return append(binary.BigEndian.AppendUint16([]byte{0xda}, uint16(k)), key...)
	}
}

// countBytes returns the head of an array or map of k elements or entries. short is the first byte of the family's short form, and long
// that of its first long form.
func countBytes(k int, short, long byte) []byte {
	switch {
	case k < 16:
		return []byte{short + byte(k)}
	case k < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{long}, uint16(k))
	}
	return binary.BigEndian.AppendUint32([]byte{long + 1}, uint32(k))
}

// binHead returns the head of a bin of k bytes.
func binHead(k int) []byte {
	switch {
	case k < 1<<8:
		return []byte{0xc4, byte(k)}
	case k < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{0xc5}, uint16(k))
	}
	return binary.BigEndian.AppendUint32([]byte{0xc6}, uint32(k))
}

// intBytes returns the encoding of an integer from 0 to 65,535.
func intBytes(n int) []byte {
	switch {
	case n < 1<<7:
		return []byte{byte(n)}
	case n < 1<<8:
		return []byte{0xcc, byte(n)}
	}
	return binary.BigEndian.AppendUint16([]byte{0xcd}, uint16(n))
}
