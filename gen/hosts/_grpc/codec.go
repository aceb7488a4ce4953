package grpc

import (
	"reflect"
	"sync"

	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // registers the standard codec
	"google.golang.org/grpc/mem"
)

// BaleGRPCCodec returns a codec for gRPC with the name "proto". It calls the generated methods AppendProto, SizeProto and UnmarshalProto of
// messages that have them, in any package. For other messages, for
// messages that have only the methods of one that they embed, and for nil pointers, it calls the codec that is registered as "proto" now.
func BaleGRPCCodec() encoding.CodecV2 {
	if c := encoding.GetCodecV2("proto"); c != nil {
		return baleGRPCCodec{c}
	}
	return baleGRPCCodec{baleGRPCOld{encoding.GetCodec("proto")}}
}

// baleGRPCMessage has the generated methods that the codec calls.
type baleGRPCMessage interface {
	AppendProto(b []byte) ([]byte, error)
	SizeProto() int
	UnmarshalProto(b []byte) error
}

// baleGRPCMethods returns v if it has the generated methods and is not a nil pointer, which they cannot encode.
func baleGRPCMethods(v any) (baleGRPCMessage, bool) {
	m, ok := v.(baleGRPCMessage)
	if p := reflect.ValueOf(v); ok && (p.Kind() == reflect.Pointer && p.IsNil() || baleGRPCEmbeds(p.Type())) {
		return nil, false
	}
	return m, ok
}

// baleGRPCEmbeds reports whether t is a message that embeds another one, as the option embed of gogo says, and has only its generated methods, which do not
// encode all of t.
func baleGRPCEmbeds(t reflect.Type) bool {
	if embeds, ok := baleGRPCTypes.Load(t); ok {
		return embeds.(bool)
	}
	embeds := false
	if t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
		for i := range t.Elem().NumField() {
			f := t.Elem().Field(i)
			embeds = embeds || f.Anonymous && f.Tag.Get("protobuf") != "" && (f.Type.Implements(reflect.TypeFor[baleGRPCMessage]()) || reflect.PointerTo(f.Type).Implements(reflect.TypeFor[baleGRPCMessage]()))
		}
		embeds = embeds && !baleGRPCOwn(reflect.New(t.Elem()).Interface())
	}
	baleGRPCTypes.Store(t, embeds)
	return embeds
}

// baleGRPCOwn reports whether v has generated methods of its own.
func baleGRPCOwn(v any) (own bool) {
	defer func() {
		if recover() != nil { // the method of a message that is embedded by a nil pointer
			own = false
		}
	}()
	m, ok := v.(interface{ OwnProto() any })
	return ok && m.OwnProto() == v
}

// baleGRPCTypes has the result of baleGRPCEmbeds for each type.
var baleGRPCTypes sync.Map

type baleGRPCCodec struct{ encoding.CodecV2 } // of other messages

func (c baleGRPCCodec) Name() string { return "proto" }

func (c baleGRPCCodec) Marshal(v any) (mem.BufferSlice, error) {
	m, ok := baleGRPCMethods(v)
	if !ok {
		return c.CodecV2.Marshal(v)
	}
	size := m.SizeProto()
	if mem.IsBelowBufferPoolingThreshold(size) {
		b, err := m.AppendProto(make([]byte, 0, size))
		if err != nil {
			return nil, err
		}
		return mem.BufferSlice{mem.SliceBuffer(b)}, nil
	}
	pool := mem.DefaultBufferPool()
	buf := pool.Get(size)
	b, err := m.AppendProto((*buf)[:0])
	if err != nil {
		pool.Put(buf)
		return nil, err
	}
	if len(b) == 0 || &b[0] != &(*buf)[0] { // AppendProto needed more memory than the buffer has
		pool.Put(buf)
		return mem.BufferSlice{mem.SliceBuffer(b)}, nil
	}
	*buf = b
	return mem.BufferSlice{mem.NewBuffer(buf, pool)}, nil
}

func (c baleGRPCCodec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := baleGRPCMethods(v)
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	buf := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer buf.Free()
	return m.UnmarshalProto(buf.ReadOnlyData())
}

// baleGRPCOld is a codec that was registered with encoding.RegisterCodec.
type baleGRPCOld struct{ encoding.Codec }

func (c baleGRPCOld) Marshal(v any) (mem.BufferSlice, error) {
	b, err := c.Codec.Marshal(v)
	return mem.BufferSlice{mem.SliceBuffer(b)}, err
}

func (c baleGRPCOld) Unmarshal(data mem.BufferSlice, v any) error {
	return c.Codec.Unmarshal(data.Materialize(), v)
}
