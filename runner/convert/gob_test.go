package convert

import (
	"bytes"
	"encoding/gob"
	"errors"
	"testing"

	"bale/runner/convert/container"
)

type gobAny struct{ Value any }

type gobNamed struct{ N int }

// TestGobInterfaces encodes and decodes values with interfaces. A named type in an interface is refused each time: encoding/gob describes it inside the
// first value, and streams that are joined would describe it twice or not at all.
func TestGobInterfaces(t *testing.T) {
	gob.Register(gobNamed{})
	var to, from Gob
	for _, c := range []struct {
		v       any
		refused bool
	}{{nil, false}, {7, false}, {gobNamed{1}, true}, {gobNamed{1}, true}, {"text", false}} {
		stream, err := to.Encode(&gobAny{c.v})
		if c.refused {
			if !errors.Is(err, errGobInterface) {
				t.Errorf("encoding %v: %v", c.v, err)
			}
			continue
		}
		var got gobAny
		if err == nil {
			err = from.Decode(stream, &got)
		}
		if err != nil || got.Value != c.v {
			t.Errorf("%v: got %v, %v", c.v, got.Value, err)
		}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(gobAny{gobNamed{3}}); err != nil {
		t.Fatal(err)
	}
	types := container.GobTypes(b.Bytes())
	first := b.Bytes()[:types+1+int(b.Bytes()[types])] // the record that a reader of the container returns
	if err := from.Decode(first, new(gobAny)); !errors.Is(err, errGobInterface) {
		t.Errorf("decoding the first record of %x: %v", b.Bytes(), err)
	}
}
