package depotpb_test

import (
	"bytes"
	"errors"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	"example.com/depot/auditpb"
	"example.com/depot/depotpb"
)

// connectCodec has the methods that Connect looks for.
type connectCodec interface {
	connect.Codec
	MarshalAppend([]byte, any) ([]byte, error)
	MarshalStable(any) ([]byte, error)
	IsBinary() bool
}

// TestConnectMethods checks that the codec calls the generated methods.
func TestConnectMethods(t *testing.T) {
	c := depotpb.BaleConnectCodec().(connectCodec)
	if c.Name() != "proto" || !c.IsBinary() {
		t.Errorf("name %q, binary %t", c.Name(), c.IsBinary())
	}
	if b, err := c.Marshal(&message{text: "x"}); string(b) != "x" || err != nil {
		t.Errorf("Marshal: %q, %v", b, err)
	}
	if b, err := c.MarshalAppend([]byte("a"), &message{text: "x"}); string(b) != "ax" || err != nil {
		t.Errorf("MarshalAppend: %q, %v", b, err)
	}
	if b, err := c.Marshal(new(embeddingOwn)); string(b) != "own" || err != nil {
		t.Errorf("a message that embeds another one: %q, %v", b, err)
	}
	var m message
	if err := c.Unmarshal([]byte("x"), &m); m.text != "x" || err != nil {
		t.Errorf("Unmarshal: %q, %v", m.text, err)
	}
	if _, err := c.MarshalStable(&message{text: "x"}); err == nil { // for GET requests
		t.Error("a struct that is not a message was encoded for a URL")
	}
	want := errors.New("no")
	_, err1 := c.Marshal(&message{err: want})
	_, err2 := c.MarshalAppend(nil, &message{err: want})
	if err := c.Unmarshal(nil, &message{err: want}); err1 != want || err2 != want || err != want {
		t.Errorf("errors %v, %v, %v", err1, err2, err)
	}
}

// TestConnectStable checks that the bytes in URLs do not depend on the order of a map, also for messages with generated methods.
func TestConnectStable(t *testing.T) {
	p := &depotpb.Parcel{Labels: map[string]string{}}
	for _, key := range "abcdefgh" {
		p.Labels[string(key)] = "x"
	}
	want, err := proto.MarshalOptions{Deterministic: true}.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if got, err := depotpb.BaleConnectCodec().(connectCodec).MarshalStable(p); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("got %x, %v, want %x", got, err, want)
		}
	}
}

// TestConnectOthers checks values without methods and nil pointers.
func TestConnectOthers(t *testing.T) {
	c := depotpb.BaleConnectCodec().(connectCodec)
	for _, m := range []proto.Message{(*depotpb.Parcel)(nil), (*auditpb.Query)(nil), &auditpb.Query{Id: "a"}} {
		want, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Marshal(m); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%T: got %x, %v, want %x", m, got, err, want)
		}
		if got, err := c.MarshalAppend([]byte("x"), m); err != nil || !bytes.Equal(got, append([]byte("x"), want...)) {
			t.Errorf("%T: appended %x, %v", m, got, err)
		}
	}
	for _, v := range []any{nil, 1, (*message)(nil), &embedding{message: new(message)}, new(embeddingValue)} { // Connect takes no messages of gogo
		_, err1 := c.Marshal(v)
		_, err2 := c.MarshalAppend(nil, v)
		_, err3 := c.MarshalStable(v)
		if err := c.Unmarshal(nil, v); err == nil || err1 == nil || err2 == nil || err3 == nil {
			t.Errorf("%T: errors %v, %v, %v, %v", v, err, err1, err2, err3)
		}
	}
	var q auditpb.Query
	if err := c.Unmarshal([]byte("\n\x01a"), &q); err != nil || q.Id != "a" {
		t.Errorf("decoding: %v, %v", &q, err)
	}
	if err := c.Unmarshal([]byte("\n\x05a"), &q); err == nil {
		t.Error("a damaged message was decoded")
	}
}
