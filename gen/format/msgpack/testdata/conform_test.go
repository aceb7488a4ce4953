package conform

import (
	"fmt"
	"reflect"
	"testing"

	"balepins/internal/bale/baletest"
)

// conform compares bale's methods with those of the reference library, which gets values of the control type: it has no methods of bale.
func conform[T, Control any](t *testing.T, marshal func(*T) ([]byte, error), unmarshal func(*T, []byte) error, control func(*T) *Control) {
	t.Helper()
	want := func(how string, got, want *T, b []byte) {
		t.Helper()
		if baletest.Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem(), baletest.Ignored{DropsZone: true, NilIsEmpty: referenceLax}) != nil {
			t.Fatalf("%s: %x\ngot  %+v\nwant %+v", how, b, *got, *want)
		}
	}
	for i, v := range (baletest.Case[T]{}).Values(6, 100) {
		b, err := marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := new(T)
		if err := referenceRead(control(got), b); err != nil {
			t.Fatalf("the reference does not decode %x of %+v: %v", b, *v, err)
		}
		want("bale to reference", got, v, b)
		for _, m := range referenceWrite(t, control(v)) {
			got := new(T)
			if err := unmarshal(got, m); err != nil {
				t.Fatalf("bale does not decode %x of %+v: %v", m, *v, err)
			}
			want("reference to bale", got, v, m)
		}
		if i > 5 {
			continue
		}
		// Bale rejects what the reference rejects as invalid MessagePack. All bytes of long messages took a minute.
		step := 1
		if testing.Short() {
			step += len(b) / 100
		}
		for k := 0; k < len(b); k += step {
			if unmarshal(new(T), b[:k]) == nil {
				t.Fatalf("the first %d bytes of %x are decoded without an error", k, b)
			}
			for _, x := range []byte{0xc1, 0xdd, 0xdb, 0xc9, b[k] + 1, b[k] ^ 0x40} {
				old := b[k]
				b[k] = x
				if !referenceWhole(b) && unmarshal(new(T), b) == nil {
					t.Fatalf("the reference finds an error in %x, bale does not", b)
				}
				b[k] = old
			}
		}
	}
}

// TestConformUnion checks that a reference, which has no unions, decodes a union as an array of a number and a value.
func TestConformUnion(t *testing.T) {
	b, err := (&Held{V: []any{true, "text", nil, (*Held)(nil), &Held{}, map[string]int8{"k": -1}}}).MarshalMsgpack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := referenceAny(b)
	if want := "map[V:[[1 true] [2 text] <nil> [3 <nil>] [3 map[V:<nil>]] [4 map[k:-1]]]]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%x is decoded as %v, want %s: %v", b, got, want, err)
	}
}
