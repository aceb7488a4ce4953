package natsio_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.com/hosts/natsio"
	"example.com/hosts/order"
	"example.com/hosts/orderv1"
	"example.com/hosts/servers/natsserver"
)

// TestPublish sends orders to a subscriber, and a message that is none. Orders that arrived do not change with later ones.
func TestPublish(t *testing.T) {
	nc := natsserver.Start(t)
	type result struct {
		o   *order.Order
		err error
	}
	got := make(chan result, 10)
	if _, err := natsio.Subscribe(nc, "orders", func(o *order.Order, err error) { got <- result{o, err} }); err != nil {
		t.Fatal(err)
	}
	var orders []*order.Order
	for lines := range 4 {
		if err := natsio.Publish(nc, "orders", order.Sample(lines)); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		r := <-got
		if r.err != nil {
			t.Fatal(r.err)
		}
		orders = append(orders, r.o)
	}
	for lines, o := range orders {
		if want := order.Sample(lines); !reflect.DeepEqual(o, want) {
			t.Errorf("got %v\nwant %v", o, want)
		}
	}
	if err := nc.Publish("orders", []byte("no order")); err != nil {
		t.Fatal(err)
	}
	if r := <-got; r.err == nil {
		t.Errorf("another message was decoded as %v", r.o)
	}
}

// stream returns JetStream with a stream of the subject stored, and a consumer from its beginning.
func stream(t *testing.T, nc *nats.Conn) (jetstream.JetStream, jetstream.Consumer) {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "STORED", Subjects: []string{"stored"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.CreateConsumer(t.Context(), jetstream.ConsumerConfig{AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatal(err)
	}
	return js, c
}

// TestVersions stores orders by programs with version 1 and version 2 of the type, and reads all of them by both.
func TestVersions(t *testing.T) {
	for _, format := range []struct {
		name     string
		encode   func(*order.Order) ([]byte, error)
		decode   func(*order.Order, []byte) error
		encodeV1 func(*orderv1.Order) ([]byte, error)
		decodeV1 func(*orderv1.Order, []byte) error
	}{
		{"compact", (*order.Order).MarshalBinary, (*order.Order).UnmarshalBinary, (*orderv1.Order).MarshalBinary, (*orderv1.Order).UnmarshalBinary},
		{"proto", (*order.Order).MarshalProto, (*order.Order).UnmarshalProto, (*orderv1.Order).MarshalProto, (*orderv1.Order).UnmarshalProto},
	} {
		t.Run(format.name, func(t *testing.T) {
			js, c := stream(t, natsserver.Start(t))
			want := order.Sample(3)
			wantV1 := v1(want)
			for _, encode := range []func() ([]byte, error){
				func() ([]byte, error) { return format.encodeV1(wantV1) },
				func() ([]byte, error) { return format.encode(want) },
			} {
				b, err := encode()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := js.Publish(t.Context(), "stored", b); err != nil {
					t.Fatal(err)
				}
			}
			for _, currency := range []string{"", "EUR"} {
				m, err := c.Next()
				if err != nil {
					t.Fatal(err)
				}
				var o order.Order
				want.Currency = currency
				if err := format.decode(&o, m.Data()); err != nil || !reflect.DeepEqual(&o, want) {
					t.Errorf("version 2: %v, %v\nwant %v", &o, err, want)
				}
				var o1 orderv1.Order
				if err := format.decodeV1(&o1, m.Data()); err != nil || !reflect.DeepEqual(&o1, wantV1) {
					t.Errorf("version 1: %v, %v\nwant %v", &o1, err, wantV1)
				}
			}
		})
	}
}

// v1 returns an order without the fields that version 1 of the type does not have.
func v1(o *order.Order) *orderv1.Order {
	old := &orderv1.Order{ID: o.ID, Customer: o.Customer, Placed: o.Placed, Notes: o.Notes}
	for _, l := range o.Lines {
		old.Lines = append(old.Lines, orderv1.Line(l))
	}
	return old
}

// TestStore reads what Store has written and version 1 has written, and a message that is not an order, which comes only once.
func TestStore(t *testing.T) {
	nc := natsserver.Start(t)
	js, c := stream(t, nc)
	ended, err := nc.SubscribeSync("$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.STORED.*")
	if err != nil {
		t.Fatal(err)
	}
	want := order.Sample(2)
	if n, err := natsio.Store(t.Context(), js, "stored", want); err != nil || n != 1 {
		t.Fatalf("stored as %d, %v", n, err)
	}
	if _, err := js.Publish(t.Context(), "stored", []byte("no order")); err != nil {
		t.Fatal(err)
	}
	b, err := v1(want).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "stored", b); err != nil {
		t.Fatal(err)
	}
	if o, err := natsio.Next(c); err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("got %v, %v\nwant %v", o, err, want)
	}
	if o, err := natsio.Next(c); err == nil {
		t.Errorf("a message that is not an order was decoded as %v", o)
	}
	want.Currency = ""
	if o, err := natsio.Next(c); err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("got %v, %v\nwant %v", o, err, want)
	}
	if m, err := ended.NextMsg(10 * time.Second); err != nil || !strings.Contains(string(m.Data), `"stream_seq":2,`) {
		t.Errorf("the message that is not an order was not ended: %v", err)
	}
	if s, err := js.Stream(t.Context(), "STORED"); err != nil || s.CachedInfo().State.Msgs != 3 {
		t.Errorf("the stream has lost a message: %v", err)
	}
}
