package main

import (
	"bytes"
	"reflect"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// lazily are the options with which the reference decodes a lazy field only when it is read.
var lazily = proto.UnmarshalOptions{AllowPartial: true}

// lazyInfo is the Go field that holds the encoded lazy fields of a message.
const lazyInfo = "XXX_lazyUnmarshalInfo"

// isLazy reports whether messages of the type have lazy fields.
func isLazy(mt protoreflect.MessageType) bool {
	_, ok := reflect.TypeOf(mt.Zero().Interface()).Elem().FieldByName(lazyInfo)
	return ok
}

// checkLazy checks all methods on messages that the reference has decoded from b, and of which nobody has read the lazy fields.
func (d *decoding) checkLazy(b, base []byte) {
	decoded := d.fresh()
	if lazily.Unmarshal(b, decoded) != nil {
		return
	}
	unread := func() message {
		m := d.fresh()
		_ = lazily.Unmarshal(b, m)
		return m
	}
	want, wantErr := encoder.Marshal(decoded)
	if wantErr == nil {
		wantErr = checkRequired(decoded.ProtoReflect())
	}
	for _, encode := range []func(message) ([]byte, error){message.MarshalProto, func(m message) ([]byte, error) { return m.AppendProto(nil) }} {
		got, err := encode(unread())
		sameError("encoding a lazily decoded message", err, wantErr, decoded)
		if err == nil && !bytes.Equal(got, want) {
			fail("encoding a lazily decoded message: got\n%x, want\n%x: %v", got, want, decoded)
		}
	}
	if n, want := unread().SizeProto(), proto.Size(decoded); n != want && wantErr == nil {
		fail("SizeProto of a lazily decoded message is %d, want %d: %v", n, want, decoded)
	}
	merged := expect(decoded, proto.UnmarshalOptions{Resolver: noExtensions, Merge: true}, base)
	merged.compare("MergeProto into a lazily decoded message", unread(), message.MergeProto, false, false)
	used := expect(d.fresh(), reference, base)
	used.compare("UnmarshalProto into a lazily decoded message", unread(), message.UnmarshalProto, false, true)
	used.compare("UnmarshalProtoAlias into a lazily decoded message", unread(), message.UnmarshalProtoAlias, true, true)
	m := unread()
	m.ResetProto()
	expect(d.fresh(), lazily, nil).same("ResetProto of a lazily decoded message", m, true)
	if !reflect.ValueOf(m).Elem().FieldByName(lazyInfo).IsNil() {
		fail("ResetProto of a lazily decoded message keeps what was decoded: %x", b)
	}
}
