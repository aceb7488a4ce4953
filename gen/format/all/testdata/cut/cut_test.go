package cut

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestCut cuts a message of each format at each byte. It checks that the error names a field, except at the bytes that docs/safety.md lists.
func TestCut(t *testing.T) {
	some := int32(-7)
	v := &Cut{ID: 1 << 40, Name: "a name", Quantity: 1.5, List: []string{"one", "two"}, Tags: map[string]uint16{"x": 900}, Some: &some, Last: true}
	v.Sub.Street, v.Sub.Zip = "street", 1<<20
	for _, c := range []struct {
		format    string
		marshal   func() ([]byte, error)
		unmarshal func(*Cut, []byte) error
		unnamed   string // the bytes at which the error names only the type
	}{
		{"compact", v.MarshalCompact, (*Cut).UnmarshalCompact, "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28]"},
		{"fixed", v.MarshalFixed, (*Cut).UnmarshalFixed, "[]"},
		{"varint", v.MarshalVarint, (*Cut).UnmarshalVarint, "[]"},
		{"msgpack", v.MarshalMsgpack, (*Cut).UnmarshalMsgpack, "[]"},
		{"xdr", v.MarshalXDR, (*Cut).UnmarshalXDR, "[]"},
		{"sproto", v.MarshalSproto, (*Cut).UnmarshalSproto, "[]"},
		{"sproto-packed", v.MarshalSprotoPacked, (*Cut).UnmarshalSprotoPacked, "[]"},
		{"proto", v.MarshalProto, (*Cut).UnmarshalProto, "[]"},
	} {
		b, err := c.marshal()
		if err != nil {
			t.Fatal(err)
		}
		var unnamed []int
		for n := range b {
			err := c.unmarshal(new(Cut), slices.Clone(b[:n]))
			if err == nil && c.format == "proto" {
				continue // the message ends between two fields
			}
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s, %d of %d bytes: %v", c.format, n, len(b), err)
			}
			if !strings.HasPrefix(err.Error(), "Cut.") {
				unnamed = append(unnamed, n)
			}
		}
		if got := fmt.Sprint(unnamed); got != c.unnamed {
			t.Errorf("%s, %d bytes: the type only at %s, want %s", c.format, len(b), got, c.unnamed)
		}
	}
}
