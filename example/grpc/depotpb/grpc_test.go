package depotpb_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	vtgrpc "github.com/planetscale/vtprotobuf/codec/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"example.com/depot/auditpb"
	"example.com/depot/depotpb"
)

// A message has the methods that the codecs call. The size that it tells is not always that of its bytes.
type message struct {
	size int
	text string
	err  error
}

func (m *message) SizeProto() int                       { return m.size }
func (m *message) AppendProto(b []byte) ([]byte, error) { return append(b, m.text...), m.err }
func (m *message) MarshalProto() ([]byte, error)        { return []byte(m.text), m.err }
func (m *message) UnmarshalProto(b []byte) error        { m.text = string(b); return m.err }
func (m *message) bytes(t *testing.T, c encoding.CodecV2) []byte {
	t.Helper()
	data, err := c.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Free()
	return data.Materialize()
}

// TestMethods checks that the codec calls the generated methods, whatever size a message tells. Below 1,024 bytes, gRPC has no pools.
func TestMethods(t *testing.T) {
	c := depotpb.BaleGRPCCodec()
	for _, n := range []int{0, 1, 1024, 1025, 5000, 100000, 3 << 20} {
		text := strings.Repeat("x", n)
		for _, size := range []int{n, 0, 1, n / 2, n + 1, 2 * n, 5000} {
			m := &message{size: size, text: text}
			if got := m.bytes(t, c); string(got) != text {
				t.Errorf("%d bytes with size %d: encoded as %d bytes", n, size, len(got))
			}
		}
		for _, data := range []mem.BufferSlice{{mem.SliceBuffer(text)}, {mem.SliceBuffer(text[:n/2]), mem.SliceBuffer(text[n/2:])}, nil} {
			var m message
			if err := c.Unmarshal(data, &m); err != nil {
				t.Fatal(err)
			}
			if m.text != string(data.Materialize()) {
				t.Errorf("%d bytes: decoded as %d bytes", n, len(m.text))
			}
		}
	}
}

// TestBuffers checks that a message takes one buffer, which goes back to its pool.
func TestBuffers(t *testing.T) {
	c, p := depotpb.BaleGRPCCodec(), &depotpb.Parcel{Signature: bytes.Repeat([]byte{7}, 5000)}
	data, err := c.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) != 1 || data.Len() != proto.Size(p) {
		t.Fatalf("%d buffers with %d bytes, want one with %d", len(data), data.Len(), proto.Size(p))
	}
	data.Free()
	pool, found := mem.DefaultBufferPool(), false
	for range 100 { // a pool may drop a buffer
		data, err := c.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		first := &data[0].ReadOnlyData()[0]
		data.Free()
		buf := pool.Get(proto.Size(p))
		found = found || &(*buf)[0] == first
		pool.Put(buf)
	}
	if !found {
		t.Error("no buffer came back to the pool")
	}
}

// TestPooled checks from which size a message is in a buffer of a pool.
func TestPooled(t *testing.T) {
	for size, want := range map[int]bool{0: false, 1024: false, 1025: true} {
		data, err := depotpb.BaleGRPCCodec().Marshal(&message{size: size, text: strings.Repeat("x", size)})
		if err != nil {
			t.Fatal(err)
		}
		if _, plain := data[0].(mem.SliceBuffer); plain == want {
			t.Errorf("%d bytes are in a %T", size, data[0])
		}
		data.Free()
	}
}

// TestCopies checks that a decoded message does not refer to the buffer, which gRPC and Connect use again.
func TestCopies(t *testing.T) {
	want := &depotpb.Parcel{Id: "a", Signature: []byte("xyz"), Labels: map[string]string{"a": "b"}, Items: []*depotpb.Item{{Sku: "crank"}}}
	b, err := proto.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, decode := range map[string]func([]byte, any) error{
		"gRPC": func(b []byte, v any) error {
			return depotpb.BaleGRPCCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(b)}, v)
		},
		"Connect": depotpb.BaleConnectCodec().Unmarshal,
	} {
		buf, got := bytes.Clone(b), &depotpb.Parcel{}
		if err := decode(buf, got); err != nil {
			t.Fatal(err)
		}
		clear(buf)
		if !proto.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// TestReuse checks that decoding into a used message leaves nothing of the last one and does not change what was taken out of it, and that after
// ResetProto, decoding uses the memory of a list again.
func TestReuse(t *testing.T) {
	var got depotpb.Parcel
	var first *depotpb.Item
	for _, want := range []*depotpb.Parcel{
		{Id: "a", Labels: map[string]string{"a": "b"}, Items: []*depotpb.Item{{Sku: "crank"}, {Sku: "gear"}}, Note: proto.String("x")},
		{Signature: []byte("xyz"), Items: []*depotpb.Item{{Count: 2}}},
	} {
		b, err := proto.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if err := depotpb.BaleGRPCCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(b)}, &got); err != nil {
			t.Fatal(err)
		}
		if !proto.Equal(&got, want) {
			t.Errorf("got %v, want %v", &got, want)
		}
		if first == nil {
			first = got.Items[0]
		}
	}
	if !proto.Equal(first, &depotpb.Item{Sku: "crank"}) {
		t.Errorf("the item of the first message has become %v", first)
	}
	items := got.Items[:1:1]
	got.ResetProto()
	b, err := proto.Marshal(&depotpb.Parcel{Items: []*depotpb.Item{{Sku: "chain"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := depotpb.BaleGRPCCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(b)}, &got); err != nil {
		t.Fatal(err)
	}
	if &items[0] != &got.Items[0] {
		t.Error("after ResetProto, the list has new memory")
	}
}

// TestMethodErrors checks that the errors of methods are those of the codec, for messages with and without a pool.
func TestMethodErrors(t *testing.T) {
	c, want := depotpb.BaleGRPCCodec(), errors.New("no")
	for _, size := range []int{0, 5000} {
		if data, err := c.Marshal(&message{size: size, err: want}); err != want || data != nil {
			t.Errorf("size %d: %v, %v", size, data, err)
		}
	}
	if err := c.Unmarshal(nil, &message{err: want}); err != want {
		t.Errorf("decoding: %v", err)
	}
}

// TestOthers checks that values without methods and nil pointers get what the standard codec does.
func TestOthers(t *testing.T) {
	c, standard := depotpb.BaleGRPCCodec(), encoding.GetCodecV2("proto")
	for _, v := range []any{nil, 1, "x", (*depotpb.Parcel)(nil), (*auditpb.Query)(nil), &auditpb.Query{Id: "a"}, (*message)(nil)} {
		got, err := c.Marshal(v)
		want, wantErr := standard.Marshal(v)
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || !bytes.Equal(got.Materialize(), want.Materialize()) {
			t.Errorf("%T: got %v, %v, want %v, %v", v, got, err, want, wantErr)
		}
	}
	var q auditpb.Query
	if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer("\n\x01a")}, &q); err != nil || q.Id != "a" {
		t.Errorf("decoding: %v, %v", &q, err)
	}
	if err := c.Unmarshal(nil, 1); err == nil {
		t.Error("an int was decoded")
	}
}

