package conform

import (
	"testing"

	"github.com/tinylib/msgp/msgp"
)

// referenceLax reports that the reference omits fields with omitempty that are empty but not nil.
const referenceLax = true

func referenceRead(v any, b []byte) error {
	_, err := v.(msgp.Unmarshaler).UnmarshalMsg(b)
	return err
}

func referenceWrite(t *testing.T, v any) [][]byte {
	b, err := v.(msgp.Marshaler).MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{b}
}

func referenceAny(b []byte) (any, error) {
	v, _, err := msgp.ReadIntfBytes(b)
	return v, err
}

// referenceWhole reports whether b is one value and nothing else.
func referenceWhole(b []byte) bool {
	rest, err := msgp.Skip(b)
	return err == nil && len(rest) == 0
}
