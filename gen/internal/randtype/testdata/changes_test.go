package changes

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"balepins/inspect"
	"balepins/sample"
)

// check encodes values of a type, and compares what the type's own code decodes with what the code of the changed type decodes.
func check[B, A any](t *testing.T, seed uint64, marshal func(*B) ([]byte, error), old func(*B, []byte) error, changed func(*A, []byte) error, members []string, unions ...inspect.Union) {
	removedMembers = members
	values := sample.Values(reflect.TypeFor[B](), seed, 50, unions...).Interface().([]B)
	used := new(A)
	for i := range values {
		b, err := marshal(&values[i])
		if err != nil {
			continue // xdr cannot encode some times
		}
		want := new(B)
		if err := old(want, b); err != nil {
			t.Fatalf("value %d: %v", i, err)
		}
		for _, got := range []*A{new(A), used} {
			if err := changed(got, b); err != nil {
				t.Fatalf("value %d: %v", i, err)
			}
			if d := differ(reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem(), ""); d != "" {
				t.Fatalf("value %d: %s", i, d)
			}
		}
	}
}

// removedMembers are the removed members of unions, which the format decodes as nil.
var removedMembers []string

// differ returns a description of the first difference of two values, or "". was has the type before the change.
func differ(was, is reflect.Value, path string) string {
	if was.Type() == is.Type() {
		if x, ok := was.Interface().(time.Time); ok && x.Equal(is.Interface().(time.Time)) {
			return ""
		}
		if reflect.DeepEqual(was.Interface(), is.Interface()) {
			return ""
		}
	}
	wrong := func() string { return fmt.Sprintf("%s was %#v, and is %#v", path, was, is) }
	switch {
	case was.CanInt() && is.CanInt():
		if was.Int() != is.Int() {
			return wrong()
		}
		return ""
	case was.CanUint() && is.CanUint():
		if was.Uint() != is.Uint() {
			return wrong()
		}
		return ""
	case was.CanUint() && is.CanInt():
		if is.Int() < 0 || was.Uint() != uint64(is.Int()) {
			return wrong()
		}
		return ""
	case isText(was) && isText(is):
		if string(was.Convert(text).Bytes()) != string(is.Convert(text).Bytes()) {
			return wrong()
		}
		return ""
	case was.Kind() == reflect.Bool && is.CanUint():
		if was.Bool() != (is.Uint() == 1) || is.Uint() > 1 {
			return wrong()
		}
		return ""
	case was.CanFloat() && is.CanFloat():
		if math.Float64bits(was.Float()) != math.Float64bits(is.Float()) && was.Float() == was.Float() {
			return wrong()
		}
		return ""
	case was.CanComplex() && is.CanComplex():
		if was.Complex() != is.Complex() && was.Complex() == was.Complex() {
			return wrong()
		}
		return ""
	case was.Kind() == reflect.Array && is.Kind() == reflect.Slice && is.Len() == 0: // an empty array may be omitted
		if !empty(was) {
			return wrong()
		}
		return ""
	case was.Kind() != is.Kind() && !(was.Kind() == reflect.Array && is.Kind() == reflect.Slice):
		return wrong()
	}
	switch was.Kind() {
	case reflect.Bool:
		if was.Bool() != is.Bool() {
			return wrong()
		}
	case reflect.Pointer:
		if was.IsNil() != is.IsNil() {
			return wrong()
		}
		if !was.IsNil() {
			return differ(was.Elem(), is.Elem(), path)
		}
	case reflect.Interface:
		if was.IsNil() || is.IsNil() {
			left := !was.IsNil() && slices.Contains(removedMembers, was.Type().Name()+" "+strings.ReplaceAll(was.Elem().Type().String(), "before.", ""))
			if was.IsNil() != is.IsNil() && !left {
				return wrong()
			}
			return ""
		}
		if strings.ReplaceAll(was.Elem().Type().String(), "before.", "after.") != is.Elem().Type().String() {
			return wrong()
		}
		return differ(was.Elem(), is.Elem(), path)
	case reflect.Slice, reflect.Array:
		if was.Len() != is.Len() || was.Kind() == reflect.Slice && was.Len() == 0 && was.IsNil() != is.IsNil() && !nilIsEmpty {
			return wrong()
		}
		for i := range was.Len() {
			if d := differ(was.Index(i), is.Index(i), fmt.Sprintf("%s[%d]", path, i)); d != "" {
				return d
			}
		}
	case reflect.Map:
		if was.Len() != is.Len() {
			return wrong()
		}
		for it := was.MapRange(); it.Next(); {
			if it.Key().Type().ConvertibleTo(is.Type().Key()) {
				x := is.MapIndex(it.Key().Convert(is.Type().Key()))
				if !x.IsValid() {
					if it.Key().Interface() == it.Key().Interface() {
						return wrong()
					}
					continue
				}
				if d := differ(it.Value(), x, path+"[]"); d != "" {
					return d
				}
			}
		}
	case reflect.Struct:
		return differStructs(was, is, path)
	}
	return ""
}

