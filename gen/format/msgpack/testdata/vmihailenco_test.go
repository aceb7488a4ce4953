package conform

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"
)

// referenceLax reports that the reference omits fields with omitempty that are empty but not nil.
const referenceLax = false

func referenceRead(v any, b []byte) error { return msgpack.Unmarshal(b, v) }

// referenceWrite encodes a value with each combination of the library's options, except for compact floats, which lose the sign of zero.
func referenceWrite(t *testing.T, v any) [][]byte {
	var list [][]byte
	for i := range 4 {
		var b bytes.Buffer
		e := msgpack.NewEncoder(&b)
		e.UseArrayEncodedStructs(i&1 != 0)
		e.UseCompactInts(i&2 != 0)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		list = append(list, b.Bytes())
	}
	return list
}

func referenceAny(b []byte) (any, error) {
	var v any
	err := msgpack.Unmarshal(b, &v)
	return v, err
}

// referenceWhole reports whether b is one value and nothing else.
func referenceWhole(b []byte) bool {
	r := bytes.NewReader(b)
	return msgpack.NewDecoder(r).Skip() == nil && r.Len() == 0
}

// TestConformAddressable checks that the library calls bale's methods if it has the address of the value, and otherwise reports an error.
func TestConformAddressable(t *testing.T) {
	b, err := msgpack.Marshal(&Held{V: []any{true}})
	if own, _ := (&Held{V: []any{true}}).MarshalMsgpack(); err != nil || !bytes.Equal(b, own) {
		t.Errorf("got %x, want %x: %v", b, own, err)
	}
	for _, v := range []any{Held{}, struct{ F Held }{}, map[string]Held{"k": {}}, []any{Held{}}} {
		if _, err := msgpack.Marshal(v); err == nil || !strings.Contains(err.Error(), "non-addressable") {
			t.Errorf("%T: %v", v, err)
		}
	}
}
