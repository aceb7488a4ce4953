package partspeed

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestOthers checks that a part skips values of other kinds, and structs with other fields.
func TestOthers(t *testing.T) {
	a, id := Attribute{"key", "value"}, 7
	inner := NamesSpan{Status: "inner", Attributes: []NamesAttribute{{}}}
	kinds := &Kinds{"host", []KindsSpan{{"trace", []string{"a", ""}, nil, "name", map[string]Attribute{"k": a}, 1.5, -2, a, "status"}, {Status: "second"}}}
	names := &Names{"host", []NamesSpan{
		{"status", []NamesAttribute{{"k", true, []NamesSpan{inner, {}}}, {"\"\\", false, nil}}, [][]int64{{1, 300, 1 << 40}, {}, nil}, "name", &id, []byte("bytes")}, {Name: "n"},
	}}
	texts := &Texts{"host", "text"}
	for i, f := range []struct {
		name                string
		kinds, names, texts func() ([]byte, error)
	}{
		{"msgpack", kinds.MarshalMsgpack, names.MarshalMsgpack, texts.MarshalMsgpack},
		{"cbor", kinds.MarshalCBOR, names.MarshalCBOR, texts.MarshalCBOR},
		{"json", kinds.MarshalJSON, names.MarshalJSON, texts.MarshalJSON},
	} {
		parts := batches[i+1].parts
		wantKinds := &Batch{Spans: []Span{{Name: "name", Status: "status"}, {Status: "second"}}}
		wantNames := &Batch{Spans: []Span{{Name: "name", Status: "status"}, {Name: "n"}}}
		for part, want := range map[string][3]*Batch{"Host": {{Host: "host"}, {Host: "host"}, {Host: "host"}}, "Names": {wantKinds, wantNames, nil}} {
			for k, encode := range []func() ([]byte, error){f.kinds, f.names, f.texts} {
				b, err := encode()
				if err != nil {
					t.Fatal(err)
				}
				got := new(Batch)
				if err := parts[part](got, b); (err == nil) != (want[k] != nil) || err == nil && !reflect.DeepEqual(got, want[k]) {
					t.Errorf("%s: %s of message %d: %v: %+v", f.name, part, k, err, got)
				}
				for n := range b { // each front is refused
					if err := parts[part](new(Batch), b[:n:n]); err == nil {
						t.Errorf("%s: %s of the first %d bytes of message %d: no error", f.name, part, n, k)
					}
				}
			}
		}
	}
}

// TestSyntax checks that the syntax of a text is checked where nothing is read, wherever it is malformed.
func TestSyntax(t *testing.T) {
	b := newBatch()
	b.Spans = b.Spans[:1]
	s := &b.Spans[0]
	s.Attributes = []Attribute{s.Attributes[0], {"\"\\\u2028", strings.Repeat("long", 9)}, {}}
	text, err := b.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, text, "", "\t"); err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{text, indented.Bytes()} {
		read := bytes.Index(text, []byte(b.Host)) + len(b.Host)
		for n := range text {
			for _, c := range []byte("\x1f\"\\{}[],:0- \xff") {
				changed := bytes.Clone(text)
				changed[n] = c
				for _, changed := range [][]byte{changed, append(changed[:n:n], text[n+1:]...), text[:n]} {
					err, valid := new(Batch).UnmarshalJSONHost(changed), json.Valid(changed)
					if err == nil && !valid || err != nil && valid && n > read {
						t.Fatalf("%q: valid %v: %v", changed, valid, err)
					}
				}
			}
		}
	}
}
