package kafka_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"
	"google.golang.org/protobuf/proto"

	"example.com/hosts/kafka"
	"example.com/hosts/order"
	"example.com/hosts/order/orderpb"
	"example.com/hosts/servers/kafkacluster"
)

// TestProduce produces orders, and a record that is none, and consumes them.
func TestProduce(t *testing.T) {
	client, ctx := kafkacluster.Start(t, "orders"), t.Context()
	for lines := range 3 {
		if err := kafka.Produce(ctx, client, "orders", order.Sample(lines)); err != nil {
			t.Fatal(err)
		}
	}
	var got []*order.Order
	for len(got) < 3 {
		orders, err := kafka.Consume(ctx, client)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, orders...)
	}
	for lines, o := range got {
		if want := order.Sample(lines); !reflect.DeepEqual(o, want) {
			t.Errorf("got %v\nwant %v", o, want)
		}
	}
	if err := client.ProduceSync(ctx, &kgo.Record{Value: []byte("no order")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	if orders, err := kafka.Consume(ctx, client); err == nil || !strings.Contains(err.Error(), "orders/0: offset 3: Order") {
		t.Errorf("another record was decoded as %v, %v", orders, err)
	}
}

// TestSerde produces an order with the header of a schema registry. A program with the protobuf library reads it.
func TestSerde(t *testing.T) {
	client, ctx := kafkacluster.Start(t, "orders"), t.Context()
	s := kafka.Serde(0x01020304)
	want := order.Sample(2)
	b, err := s.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.ProduceSync(ctx, &kgo.Record{Value: b}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	value := client.PollFetches(ctx).Records()[0].Value
	got := new(order.Order)
	if err := s.Decode(value, got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v\nwant %v", got, err, want)
	}
	// The positions of the message are a list with their number before it, in zigzag varints: one position, 1.
	message, ok := bytes.CutPrefix(value, []byte{0, 1, 2, 3, 4, 2, 2})
	if !ok {
		t.Fatalf("the value begins with % x", value[:7])
	}
	if m := orderpb.File_order_proto.Messages().Get(1); m.Name() != "Order" {
		t.Errorf("message 1 of order.proto is %s", m.Name())
	}
	var m orderpb.Order
	if err := proto.Unmarshal(message, &m); err != nil || m.Id != want.ID || m.Lines[1].Sku != want.Lines[1].SKU || !m.Placed.AsTime().Equal(want.Placed) {
		t.Errorf("the protobuf library decoded %v, %v", &m, err)
	}
	if err := kafka.Serde(5).Decode(value, got); !errors.Is(err, sr.ErrNotRegistered) {
		t.Errorf("with another schema: %v", err)
	}
	if err := s.Decode(message, got); err == nil {
		t.Error("a value without a header was decoded")
	}
}