// An embedding is a message that embeds another one, whose methods it has, as gogo generates it for the option embed.
type embedding struct {
	*message `protobuf:"bytes,1,opt,name=message,proto3,embedded=message"`
	More     string `protobuf:"bytes,2,opt,name=more,proto3"`
}

func (e *embedding) Reset()         { *e = embedding{} }
func (e *embedding) String() string { return e.More }
func (e *embedding) ProtoMessage()  {}

// An embeddingValue is an embedding that holds the other message itself.
type embeddingValue struct {
	message `protobuf:"bytes,1,opt,name=message,proto3,embedded=message"`
	More    string `protobuf:"bytes,2,opt,name=more,proto3"`
}

func (e *embeddingValue) Reset()         { *e = embeddingValue{} }
func (e *embeddingValue) String() string { return e.More }
func (e *embeddingValue) ProtoMessage()  {}

// An embeddingOwn is an embedding with generated methods of its own.
type embeddingOwn struct {
	embedding `protobuf:"bytes,1,opt,name=embedding,proto3,embedded=embedding"`
}

func (e *embeddingOwn) OwnProto() any                        { return e }
func (e *embeddingOwn) SizeProto() int                       { return 3 }
func (e *embeddingOwn) AppendProto(b []byte) ([]byte, error) { return append(b, "own"...), nil }
func (e *embeddingOwn) MarshalProto() ([]byte, error)        { return []byte("own"), nil }
func (e *embeddingOwn) UnmarshalProto(b []byte) error        { e.More = string(b); return nil }

// An embeddingTwice embeds a message that embeds one with methods of its own, which panic for a nil pointer.
type embeddingTwice struct {
	*embeddingInner `protobuf:"bytes,1,opt,name=inner,proto3,embedded=inner"`
	More            string `protobuf:"bytes,2,opt,name=more,proto3"`
}

type embeddingInner struct {
	embeddingOwn `protobuf:"bytes,1,opt,name=own,proto3,embedded=own"`
}

func (e *embeddingTwice) Reset()         { *e = embeddingTwice{} }
func (e *embeddingTwice) String() string { return e.More }
func (e *embeddingTwice) ProtoMessage()  {}

// TestEmbedding checks that a message that embeds another one gets the standard codec: the methods of the other one encode only a part of it.
func TestEmbedding(t *testing.T) {
	c, want := depotpb.BaleGRPCCodec(), "\x12\x04more"
	for _, v := range []any{&embedding{More: "more"}, &embeddingValue{More: "more"}} {
		data, err := c.Marshal(v)
		if err != nil || string(data.Materialize()) != want {
			t.Errorf("%T: got %q, %v", v, data.Materialize(), err)
		}
	}
	if data, err := c.Marshal(&embeddingTwice{More: "more"}); err != nil || string(data.Materialize()) != want {
		t.Errorf("embedded twice: got %q, %v", data.Materialize(), err)
	}
	if data, err := c.Marshal(new(embeddingOwn)); err != nil || string(data.Materialize()) != "own" {
		t.Errorf("with methods of its own: got %q, %v", data.Materialize(), err)
	}
	var e embedding
	if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer(want)}, &e); err != nil || e.More != "more" {
		t.Errorf("decoding: %v, %v", &e, err)
	}
	var v embeddingValue
	if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer(want)}, &v); err != nil || v.More != "more" {
		t.Errorf("decoding: %v, %v", &v, err)
	}
}

// TestOldCodec checks that messages without methods get the codec that a program has registered, even one of the old kind.
func TestOldCodec(t *testing.T) {
	standard := encoding.GetCodecV2("proto")
	defer func() { encoding.RegisterCodecV2(standard) }()
	encoding.RegisterCodec(vtgrpc.Codec{})
	c := depotpb.BaleGRPCCodec()
	if _, err := c.Marshal(&auditpb.Query{}); err == nil || !strings.Contains(err.Error(), "missing vtprotobuf helpers") {
		t.Errorf("encoding: %v", err)
	}
	if err := c.Unmarshal(nil, &auditpb.Query{}); err == nil || !strings.Contains(err.Error(), "missing vtprotobuf helpers") {
		t.Errorf("decoding: %v", err)
	}
	if got := (&message{size: 1, text: "x"}).bytes(t, c); string(got) != "x" {
		t.Errorf("got %q", got)
	}
}