// text is the type to which strings and slices of bytes are converted.
var text = reflect.TypeFor[[]byte]()

// isText reports whether v is a string or a slice of bytes.
func isText(v reflect.Value) bool {
	return v.Kind() == reflect.String || v.Kind() == reflect.Slice && v.Type().Elem() == text.Elem()
}

// nilIsEmpty means that nil and empty slices are equal: in formats that do not distinguish them, a used slice stays non-nil.
const nilIsEmpty = true

// differStructs compares fields that have the same name, and renamed fields at the same position. A new field must be zero.
func differStructs(was, is reflect.Value, path string) string {
	if hidden(was) {
		if a, b := fmt.Sprintf("%v", was), fmt.Sprintf("%v", is); a != b {
			return fmt.Sprintf("%s was %s, and is %s", path, a, b)
		}
		return ""
	}
	for i := range is.NumField() {
		f := is.Type().Field(i)
		if f.Name == "_" {
			continue
		}
		if from, ok := direct(was.Type(), f.Name); ok {
			if d := differ(field(was, from), field(is, i), path+"."+f.Name); d != "" {
				return d
			}
		} else if !empty(field(is, i)) && !renamed(was, is, i) {
			return fmt.Sprintf("%s.%s is new, but is %#v", path, f.Name, field(is, i))
		}
	}
	return ""
}

// renamed reports whether field i of a struct has the value of a removed field.
func renamed(was, is reflect.Value, i int) bool {
	for j := range was.NumField() {
		_, still := direct(is.Type(), was.Type().Field(j).Name)
		if !still && differ(field(was, j), field(is, i), "") == "" {
			return true
		}
	}
	return false
}

// empty reports whether a value is zero, except for memory that it reuses.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Array:
		for i := range v.Len() {
			if !empty(v.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		if x, ok := v.Interface().(time.Time); ok {
			return x.IsZero() || x.Unix() == 0
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" && !empty(field(v, i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// direct returns the index of the field of a struct with a name. It ignores promoted fields.
func direct(t reflect.Type, name string) (int, bool) {
	for i := range t.NumField() {
		if t.Field(i).Name == name {
			return i, true
		}
	}
	return 0, false
}

// hidden reports whether a struct of another package has unexported fields.
func hidden(v reflect.Value) bool {
	for i := range v.NumField() {
		if f := v.Type().Field(i); !f.IsExported() && f.Name != "_" {
			return f.PkgPath != "balepins/before" && f.PkgPath != "balepins/after"
		}
	}
	return false
}

// field returns field i of a struct as if it were exported.
func field(v reflect.Value, i int) reflect.Value {
	if !v.CanAddr() {
		x := reflect.New(v.Type()).Elem()
		x.Set(v)
		v = x
	}
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}
