// Package kafka produces and consumes orders with franz-go, with and without the header of a schema registry.
package kafka

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"

	"example.com/hosts/order"
)

// Produce appends an order to a topic. The key puts all versions of an order into one partition.
func Produce(ctx context.Context, client *kgo.Client, topic string, o *order.Order) error {
	b, err := o.MarshalBinary()
	if err != nil {
		return err
	}
	r := &kgo.Record{Topic: topic, Key: fmt.Append(nil, o.ID), Value: b}
	return client.ProduceSync(ctx, r).FirstErr()
}

// Consume returns the orders that the next poll gets. An error in one of them names its partition and offset.
func Consume(ctx context.Context, client *kgo.Client) ([]*order.Order, error) {
	var orders []*order.Order
	fetches := client.PollFetches(ctx)
	if err := fetches.Err(); err != nil {
		return nil, err
	}
	for r := range fetches.RecordsAll() {
		o := new(order.Order)
		if err := o.UnmarshalBinary(r.Value); err != nil {
			return orders, fmt.Errorf("%s/%d: offset %d: %w", r.Topic, r.Partition, r.Offset, err)
		}
		orders = append(orders, o)
	}
	return orders, nil
}

// Serde returns the encoder and decoder of values with the header of a schema registry: a zero byte, four bytes with the ID of the schema,
// and the position of the message in the schema, here order.proto of bale gen -proto, which has Order after Line.
func Serde(id int) *sr.Serde {
	s := sr.NewSerde()
	s.Register(id, &order.Order{}, sr.Index(1),
		sr.AppendEncodeFn(func(b []byte, v any) ([]byte, error) { return v.(*order.Order).AppendProto(b) }),
		sr.DecodeFn(func(b []byte, v any) error { return v.(*order.Order).UnmarshalProto(b) }))
	return s
}
