package baletest

import (
	"fmt"
	"reflect"
	"testing"

	"bale/internal/cycles"
)

// TestCycles: comparing, searching and printing values ends if they are cyclic, and does not overflow the stack if they are deep.
func TestCycles(t *testing.T) {
	defer func() { about.Customs = nil }()
	about.Customs = []Methods{{Of: reflect.TypeFor[picky](), By: "Text"}}
	for _, c := range cycles.Cases {
		t.Run(c.Name, func(t *testing.T) {
			v, same, other := c.Make(1), c.Make(1), c.Make(2)
			if !EachCustom(v, func(reflect.Value) bool { return false }) {
				t.Error("found a custom type")
			}
			switch d := CompareAt(v, same, Ignored{}); {
			case c.Name == "deep":
				if d == nil {
					t.Error("deep values were compared")
				}
			case d != nil:
				t.Errorf("equal values differ: %v", d)
			case (CompareAt(v, other, Ignored{}) != nil) != c.Differs:
				t.Errorf("different values: %v", CompareAt(v, other, Ignored{}))
			}
			d := Diff{got: v.Interface(), want: other.Interface()}
			if text := d.String(); text == "" || JSONShow(v.Addr().Interface()) == "" {
				t.Errorf("printed as %q", text)
			}
		})
	}
}

// TestTrials: parts of map values that differ are compared again.
func TestTrials(t *testing.T) {
	type key struct{ P *int }
	p, q, one := new(int), new(int), &cycles.Node{N: 1}
	a := map[key][2]*cycles.Node{{p}: {one, {N: 7}}, {q}: {one, {N: 8}}}
	b := map[key][2]*cycles.Node{{p}: {{N: 2}, {N: 7}}, {q}: {{N: 2}, {N: 8}}}
	if CompareAt(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem(), Ignored{}) == nil {
		t.Error("different maps are equal")
	}
	if text := fmt.Sprint(GoText(cycles.Any{1})); text != "cycles.Any{1}" {
		t.Error(text)
	}
}
