// Package natsio sends orders by NATS, and keeps them in JetStream.
package natsio

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.com/hosts/order"
)

// Publish sends an order to the subscribers of a subject.
func Publish(nc *nats.Conn, subject string, o *order.Order) error {
	b, err := o.MarshalBinary()
	if err != nil {
		return err
	}
	return nc.Publish(subject, b)
}

// Subscribe calls handle with each order that arrives, or with the error of one that cannot be decoded.
func Subscribe(nc *nats.Conn, subject string, handle func(*order.Order, error)) (*nats.Subscription, error) {
	return nc.Subscribe(subject, func(m *nats.Msg) {
		o := new(order.Order)
		err := o.UnmarshalBinary(m.Data)
		handle(o, err)
	})
}

// Store adds an order to the stream of a subject, and returns its number in the stream.
func Store(ctx context.Context, js jetstream.JetStream, subject string, o *order.Order) (uint64, error) {
	b, err := o.MarshalBinary()
	if err != nil {
		return 0, err
	}
	ack, err := js.Publish(ctx, subject, b)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// Next returns the next order of a consumer. It acknowledges an order that it has decoded, and ends the delivery of a message that is none.
func Next(c jetstream.Consumer) (*order.Order, error) {
	m, err := c.Next()
	if err != nil {
		return nil, err
	}
	o := new(order.Order)
	if err := o.UnmarshalBinary(m.Data()); err != nil {
		m.Term() // it would fail each time that it is delivered
		return nil, err
	}
	return o, m.Ack()
}
