package conform

import (
	"bytes"
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
