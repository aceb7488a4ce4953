package tests

import (
	"reflect"
	"runtime/metrics"
	"testing"
)

// Step is how far apart places of a message are tried: all of them while it is short, and fewer for each byte
// that reading it takes.
func Step(length, places int) int { return 1 + length/places + (length/1024)*(length/1024) }

// Truncations: no beginning of a message is a message. Of long ones, so many beginnings are tried at most.
func Truncations[T any](t *testing.T, c Case[T], values []*T, places int) {
	if c.unterminated {
		t.Skip("a message may end where its last field would begin")
	}
	for i, v := range values {
		b, err := c.marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < len(b); k += Step(len(b), places) {
			if err := c.unmarshal(new(T), b[:k:k]); err == nil {
				t.Fatalf("value %d: %d of %d bytes are enough", i, k, len(b))
			}
		}
	}
}

// Corruptions: whatever one byte is turned into, there is an error or a value, and no more memory is taken than
// the message can account for. Of long messages, so many places are tried at most.
func Corruptions[T any](t *testing.T, c Case[T], values []*T, places int) {
	for _, v := range values {
		b, err := c.marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < len(b); k += Step(len(b), places) {
			old := b[k]
			for _, x := range []byte{old ^ 1, old ^ 0x80, old ^ 0xff, old + 1, 0, 0x7f, 0xff} {
				b[k] = x
				Read(t, c, b)
			}
			b[k] = old
		}
	}
}

// Read reads bytes that may be anything. What is a message to the reader has to come back from its writer.
func Read[T any](t *testing.T, c Case[T], b []byte) {
	t.Helper()
	before := Allocated()
	v := new(T)
	err := c.unmarshal(v, b)
	if took := Allocated() - before; took > 4<<20+1024*uint64(len(b)) {
		t.Fatalf("%d bytes took %d bytes of memory: %x", len(b), took, b)
	}
	if err != nil || !Fits(reflect.ValueOf(v).Elem()) {
		return
	}
	again, err := c.marshal(v)
	if err != nil {
		t.Fatalf("read, and not written: %v: %x", err, b)
	}
	got := new(T)
	if err := c.unmarshal(got, again); err != nil {
		t.Fatalf("written, and not read: %v: %x", err, b)
	}
	if d := Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(v).Elem(), c.ignored); d != nil {
		t.Fatalf("%x is decoded, encoded and decoded again: %v", b, d)
	}
}

func Fuzz[T any](f *testing.F, c Case[T]) {
	for _, v := range c.values(4, 20) {
		b, err := c.marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) { Read(t, c, b) })
}

// Allocated is how many bytes have been allocated so far.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
