package nothing

import (
	"reflect"
	"testing"
)

// check encodes v, decodes the message into used and new memory, and checks that the methods of each custom value are called once.
func check[T any](t *testing.T, v *T, customs int32, size func() int, marshal func() ([]byte, error), unmarshal func(*T, []byte) error) {
	t.Helper()
	marshaled.Store(0)
	b, err := marshal()
	if err != nil || marshaled.Load() != customs {
		t.Fatalf("%d bytes, %v, and %d calls instead of %d", len(b), err, marshaled.Load(), customs)
	}
	if n := size(); n != len(b) {
		t.Errorf("size %d instead of %d", n, len(b))
	}
	var w T
	for range 2 {
		unmarshaled.Store(0)
		if err := unmarshal(&w, b); err != nil || unmarshaled.Load() != customs {
			t.Fatalf("%v, and %d calls instead of %d", err, unmarshaled.Load(), customs)
		}
		if !reflect.DeepEqual(lengths(reflect.ValueOf(&w)), lengths(reflect.ValueOf(v))) {
			t.Errorf("decoded %v instead of %v", lengths(reflect.ValueOf(&w)), lengths(reflect.ValueOf(v)))
		}
	}
}

// lengths returns the lengths of the fields of a struct. reflect.DeepEqual of the structs would compare each element.
func lengths(v reflect.Value) (list []any) {
	for _, f := range v.Elem().Fields() {
		switch f.Kind() {
		case reflect.Slice, reflect.Map:
			list = append(list, f.Len())
		case reflect.Pointer:
			list = append(list, f.IsNil())
		case reflect.Interface:
			list = append(list, reflect.TypeOf(f.Interface()))
		}
	}
	return list
}

func TestNothing(t *testing.T) {
	many := new(Many)
	full := &Lists{
		Slice: make([]Skip, 3), Slices: [][]Many{make([]Many, 3), nil}, Pointer: &many, Pointers: []*Many{many, nil},
		Map: map[string]Many{"a": {}, "b": {}}, Keys: map[Many]string{{}: "a"}, Union: many, Unions: []any{Many{}, many, Skip{}, nil},
		Custom: make([]struct{ C [1]Custom }, 3),
	}
	for i, v := range []*Lists{{}, full, {Union: Many{}}, {Union: Skip{}}} {
		n := int32(25 + len(v.Custom))
		t.Log(i)
		check(t, v, n, v.SizeFixed, v.MarshalFixed, (*Lists).UnmarshalFixed)
		check(t, v, n, v.SizeVarint, v.MarshalVarint, (*Lists).UnmarshalVarint)
		check(t, v, n, v.SizeXDR, v.MarshalXDR, (*Lists).UnmarshalXDR)
		check(t, v, n, v.SizeBinary, v.MarshalBinary, (*Lists).UnmarshalBinary)
	}
	for _, n := range []int{0, 1, 1024, 1025, 5000} {
		v := &Chunks{make([]Nothing, n), make([]Skip, n), make([]*Skip, n), make([]struct{ C Custom }, n)}
		if n > 0 {
			v.Pointers[n/2] = new(Skip)
		}
		check(t, v, int32(n), v.SizeBinary, v.MarshalBinary, (*Chunks).UnmarshalBinary)
	}
}
