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

	"balepins/internal/bale/baletest"
)

// maxValues is the number of values of each type that are tested in each format.
const maxValues = 100

// values returns the edge values of a type, and random values. If the type has unions, they come from the case, which knows the
// members.
func values[T any](c baletest.Case[T], seed uint64, unions bool) []*T {
	if unions {
		return c.Values(seed, maxValues)
	}
	typ := reflect.TypeFor[T]()
	var list []*T
	for _, e := range sample.Edges(typ, seed) {
		if !strings.HasPrefix(e.Name, "many elements") && e.Name != "long string" { // at 64 MiB, these would take most of the test's time
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

// check runs the tests for a type and format. rejectsNil means that the format refuses nil elements. Messages of two values are corrupted and truncated.
func check[T any](t *testing.T, c baletest.Case[T], values []*T, rejectsNil bool) {
	values = slices.DeleteFunc(slices.Clone(values), func(v *T) bool { // leave out values that the format refuses
		_, err := c.Marshal(v)
		return err != nil && (rejectsNil || strings.Contains(err.Error(), "not UTF-8"))
	})
	checkShared(t, c, values)
	checkGuarded(t, c, values)
	few := values[max(0, len(values)-2):]
	baletest.RoundTrips(t, c, values)
	baletest.Corruptions(t, c, few, 12)
	baletest.Truncations(t, c, few, 40)
}

// guarded is memory between two pages without access. It is nil on other systems than Linux.
var guarded []byte

// checkGuarded checks that decoding reads no memory before or after a message, nor after one that is cut.
func checkGuarded[T any](t *testing.T, c baletest.Case[T], values []*T) {
	for i, v := range values {
		b, err := c.Marshal(v)
		if err != nil || len(b) > len(guarded) {
			continue
		}
		for _, at := range []int{0, len(guarded) - len(b)} {
			x := new(T)
			if err := c.Unmarshal(x, guarded[at:at+copy(guarded[at:], b)]); err != nil {
				t.Fatalf("value %d: %v", i, err)
			}
			c.Want(t, i, "of a message between pages without access", x, v)
		}
		for k := 0; k < len(b); k += baletest.Step(len(b), 20) {
			at := len(guarded) - k
			copy(guarded[at:], b[:k])
			_ = c.Unmarshal(new(T), guarded[at:])
		}
	}
}

// compared is the number of types that were compared with Skycoin's encoder.
var compared int

func TestMain(m *testing.M) {
	status := m.Run()
	if err := os.WriteFile("compared", []byte(strconv.Itoa(compared)), 0o666); err != nil {
		panic(err)
	}
	os.Exit(status)
}

// skycoin compares the fixed format with Skycoin's encoder.
func skycoin[T any](t *testing.T, c baletest.Case[T], values []*T) {
	typ := reflect.TypeFor[T]()
	if !supported(typ, map[reflect.Type]bool{}) {
		t.Skip("Skycoin's encoder does not support this type")
	}
	compared++
	for i, v := range values {
		want := encoder.Serialize(v)
		got, err := c.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if ordered(reflect.ValueOf(v).Elem()) && !bytes.Equal(got, want) {
			t.Fatalf("value %d: %+v is\n%x, and Skycoin's encoder has\n%x", i, *v, got, want)
		}
		ours, theirs := new(T), new(T)
		if err := c.Unmarshal(ours, want); err != nil {
			t.Fatalf("value %d: Skycoin's bytes: %v: %x", i, err, want)
		}
		c.Want(t, i, "of Skycoin's bytes", ours, v)
		if encoder.DeserializeRawExact(want, new(T)) != nil {
			continue // Skycoin's encoder cannot decode a list of elements without bytes
		}
		if err := encoder.DeserializeRawExact(got, theirs); err != nil {
			t.Fatalf("value %d: to Skycoin: %v: %x", i, err, got)
		}
		c.Want(t, i, "to Skycoin", theirs, v)
	}
}

// supported reports whether Skycoin's encoder supports a type. The fixed format encodes other types by extensions.
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
			return false // Skycoin's encoder panics
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

// marshals reports whether a type is encoded by its own methods. Generated methods do not count.
func marshals(t reflect.Type) bool {
	_, binary := t.MethodByName("MarshalBinary")
	_, text := t.MethodByName("MarshalText")
	_, generated := reflect.PointerTo(t).MethodByName("MarshalFixed")
	return (binary || text && t.Kind() == reflect.Struct) && !generated
}

// ordered reports whether a value has only one encoding. The order of several map entries varies.
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
