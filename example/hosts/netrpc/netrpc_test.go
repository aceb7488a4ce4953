package netrpc_test

import (
	"errors"
	"io"
	"net"
	"net/rpc"
	"reflect"
	"strings"
	"sync"
	"testing"

	"example.com/hosts/netrpc"
	"example.com/hosts/order"
)

// Shop is the service of the tests.
type Shop struct{}

// Place returns an order as it came, or an error.
func (Shop) Place(o, placed *order.Order) error {
	if o.ID == 0 {
		return errors.New("no ID")
	}
	*placed = *o
	return nil
}

// Large returns an order that is too large for a frame.
func (Shop) Large(_, o *order.Order) error {
	o.Customer = strings.Repeat("x", 17<<20)
	return nil
}

// Line has types without generated methods.
func (Shop) Line(l *order.Line, n *int) error { return nil }

// Count has a result without generated methods.
func (Shop) Count(o *order.Order, n *int) error { return nil }

// A damaged value is encoded as bytes that are not an order.
type damaged struct{}

func (damaged) AppendBinary(b []byte) ([]byte, error) { return append(b, 0xff, 0xff), nil }

// start starts a server on the loopback interface, and returns a client.
func start(t *testing.T) *rpc.Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := rpc.NewServer()
	if err := s.Register(Shop{}); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.ServeCodec(netrpc.NewServerCodec(c))
		}
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	client := rpc.NewClientWithCodec(netrpc.NewClientCodec(c))
	t.Cleanup(func() { client.Close() })
	return client
}

// TestCalls makes calls of several goroutines, whose frames must not mix.
func TestCalls(t *testing.T) {
	client := start(t)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for lines := range 20 {
				want, got := order.Sample(lines*i), new(order.Order)
				if err := client.Call("Shop.Place", want, got); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, %v\nwant %v", got, err, want)
				}
			}
		})
	}
	wait.Wait()
}

// TestErrors checks that calls that fail have their errors, and that the connection works afterwards.
func TestErrors(t *testing.T) {
	client := start(t)
	for _, c := range []struct {
		method     string
		args, want any
		text       string
	}{
		{"Shop.Place", &order.Order{}, new(order.Order), "no ID"},
		{"Shop.Missing", order.Sample(1), new(order.Order), "can't find method Shop.Missing"},
		{"Shop.Large", order.Sample(1), new(order.Order), "the limit is 16777216"},
		{"Shop.Count", order.Sample(1), new(int), "*int has no method AppendBinary: run bale gen for it"},
		{"Shop.Place", damaged{}, new(order.Order), "Order: offset"},
		{"Shop.Line", &order.Line{}, new(int), "*order.Line has no method AppendBinary: run bale gen for it"},
		{"Shop.Place", &order.Order{Customer: strings.Repeat("x", 17<<20)}, new(order.Order), "the limit is 16777216"},
	} {
		if err := client.Call(c.method, c.args, c.want); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: error %v, want %q", c.method, err, c.text)
		}
		if err := client.Call("Shop.Place", order.Sample(1), new(order.Order)); err != nil {
			t.Fatalf("the call after %s: %v", c.method, err)
		}
	}
}

// stream is a connection on which bytes have arrived.
type stream struct{ io.Reader }

func (stream) Write(b []byte) (int, error) { return len(b), nil }
func (stream) Close() error                { return nil }

// TestFrames reads truncated and damaged frames.
func TestFrames(t *testing.T) {
	var r rpc.Request
	for _, b := range []string{"\x00\x00\x00", "\x00\x00\x00\x05abc", "\xff\xff\xff\xff", "\x00\x00\x00\x00", "\x00\x00\x00\x02\xff\xff"} {
		c := netrpc.NewServerCodec(stream{strings.NewReader(b)})
		if err := c.ReadRequestHeader(&r); err == nil {
			t.Errorf("% x: a header was decoded: %v", b, r)
		}
	}
}
