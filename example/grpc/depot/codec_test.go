package depot_test

import (
	"testing"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"example.com/depot/depotpb"
)

// TestOther checks that the codec succeeds, fails or panics as the standard one does for values that are not messages, and for nil and embedded ones.
func TestOther(t *testing.T) {
	data := mem.BufferSlice{mem.SliceBuffer("\x0a\x01x")}
	outcome := func(call func() error) (s string) {
		defer func() {
			if recover() != nil {
				s = "panic"
			}
		}()
		if call() != nil {
			return "error"
		}
		return "done"
	}
	c, standard := depotpb.BaleGRPCCodec(), encoding.GetCodecV2("proto")
	for _, v := range []any{nil, (*depotpb.Parcel)(nil), proto.Message(nil), depotpb.Parcel{}, 5, []byte(nil), (*int)(nil), struct{ *depotpb.Parcel }{}, &struct{ *depotpb.Parcel }{}} {
		encode := func(c encoding.CodecV2) string {
			return outcome(func() error { _, err := c.Marshal(v); return err })
		}
		decode := func(c encoding.CodecV2) string { return outcome(func() error { return c.Unmarshal(data, v) }) }
		if got, want := encode(c), encode(standard); got != want {
			t.Errorf("Marshal(%T): %s, want %s", v, got, want)
		}
		if got, want := decode(c), decode(standard); got != want {
			t.Errorf("Unmarshal(%T): %s, want %s", v, got, want)
		}
	}
}

// TestBuffers checks that a message in buffers of any length is decoded.
func TestBuffers(t *testing.T) {
	want := parcel("a", 100)
	data, err := proto.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 7, 1024, len(data) - 1, len(data)} {
		var buffers mem.BufferSlice
		for rest := data; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			buffers = append(buffers, mem.SliceBuffer(rest[:min(size, len(rest))]), mem.SliceBuffer(nil))
		}
		var got depotpb.Parcel
		if err := depotpb.BaleGRPCCodec().Unmarshal(buffers, &got); err != nil || !proto.Equal(&got, want) {
			t.Errorf("buffers of %d bytes: %v, or the message differs", size, err)
		}
	}
}
