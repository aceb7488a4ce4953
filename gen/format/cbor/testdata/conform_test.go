package conform

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

	"balepins/internal/bale/baletest"
)

// modes are the ways in which the library encodes: the last is deterministic, and as bale does it.
func modes(t *testing.T) []cbor.EncMode {
	var list []cbor.EncMode
	for _, o := range []cbor.EncOptions{
		{Time: cbor.TimeRFC3339Nano},
		{Time: cbor.TimeRFC3339Nano, TimeTag: cbor.EncTagRequired, BigIntConvert: cbor.BigIntConvertNone},
		{Time: cbor.TimeRFC3339Nano, Sort: cbor.SortCoreDeterministic, ShortestFloat: cbor.ShortestFloat16, NaNConvert: cbor.NaNConvertPreserveSignal, InfConvert: cbor.InfConvertFloat16},
	} {
		mode, err := o.EncMode()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, mode)
	}
	return list
}

// differs reports whether the library has other bytes for some values of a type: for times without nanoseconds, and for empty values that are
// omitted.
func differs(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return differs(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if strings.Contains(string(f.Tag), ",omit") || f.Anonymous && f.Type.Kind() == reflect.Pointer || differs(f.Type, seen) {
				return true
			}
		}
	}
	return t == reflect.TypeFor[time.Time]()
}

// conform compares bale's methods with those of the library, which gets values of the control type: it has no methods of bale.
func conform[T, Control any](t *testing.T, marshal func(*T) ([]byte, error), unmarshal func(*T, []byte) error, control func(*T) *Control) {
	t.Helper()
	same := func(got, want *T, lax bool) bool {
		return baletest.Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem(), baletest.Ignored{DropsZone: true, NilIsEmpty: lax}) == nil
	}
	for i, v := range (baletest.Case[T]{}).Values(6, 100) {
		b, err := marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := new(T)
		if err := cbor.Unmarshal(b, control(got)); err != nil {
			t.Fatalf("the library does not decode %x of %+v: %v", b, *v, err)
		}
		if !same(got, v, false) {
			t.Fatalf("bale to the library: %x\ngot  %+v\nwant %+v", b, *got, *v)
		}
		for i, mode := range modes(t) {
			m, err := mode.Marshal(control(v))
			if err != nil {
				t.Fatal(err)
			}
			got := new(T)
			if err := unmarshal(got, m); err != nil {
				t.Fatalf("bale does not decode %x of %+v: %v", m, *v, err)
			}
			if !same(got, v, true) { // the library omits empty slices that are not nil
				t.Fatalf("the library to bale: %x\ngot  %+v\nwant %+v", m, *got, *v)
			}
			if i == 2 && !differs(reflect.TypeFor[T](), map[reflect.Type]bool{}) && !bytes.Equal(m, b) {
				t.Fatalf("got  %x\nwant %x\nof %+v", b, m, *v)
			}
		}
		if i > 5 {
			continue
		}
		// Bale rejects what the library rejects as malformed.
		step := 1 + len(b)/100
		for k := 0; k < len(b); k += step {
			if unmarshal(new(T), b[:k]) == nil {
				t.Fatalf("the first %d bytes of %x are decoded without an error", k, b)
			}
			for _, x := range []byte{0x5f, 0x9f, 0xbf, 0xff, 0xc1, 0x9b, 0x7b, b[k] + 1, b[k] ^ 0x40} {
				old := b[k]
				b[k] = x
				if cbor.Wellformed(b) != nil && unmarshal(new(T), b) == nil {
					t.Fatalf("the library finds an error in %x, bale does not", b)
				}
				b[k] = old
			}
		}
	}
}
