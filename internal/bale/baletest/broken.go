package baletest

import (
	"fmt"
	"reflect"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// Step returns the distance between the bytes of a message that are tested. It is 1 for short messages, and grows with the length,
// since decoding takes longer, too.
func Step(length, places int) int { return 1 + length/places + (length/1024)*(length/1024) }

// Truncations checks that a truncated message is an error. It tests about the given number of places of a long message.
func Truncations[T any](t *testing.T, c Case[T], values []*T, places int) {
	if c.Unterminated {
		t.Skip("a message may end where its last field would begin")
	}
	for i, v := range values {
		b := c.message(t, v)
		for k := 0; k < len(b); k += Step(len(b), places) {
			if err := c.Unmarshal(new(T), b[:k:k]); err == nil {
				t.Fatalf("value %d: the first %d bytes of %d were decoded without an error", i, k, len(b))
			}
		}
	}
}

// Corruptions changes single bytes of messages, and decodes the result, which must be an error or a value. There must be no panic, and no
// more memory allocated than the message allows. It tests about the given number of places of a long message.
func Corruptions[T any](t *testing.T, c Case[T], values []*T, places int) {
	for _, v := range values {
		b := c.message(t, v)
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

// Read decodes arbitrary bytes. If they are a message, encoding and decoding the value again must result in an equal value.
func Read[T any](t *testing.T, c Case[T], b []byte) {
	t.Helper()
	before := Allocated()
	v := new(T)
	if len(about.Customs) > 0 {
		defer EndSlow(b).Stop()
	}
	err := c.Unmarshal(v, b)
	if took := Allocated() - before; took > MaxMemory+1024*uint64(len(b)) {
		if len(about.Customs) > 0 {
			t.Fatalf("%d bytes took %d bytes of memory; the memory may be that of the methods of %s, which generated code does not limit: let them refuse such bytes, or, if all messages can be trusted, raise baletest.MaxMemory in an init function of a test file: %x", len(b), took, CustomNames(), b)
		}
		t.Fatalf("%d bytes took %d bytes of memory: %x", len(b), took, b)
	}
	if err != nil {
		return
	}
	if !Fits(reflect.ValueOf(v).Elem()) {
		if fault := PanicIn(reflect.ValueOf(v).Elem()); fault != nil {
			t.Fatalf("a decoded value cannot be encoded: %v; the message is %x", fault, b)
		}
		return
	}
	again, err := c.Marshal(v)
	switch {
	case err != nil && strings.Contains(err.Error(), "two keys of the map have the same encoding"):
		return // decoding compares times by their locations, too
	case err != nil:
		t.Fatalf("a decoded value cannot be encoded: %v: %x", err, b)
	}
	got := new(T)
	if err := c.Unmarshal(got, again); err != nil {
		t.Fatalf("an encoded value cannot be decoded: %v: %x", err, b)
	}
	if d := Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(v).Elem(), c.Ignored); d != nil {
		t.Fatalf("%x is decoded, encoded and decoded again: %v", b, d)
	}
}

// EndSlow returns a timer that ends the tests with an explanation if decoding b takes a minute, which methods of custom types can cause.
func EndSlow(b []byte) *time.Timer {
	return time.AfterFunc(time.Minute, func() {
		panic(fmt.Sprintf("decoding %d bytes takes more than a minute, probably in the methods of %s: let them refuse such bytes: %x", len(b), CustomNames(), b))
	})
}

// Fuzz decodes the inputs of the fuzzer, as Read does. The first inputs are messages.
func Fuzz[T any](f *testing.F, c Case[T]) {
	if err := Stale(); err != nil {
		f.Fatal(err)
	}
	for _, v := range c.Values(4, 20) {
		f.Add(c.message(f, v))
	}
	f.Fuzz(func(t *testing.T, b []byte) { Read(t, c.guarded(t), b) })
}

// Allocated returns how many bytes have been allocated so far.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
