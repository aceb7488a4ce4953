package bench

import (
	"encoding/json"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"example.com/hosts/order"
	"example.com/hosts/order/orderpb"
)

// A codec is one way to serialize an order. Each starts and ends at the type that a program with this codec works with, and decodes into a
// new value.
type codec struct {
	name   string
	value  func(*order.Order) any
	encode func(any) ([]byte, error)
	decode func([]byte) (any, error)
}

// plain has no methods, so encoding/json encodes its fields.
type plain order.Order

var codecs = []codec{
	{"encoding/json",
		func(o *order.Order) any { return (*plain)(o) },
		json.Marshal,
		func(b []byte) (any, error) { v := new(plain); return v, json.Unmarshal(b, v) }},
	{"bale/json",
		asIs,
		func(v any) ([]byte, error) { return v.(*order.Order).MarshalJSON() },
		func(b []byte) (any, error) { v := new(order.Order); return v, v.UnmarshalJSON(b) }},
	{"protobuf",
		func(o *order.Order) any { return protobuf(o) },
		func(v any) ([]byte, error) { return proto.Marshal(v.(*orderpb.Order)) },
		func(b []byte) (any, error) { v := new(orderpb.Order); return v, proto.Unmarshal(b, v) }},
	{"bale/proto",
		asIs,
		func(v any) ([]byte, error) { return v.(*order.Order).MarshalProto() },
		func(b []byte) (any, error) { v := new(order.Order); return v, v.UnmarshalProto(b) }},
	{"bale/compact",
		asIs,
		func(v any) ([]byte, error) { return v.(*order.Order).MarshalBinary() },
		func(b []byte) (any, error) { v := new(order.Order); return v, v.UnmarshalBinary(b) }},
}

func asIs(o *order.Order) any { return o }

// protobuf returns an order as a message of protoc-gen-go.
func protobuf(o *order.Order) *orderpb.Order {
	m := &orderpb.Order{Id: o.ID, Customer: o.Customer, Placed: timestamppb.New(o.Placed), Notes: o.Notes, Currency: o.Currency}
	for _, l := range o.Lines {
		m.Lines = append(m.Lines, &orderpb.Line{Sku: l.SKU, Count: l.Count, Cents: l.Cents})
	}
	return m
}
