package conform

import (
	"fmt"
	"reflect"
	"testing"
)

// conform holds bale's methods against the reference's, by the type's twin, which has no methods of bale's.
func conform[T, Twin any](t *testing.T, marshal func(*T) ([]byte, error), unmarshal func(*T, []byte) error, twin func(*T) *Twin) {
	t.Helper()
	want := func(how string, got, want *T, b []byte) {
		t.Helper()
		if baleCompare(reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem(), baleIgnored{dropsZone: true, nilIsEmpty: referenceLax}) != nil {
			t.Fatalf("%s: %x\ngot  %+v\nwant %+v", how, b, *got, *want)
		}
	}
	for i, v := range (baleCase[T]{}).values(6, 100) {
		b, err := marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := new(T)
		if err := referenceRead(twin(got), b); err != nil {
			t.Fatalf("the reference does not read %x of %+v: %v", b, *v, err)
		}
		want("bale to reference", got, v, b)
		for _, m := range referenceWrite(t, twin(v)) {
			got := new(T)
			if err := unmarshal(got, m); err != nil {
				t.Fatalf("%x of %+v is not read: %v", m, *v, err)
			}
			want("reference to bale", got, v, m)
		}
		if i > 5 {
			continue
		}
		// Bale rejects what the reference rejects as invalid MessagePack.
		for k := range b {
			if unmarshal(new(T), b[:k]) == nil {
				t.Fatalf("%d bytes of %x are enough", k, b)
			}
			for _, x := range []byte{0xc1, 0xdd, 0xdb, 0xc9, b[k] + 1, b[k] ^ 0x40} {
				old := b[k]
				b[k] = x
				if !referenceWhole(b) && unmarshal(new(T), b) == nil {
					t.Fatalf("the reference finds an error in %x", b)
				}
				b[k] = old
			}
		}
	}
}

// TestConformUnion: a reference that knows no unions reads an array of a number and a value.
func TestConformUnion(t *testing.T) {
	b, err := (&Held{V: []any{true, "text", nil, (*Held)(nil), &Held{}, map[string]int8{"k": -1}}}).MarshalMsgpack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := referenceAny(b)
	if want := "map[V:[[1 true] [2 text] <nil> [3 <nil>] [3 map[V:<nil>]] [4 map[k:-1]]]]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%x is read as %v, want %s: %v", b, got, want, err)
	}
}
