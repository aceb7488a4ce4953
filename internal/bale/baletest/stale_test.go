package baletest

import (
	"reflect"
	"testing"
)

type (
	kind int8
	hash [4]int16
	part struct {
		A    kind
		B    []hash `json:"b"`
		Left chan int
		_    int
		Any  any
	}
)

// TestStale checks that a type that has changed since the code was generated is found, and that names of types and tags do not matter.
func TestStale(t *testing.T) {
	of := reflect.TypeFor[part]()
	about.MaxLen = map[Field]int{{of, "Left"}: -1}
	defer func() { about.MaxLen = nil }()
	type fields = map[string]reflect.Type
	a, b := reflect.TypeFor[kind](), reflect.TypeFor[[]hash]()
	for _, c := range []struct {
		was  Was
		want string
	}{
		{Was{Of: of, Parts: fields{"A": a, "B": b, "Any": nil}}, ""},
		{Was{Of: of, Parts: fields{"A": a, "Any": nil}}, "whose field B is new"},
		{Was{Of: of, Parts: fields{}}, "whose field A is new"},
		{Was{Of: of, Parts: fields{"A": reflect.TypeFor[int8](), "B": b, "Any": nil}}, ""},
		{Was{Of: of, Parts: fields{"A": reflect.TypeFor[int16](), "B": b, "Any": nil}}, "whose field A was int16"},
		{Was{Of: of, Parts: fields{"A": a, "B": reflect.TypeFor[[4]hash](), "Any": nil}}, "whose field B was [4]baletest.hash"},
		{Was{Of: of, Is: reflect.TypeFor[string]()}, "which was string"},
		{Was{Of: reflect.TypeFor[kind](), Is: reflect.TypeFor[int8]()}, ""},
		{Was{Of: reflect.TypeFor[kind](), Is: reflect.TypeFor[int]()}, "which was int"},
		{Was{Of: reflect.TypeFor[hash](), Is: reflect.TypeFor[[4]int16]()}, ""},
		{Was{Of: reflect.TypeFor[hash](), Is: reflect.TypeFor[[5]int16]()}, "which was [5]int16"},
		{Was{Of: reflect.TypeFor[struct {
			X int `json:"x"`
		}](), Parts: fields{"X": nil}}, ""},
	} {
		if got := c.was.change(); got != c.want {
			t.Errorf("%v: got %q, want %q", c.was, got, c.want)
		}
	}
}
