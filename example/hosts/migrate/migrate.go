// Package migrate reads orders in an old format and in a bale format for a while, and rewrites stored ones.
package migrate

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"example.com/hosts/order"
)

// A value in a new format begins with a zero byte, with which no JSON text, gob stream or protobuf message begins. The second byte is the
// number of the format.
const (
	mark    = 0
	compact = 1
)

// Decode decodes an order in a new format, or calls old for one in the old format.
func Decode(b []byte, o *order.Order, old func([]byte, *order.Order) error) error {
	if len(b) == 0 || b[0] != mark {
		*o = order.Order{} // JSON and gob leave fields alone that are not in the message
		return old(b, o)
	}
	if len(b) < 2 || b[1] != compact {
		return fmt.Errorf("a value that begins with % x has an unknown format: deploy the program that can read it first", b[:min(2, len(b))])
	}
	return o.UnmarshalBinary(b[2:])
}

// Encode encodes an order in the new format, or with old for readers that do not call Decode yet.
func Encode(o *order.Order, writeNew bool, old func(*order.Order) ([]byte, error)) ([]byte, error) {
	if !writeNew {
		return old(o)
	}
	return o.AppendBinary([]byte{mark, compact})
}

// plain has no methods, so encoding/json and encoding/gob encode its fields.
type plain order.Order

// FromJSON decodes an order that json.Marshal has encoded.
func FromJSON(b []byte, o *order.Order) error { return o.UnmarshalJSON(b) }

// ToJSON encodes an order as json.Marshal does.
func ToJSON(o *order.Order) ([]byte, error) { return json.Marshal((*plain)(o)) }

// FromGob decodes an order that encoding/gob has encoded before the type had a method MarshalBinary, which gob would call.
func FromGob(b []byte, o *order.Order) error {
	return gob.NewDecoder(bytes.NewReader(b)).Decode((*plain)(o))
}

// ToGob encodes an order as encoding/gob did before the type had a method MarshalBinary.
func ToGob(o *order.Order) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode((*plain)(o))
	return b.Bytes(), err
}

// FromProtobuf decodes a message of the type Order in order.proto: the fields of order.Order have the same numbers.
func FromProtobuf(b []byte, o *order.Order) error { return o.UnmarshalProto(b) }

// ToProtobuf encodes an order as a message of the type Order in order.proto.
func ToProtobuf(o *order.Order) ([]byte, error) { return o.MarshalProto() }
