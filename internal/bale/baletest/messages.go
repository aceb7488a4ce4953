package baletest

import (
	"bytes"
	"reflect"
	"testing"
)

// RoundTrips checks that encoded values decode to equal values. It decodes into new values and a used one, copies and aliases, and has
// other bytes around the message. What is nil in a copy is nil in an alias.
func RoundTrips[T any](t *testing.T, c Case[T], values []*T) {
	exact, used, total := c, new(T), 0
	exact.Ignored.NilIsEmpty = false
	varying := func(v *T) string {
		return Varying(reflect.ValueOf(v).Elem())
	}
	for i, v := range values {
		b, err := c.Marshal(v)
		if err != nil {
			t.Fatalf("value %d: %v", i, err)
		}
		if total += len(b); total > 4<<20 {
			return // large values: enough bytes have been tested
		}
		if size := c.Size(v); size != len(b) && !c.SizeVaries {
			t.Fatalf("value %d: size is %d of %d bytes%s", i, size, len(b), varying(v))
		}
		longer, err := c.Append(v, []byte("before"))
		if err != nil || !bytes.HasPrefix(longer, []byte("before")) || len(longer) != len("before")+len(b) && !c.SizeVaries {
			t.Fatalf("value %d: appended as %q, not as the %d bytes %q: %v%s", i, longer, len(b), b, err, varying(v))
		}
		if c.SizeVaries {
			longer = append([]byte("before"), b...)
		}
		if !c.Unterminated {
			longer = append(longer, "behind"...)
		}
		got, aliased := new(T), new(T)
		if k, err := c.Decode(got, longer[len("before"):]); err != nil || k != len(b) {
			t.Fatalf("value %d: decoded %d of %d bytes: %v", i, k, len(b), err)
		}
		c.Want(t, i, "decoded", got, v)
		if err := c.Unmarshal(new(T), append(b[:len(b):len(b)], 0)); err == nil {
			t.Fatalf("value %d: a trailing byte is accepted", i)
		}
		if err := c.Alias(aliased, b); err != nil {
			t.Fatalf("value %d: aliased: %v", i, err)
		}
		exact.Want(t, i, "aliased", aliased, got)
		if err := c.Unmarshal(used, b); err != nil {
			t.Fatalf("value %d: %v", i, err)
		}
		clear(b)
		c.Want(t, i, "unmarshaled into a used value", used, v)
	}
}

// Stamps checks that a message begins with the stamp of its layout, and that another stamp is an error.
func Stamps[T any](t *testing.T, c Case[T], values []*T) {
	if c.Stamp == nil {
		t.Skip("messages have no stamp")
	}
	for i, v := range values {
		b, err := c.Marshal(v)
		if err != nil || !bytes.HasPrefix(b, c.Stamp) {
			t.Fatalf("value %d: encoded as %x without the stamp %x: %v", i, b, c.Stamp, err)
		}
		for k := range c.Stamp {
			b[k] ^= 1
			if err := c.Unmarshal(new(T), b); err == nil {
				t.Fatalf("value %d: decoded with the stamp %x, want only %x", i, b[:len(c.Stamp)], c.Stamp)
			}
			b[k] ^= 1
		}
	}
}
