package baletest

import (
	"reflect"
	"testing"
)

// TestEmptyElements checks that the elements of a list do not take time if they have no size: a damaged message can have more of them than can be visited.
func TestEmptyElements(t *testing.T) {
	defer func() { about.Customs = nil }()
	about.Customs = []Methods{{Of: reflect.TypeFor[picky](), By: "Text"}}
	a, b := make([]struct{ A [0]string }, 1<<30), make([]struct{ A [0]string }, 1<<30)
	x, y := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	for range 1000 {
		if d := CompareAt(x, y, Ignored{}); d != nil {
			t.Fatal(d)
		}
		if !EachCustom(x, func(reflect.Value) bool { return true }) {
			t.Fatal("not all custom values were visited")
		}
	}
	b = b[1:]
	if CompareAt(x, y, Ignored{}) == nil {
		t.Error("no difference between lists of different lengths")
	}
}
