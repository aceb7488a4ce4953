package adapter

import (
	"slices"
	"testing"

	"bale/codec"
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

// TestCXX checks that a variant declares that it needs a C++ compiler if and only if one of its steps does.
func TestCXX(t *testing.T) {
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			_, out, err := generatePlain(v)
			if err != nil {
				t.Fatal(err)
			}
			if needs := slices.ContainsFunc(out.Steps, func(s codec.Step) bool { return s.CXX != nil }); needs != v.CXX {
				t.Errorf("%s: CXX is %v, and a step needs a C++ compiler: %v", c.FullName(v), v.CXX, needs)
			}
		}
	}
}
