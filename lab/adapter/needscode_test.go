package adapter

import (
	"testing"

	"bale/codec/all"
)

func TestNeedsCode(t *testing.T) {
	want := map[string]bool{
		"json": false, "gob": false, "cbor/map": false, "own/json": false, "hamba-avro": false,
		"msgp": true, "protobuf": true, "bale/compact": true, "benc": true, "mus/varint": true, "goavro": true, "handwritten/self": true, "flatbuffers/builder": true,
	}
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			name := c.FullName(v)
			needs, ok := want[name]
			if !ok {
				continue
			}
			delete(want, name)
			if got, err := NeedsCode(v); got != needs || err != nil {
				t.Errorf("%s: %v, %v, want %v", name, got, err, needs)
			}
		}
	}
	for name := range want {
		t.Errorf("no variant is called %s", name)
	}
}
