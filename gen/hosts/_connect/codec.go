package connect

import (
	"fmt"
	"reflect"
	"sync"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
)

// BaleConnectCodec returns a codec for Connect with the name "proto". It calls the generated methods AppendProto, MarshalProto and
// UnmarshalProto of messages that have them, in any package. For other messages, for messages that have only the methods of one that they embed, and
// for nil pointers, it does what Connect's own codec does.
func BaleConnectCodec() connect.Codec { return baleConnectCodec{} }

// baleConnectMessage has the generated methods that the codec calls.
type baleConnectMessage interface {
	AppendProto(b []byte) ([]byte, error)
	MarshalProto() ([]byte, error)
	UnmarshalProto(b []byte) error
}

// baleConnectMethods returns v if it has the generated methods and is not a nil pointer, which they cannot encode.
func baleConnectMethods(v any) (baleConnectMessage, bool) {
	m, ok := v.(baleConnectMessage)
	if p := reflect.ValueOf(v); ok && (p.Kind() == reflect.Pointer && p.IsNil() || baleConnectEmbeds(p.Type())) {
		return nil, false
	}
	return m, ok
}

// baleConnectEmbeds reports whether t is a message that embeds another one, as the option embed of gogo says, and has only its generated methods, which do not
// encode all of t.
func baleConnectEmbeds(t reflect.Type) bool {
	if embeds, ok := baleConnectTypes.Load(t); ok {
		return embeds.(bool)
	}
	embeds := false
	if t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
		for i := range t.Elem().NumField() {
			f := t.Elem().Field(i)
			embeds = embeds || f.Anonymous && f.Tag.Get("protobuf") != "" && (f.Type.Implements(reflect.TypeFor[baleConnectMessage]()) || reflect.PointerTo(f.Type).Implements(reflect.TypeFor[baleConnectMessage]()))
		}
		embeds = embeds && !baleConnectOwn(reflect.New(t.Elem()).Interface())
	}
	baleConnectTypes.Store(t, embeds)
	return embeds
}

// baleConnectOwn reports whether v has generated methods of its own.
func baleConnectOwn(v any) (own bool) {
	defer func() {
		if recover() != nil { // the method of a message that is embedded by a nil pointer
			own = false
		}
	}()
	m, ok := v.(interface{ OwnProto() any })
	return ok && m.OwnProto() == v
}

// baleConnectTypes has the result of baleConnectEmbeds for each type.
var baleConnectTypes sync.Map

type baleConnectCodec struct{}

func (baleConnectCodec) Name() string { return "proto" }

func (baleConnectCodec) IsBinary() bool { return true }

func (baleConnectCodec) Marshal(v any) ([]byte, error) {
	if m, ok := baleConnectMethods(v); ok {
		return m.MarshalProto()
	}
	return baleConnectStandard(nil, v, false)
}

// MarshalAppend lets Connect encode into buffers of its pool.
func (baleConnectCodec) MarshalAppend(b []byte, v any) ([]byte, error) {
	if m, ok := baleConnectMethods(v); ok {
		return m.AppendProto(b)
	}
	return baleConnectStandard(b, v, false)
}

// MarshalStable encodes the messages that Connect sends in URLs. The generated methods write maps in any order, so it does not call them.
func (baleConnectCodec) MarshalStable(v any) ([]byte, error) {
	return baleConnectStandard(nil, v, true)
}

func (baleConnectCodec) Unmarshal(b []byte, v any) error {
	if m, ok := baleConnectMethods(v); ok {
		return m.UnmarshalProto(b)
	}
	m, ok := v.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is not a message of google.golang.org/protobuf", v)
	}
	if err := proto.Unmarshal(b, m); err != nil {
		return fmt.Errorf("unmarshal into %T: %w", v, err)
	}
	return nil
}

func baleConnectStandard(b []byte, v any, deterministic bool) ([]byte, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is not a message of google.golang.org/protobuf", v)
	}
	return proto.MarshalOptions{Deterministic: deterministic}.MarshalAppend(b, m)
}
