package bench

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"

	"example.com/hosts/order"
)

// sizes are the numbers of lines of the orders that are measured.
var sizes = []int{5, 200}

// A call is a call through a host with a codec.
type call struct {
	host  host
	codec codec
	value any
	way   transport
}

// newCalls starts a host, and returns a call with each codec. A host that answers is started for each codec.
func newCalls(tb testing.TB, h host, lines int) (calls []*call) {
	tb.Helper()
	var way transport
	for _, c := range codecs {
		if way == nil || h.answers {
			way = h.start(tb, c.serve)
		}
		calls = append(calls, &call{h, c, c.value(order.Sample(lines)), way})
	}
	return calls
}

// serve is the far side of a host that answers.
func (c codec) serve(b []byte) ([]byte, error) {
	v, err := c.decode(b)
	if err != nil {
		return nil, err
	}
	return c.encode(v)
}

// whole makes the call, and returns the value that comes back.
func (c *call) whole() (any, error) {
	b, err := c.codec.encode(c.value)
	if err != nil {
		return nil, err
	}
	if b, err = c.way(b); err != nil {
		return nil, err
	}
	return c.codec.decode(b)
}

// alone does only the serialization of the call, on both sides.
func (c *call) alone() (any, error) {
	b, err := c.codec.encode(c.value)
	if err == nil && c.host.answers {
		b, err = c.codec.serve(b)
	}
	if err != nil {
		return nil, err
	}
	return c.codec.decode(b)
}

// TestCalls checks that an order comes back through each host with each codec.
func TestCalls(t *testing.T) {
	for _, h := range hosts {
		t.Run(h.name, func(t *testing.T) {
			for _, call := range newCalls(t, h, 5) {
				for what, f := range map[string]func() (any, error){"whole": call.whole, "alone": call.alone} {
					if got, err := f(); err != nil || !equal(got, call.value) {
						t.Errorf("%s, %s: got %v, %v\nwant %v", call.codec.name, what, got, err, call.value)
					}
				}
			}
		})
	}
}

// TestSameBytes checks that the codecs of one wire format write the same bytes, as docs/performance.md#calls says.
func TestSameBytes(t *testing.T) {
	written := map[string][]byte{}
	for _, c := range codecs {
		b, err := c.encode(c.value(order.Sample(5)))
		if err != nil {
			t.Fatal(err)
		}
		written[c.name] = b
	}
	for a, b := range map[string]string{"encoding/json": "bale/json", "protobuf": "bale/proto"} {
		if !bytes.Equal(written[a], written[b]) {
			t.Errorf("%s: %q\n%s: %q", a, written[a], b, written[b])
		}
	}
}

func equal(a, b any) bool {
	if m, ok := b.(proto.Message); ok {
		return proto.Equal(a.(proto.Message), m)
	}
	return reflect.DeepEqual(a, b)
}

// BenchmarkCalls makes the calls one after the other. The allocations are those of this process: of both sides, and of servers that are Go
// modules.
func BenchmarkCalls(b *testing.B) {
	for _, h := range hosts {
		for _, lines := range sizes {
			b.Run(fmt.Sprintf("host=%s/lines=%d", h.name, lines), func(b *testing.B) {
				for _, call := range newCalls(b, h, lines) {
					b.Run("codec="+call.codec.name, func(b *testing.B) {
						b.ReportAllocs()
						for b.Loop() {
							if _, err := call.whole(); err != nil {
								b.Fatal(err)
							}
						}
					})
				}
			})
		}
	}
}
