package sample

import (
	"encoding/json"
	"reflect"
	"testing"

	"bale/runner/inspect"
)

// TestTexts checks that all strings and byte slices of a value, also keys, have the length and differ, and that types that restrict their texts keep what
// they accept.
func TestTexts(t *testing.T) {
	type name string
	type inner struct {
		Name  name
		Bytes []byte
	}
	type outer struct {
		ID     int
		Name   string
		Names  []string
		Map    map[name]*string
		Lists  [][]inner
		Blobs  [][]byte
		Hash   [32]byte
		Number json.Number
		Nested *outer
	}
	for _, n := range []int{16, 24, 200} {
		v := Texts(typeOf[outer](), 1, n)
		seen := map[string]bool{}
		inspect.Walk(v, func(v reflect.Value) bool {
			text := ""
			switch {
			case v.Type() == typeOf[json.Number]():
				return false
			case v.Kind() == reflect.String:
				text = v.String()
			case v.Type() == typeOf[[]byte]():
				text = string(v.Bytes())
			default:
				return true
			}
			if len(text) != n || seen[text] {
				t.Errorf("the text %q has %d bytes, want %d; seen before: %v", text, len(text), n, seen[text])
			}
			seen[text] = true
			return false
		})
		if o := v.Interface().(outer); len(seen) < 20 || o.Nested == nil || len(o.Map) < 2 || o.Number == "" {
			t.Errorf("%d texts in %+v", len(seen), o)
		}
	}
	type closed struct{ Status []status }
	inspect.Home(typeOf[closed](), "example.com/other")
	for _, s := range Texts(typeOf[closed](), 1, 24).Interface().(closed).Status {
		if s.Items == nil || s.Kind < 0 || s.Kind > 1 {
			t.Errorf("the type refuses %+v", s)
		}
	}
}
