package PACKAGE_test

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"balepins/sample"

	"github.com/skycoin/skycoin/src/cipher/encoder"
)

// maxValues is how many values of each type go through each wire.
const maxValues = 100

// values are what a type's edges are, and others at random. What is in interfaces only the case knows.
func values[T any](c baleCase[T], seed uint64, unions bool) []*T {
	if unions {
		return c.values(seed, maxValues)
	}
	typ := reflect.TypeFor[T]()
	var list []*T
	for _, e := range sample.Edges(typ, seed) {
		if !strings.HasPrefix(e.Name, "many elements") && e.Name != "long string" { // 64 MiB, which would take all the time
			v := e.Value.Interface().(T)
			list = append(list, &v)
		}
	}
	rest := sample.Values(typ, seed, maxValues).Interface().([]T)
	for i := 0; len(list) < maxValues; i++ {
		list = append(list, &rest[i])
	}
	return list
}

// check is what has to hold for each type and wire. Cutting and changing are for a few values at random.
func check[T any](t *testing.T, c baleCase[T], values []*T) {
	if c.rejectsNil { // what it has no form for it refuses
		values = slices.DeleteFunc(slices.Clone(values), func(v *T) bool { _, err := c.marshal(v); return err != nil })
	}
	few := values[max(0, len(values)-2):]
	baleRoundTrips(t, c, values)
	baleCorruptions(t, c, few, 12)
	baleTruncations(t, c, few, 40)
}

// compared is how many types Skycoin's encoder has written, too.
var compared int

func TestMain(m *testing.M) {
	status := m.Run()
	if err := os.WriteFile("compared", []byte(strconv.Itoa(compared)), 0o666); err != nil {
		panic(err)
	}
	os.Exit(status)
}

// skycoin holds the fixed wire against Skycoin's encoder.
func skycoin[T any](t *testing.T, c baleCase[T], values []*T) {
	typ := reflect.TypeFor[T]()
	if !supported(typ, map[reflect.Type]bool{}) {
		t.Skip("Skycoin's encoder does not know this type")
	}
	compared++
	for i, v := range values {
		want := encoder.Serialize(v)
		got, err := c.marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if ordered(reflect.ValueOf(v).Elem()) && !bytes.Equal(got, want) {
			t.Fatalf("value %d: %+v is\n%x, and Skycoin's encoder has\n%x", i, *v, got, want)
		}
		ours, theirs := new(T), new(T)
		if err := c.unmarshal(ours, want); err != nil {
			t.Fatalf("value %d: Skycoin's bytes: %v: %x", i, err, want)
		}
		c.want(t, i, "of Skycoin's bytes", ours, v)
		if encoder.DeserializeRawExact(want, new(T)) != nil {
			continue // a list of what takes no bytes, which it cannot read back itself
		}
		if err := encoder.DeserializeRawExact(got, theirs); err != nil {
			t.Fatalf("value %d: to Skycoin: %v: %x", i, err, got)
		}
		c.want(t, i, "to Skycoin", theirs, v)
	}
}

// supported reports whether Skycoin's encoder knows a type: the others are written by extensions of the fixed wire.
func supported(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	if t.PkgPath() == "time" && t.Kind() == reflect.Struct || t.PkgPath() != "" && marshals(t) {
		return false
	}
	switch t.Kind() {
	case reflect.Int, reflect.Uint, reflect.Uintptr, reflect.Complex64, reflect.Complex128, reflect.Pointer, reflect.Interface:
		return false
	case reflect.Array:
		if e := t.Elem(); e.Kind() == reflect.Uint8 && e.PkgPath() != "" {
			return false // it panics
		}
		return supported(t.Elem(), seen)
	case reflect.Slice:
		return supported(t.Elem(), seen)
	case reflect.Map:
		return supported(t.Key(), seen) && supported(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Name != "_" && !supported(t.Field(i).Type, seen) {
				return false
			}
		}
	}
	return true
}

// marshals reports whether a type's own methods write it. Those that were generated are for others to call.
func marshals(t reflect.Type) bool {
	_, binary := t.MethodByName("MarshalBinary")
	_, text := t.MethodByName("MarshalText")
	_, generated := reflect.PointerTo(t).MethodByName("MarshalFixed")
	return (binary || text && t.Kind() == reflect.Struct) && !generated
}

// ordered reports whether a value has only one form: a map of several entries is written in any order.
func ordered(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if v.Len() > 1 || !ordered(it.Key()) || !ordered(it.Value()) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !ordered(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !ordered(v.Field(i)) {
				return false
			}
		}
	}
	return true
}
