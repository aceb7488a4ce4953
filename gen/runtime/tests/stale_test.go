package tests

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
	MaxLen[Field{of, "Left"}] = -1
	defer clear(MaxLen)
	a, b, any := WasField{"A", reflect.TypeFor[kind]()}, WasField{"B", reflect.TypeFor[[]hash]()}, WasField{"Any", nil}
	for _, c := range []struct {
		was  Was
		want string
	}{
		{Was{of: of, parts: []WasField{a, b, any}}, ""},
		{Was{of: of, parts: []WasField{any, b, a}}, ""},
		{Was{of: of, parts: []WasField{a, any}}, "whose field B is new"},
		{Was{of: of, parts: []WasField{}}, "whose field A is new"},
		{Was{of: of, parts: []WasField{{"A", reflect.TypeFor[int8]()}, b, any}}, ""},
		{Was{of: of, parts: []WasField{{"A", reflect.TypeFor[int16]()}, b, any}}, "whose field A was int16"},
		{Was{of: of, parts: []WasField{a, {"B", reflect.TypeFor[[4]hash]()}, any}}, "whose field B was [4]tests.hash"},
		{Was{of: of, is: reflect.TypeFor[string]()}, "which was string"},
		{Was{of: reflect.TypeFor[kind](), is: reflect.TypeFor[int8]()}, ""},
		{Was{of: reflect.TypeFor[kind](), is: reflect.TypeFor[int]()}, "which was int"},
		{Was{of: reflect.TypeFor[hash](), is: reflect.TypeFor[[4]int16]()}, ""},
		{Was{of: reflect.TypeFor[hash](), is: reflect.TypeFor[[5]int16]()}, "which was [5]int16"},
		{Was{of: reflect.TypeFor[struct {
			X int `json:"x"`
		}](), parts: []WasField{{"X", nil}}}, ""},
	} {
		if got := c.was.change(); got != c.want {
			t.Errorf("%v: got %q, want %q", c.was, got, c.want)
		}
	}
}
