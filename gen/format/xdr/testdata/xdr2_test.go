package types

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	xdr "github.com/davecgh/go-xdr/xdr2"
)

type ours interface {
	MarshalXDR() ([]byte, error)
	UnmarshalXDR([]byte) error
}

// TestSame checks that both libraries encode the same bytes, and decode the same values.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range 200 {
		for _, v := range values() {
			fill(r, reflect.ValueOf(v).Elem())
			b, err := v.(ours).MarshalXDR()
			var want bytes.Buffer
			if _, e := xdr.Marshal(&want, v); err != nil || e != nil || !bytes.Equal(b, want.Bytes()) {
				t.Fatalf("%T %+v:\ngot  %x\nwant %x: %v, %v", v, v, b, want.Bytes(), err, e)
			}
			mine, theirs := reflect.New(reflect.TypeOf(v).Elem()), reflect.New(reflect.TypeOf(v).Elem())
			if err := mine.Interface().(ours).UnmarshalXDR(b); err != nil {
				t.Fatalf("%T %x: %v", v, b, err)
			}
			if _, err := xdr.Unmarshal(bytes.NewReader(b), theirs.Interface()); err != nil {
				t.Fatalf("%T %x: %v", v, b, err)
			}
			if !same(mine.Elem(), theirs.Elem()) || !same(mine.Elem(), reflect.ValueOf(v).Elem()) {
				t.Fatalf("%T %x:\nours   %+v\ntheirs %+v\nwas    %+v", v, b, mine, theirs, v)
			}
		}
	}
}

// same compares times by their text, and treats nil and empty as equal.
func same(a, b reflect.Value) bool {
	if x, ok := a.Interface().(time.Time); ok {
		return x.Format(time.RFC3339Nano) == b.Interface().(time.Time).Format(time.RFC3339Nano)
	}
	switch a.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range min(a.Len(), b.Len()) {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Map:
		for _, k := range a.MapKeys() {
			if x := b.MapIndex(k); !x.IsValid() || !same(a.MapIndex(k), x) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}

// TestRefused corrupts messages. What go-xdr refuses must be refused, and what both accept must be decoded as the same value.
// go-xdr does not check padding, accepts duplicate keys, and does not report trailing bytes.
func TestRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	refused := 0
	for range 100 {
		for _, v := range values() {
			fill(r, reflect.ValueOf(v).Elem())
			b, _ := v.(ours).MarshalXDR()
			if len(b) == 0 {
				continue
			}
			b[r.IntN(len(b))] ^= byte(1 << r.IntN(8))
			b = b[:len(b)-r.IntN(2)*r.IntN(len(b))]
			mine, theirs := reflect.New(reflect.TypeOf(v).Elem()), reflect.New(reflect.TypeOf(v).Elem())
			err := mine.Interface().(ours).UnmarshalXDR(b)
			if huge(b) {
				continue // go-xdr allocates as much memory as the count in a message asks for
			}
			n, e := xdr.Unmarshal(bytes.NewReader(b), theirs.Interface())
			if e == nil && n < len(b) {
				continue
			}
			if e != nil {
				refused++
			}
			switch {
			case err == nil && e != nil:
				t.Fatalf("%T %x is decoded: %v", v, b, e)
			case err == nil && !same(mine.Elem(), theirs.Elem()):
				t.Fatalf("%T %x:\nours   %+v\ntheirs %+v", v, b, mine, theirs)
			case err != nil && e == nil && !strings.HasSuffix(err.Error(), "malformed message") && !strings.HasSuffix(err.Error(), "duplicate map key"):
				t.Fatalf("%T %x is not decoded: %v", v, b, err)
			}
		}
	}
	if refused < 100 {
		t.Errorf("go-xdr has refused only %d messages", refused)
	}
}

// huge reports whether a message may contain a count of more than a million.
func huge(b []byte) bool {
	for i := 0; i+4 <= len(b); i += 4 {
		if b[i] > 0 && b[i] < 0x80 || b[i] == 0 && b[i+1] > 0x10 {
			return true
		}
	}
	return false
}
