package embedded

import (
	"io"
	"log"
	"reflect"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"balepins/internal/bale/baletest"
)

func init() { log.SetOutput(io.Discard) } // the library reports names that occur twice

// differ reports whether two values differ.
func differ[T any](a, b *T) bool {
	return baletest.Compare(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem(), baletest.Ignored{}) != nil
}

// embedded compares bale's methods with the library, which gets values of the control type: it has no methods of bale.
func embedded[T, Control any](t *testing.T, marshal func(*T) ([]byte, error), unmarshal func(*T, []byte) error, control func(*T) *Control) {
	t.Helper()
	used := new(T)
	for _, v := range (baletest.Case[T]{}).Values(6, 60) {
		b, err := marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := new(T)
		if err := msgpack.Unmarshal(b, control(got)); err != nil || differ(got, v) {
			t.Fatalf("bale to library: %v: %x\ngot  %+v\nwant %+v", err, b, *got, *v)
		}
		got = new(T)
		if err := unmarshal(got, b); err != nil || differ(got, v) {
			t.Fatalf("bale to bale: %v: %x\ngot  %+v\nwant %+v", err, b, *got, *v)
		}
		b, ok := libraryWrite(control(v))
		if !ok {
			continue
		}
		want := new(T) // the library allocates nil pointers
		if err := msgpack.Unmarshal(b, control(want)); err != nil {
			t.Fatal(err)
		}
		for _, got := range []*T{new(T), used} {
			if err := unmarshal(got, b); err != nil || differ(got, want) {
				t.Fatalf("library to bale: %v: %x\ngot  %+v\nwant %+v", err, b, *got, *want)
			}
		}
	}
}

// libraryWrite encodes a value, if the library can: it panics if it has to find out whether an unexported struct is empty.
func libraryWrite(v any) (b []byte, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	b, err := msgpack.Marshal(v)
	return b, err == nil
}

// rejected checks that the library fails for a type, or loses a part of some value.
func rejected[T any](t *testing.T, why string) {
	t.Helper()
	lossless := func(v *T) (ok bool) {
		defer func() {
			if recover() != nil {
				ok = false
			}
		}()
		got := new(T)
		b, err := msgpack.Marshal(v)
		return err == nil && msgpack.Unmarshal(b, got) == nil && !differ(got, v)
	}
	for _, v := range (baletest.Case[T]{}).Values(6, 60) {
		if !lossless(v) {
			return
		}
	}
	t.Errorf("the library loses nothing, but bale says: %s", why)
}
