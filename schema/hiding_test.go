package schema

import (
	"slices"
	"testing"
)

// TestHiddenAt checks the field that a path leads through, and the list of all fields that tags hide.
func TestHiddenAt(t *testing.T) {
	line := &Named{Name: "Line", Underlying: &Struct{Fields: []*Field{
		{Name: "Price", Type: &Basic{Kind: Int64}}, {Name: "Note", Tag: `json:"-" gorm:"-"`, Type: &Basic{Kind: String}},
	}}}
	order := &Named{Name: "Order", Underlying: &Struct{Fields: []*Field{
		{Name: "Lines", Type: &Slice{Elem: &Pointer{Elem: line}}},
		{Name: "ByName", Tag: `cbor:"-"`, Type: &Map{Key: &Basic{Kind: String}, Elem: line}},
		{Name: "One", Type: &Struct{Fields: []*Field{{Name: "Secret", Tag: `cbor:"-" json:"-"`, Type: &Basic{Kind: String}}}}},
		{Name: "Any", Type: &Interface{Members: []Type{&Basic{Kind: Int64}, line}}},
		{Name: "Dash", Tag: `json:"-,"`, Type: &Basic{Kind: String}},
	}}}
	for _, c := range []struct {
		path string
		keys []string
		want string
	}{
		{"Lines[].Note", []string{"json"}, "Line.Note"},
		{"Lines[].Note", []string{"cbor"}, ""},
		{"Lines[].Note", nil, ""},
		{"Lines[].Price", []string{"json"}, ""},
		{"ByName{}.Note", []string{"cbor", "json"}, "Order.ByName"}, // the outermost
		{"ByName{}.Note", []string{"json"}, "Line.Note"},
		{"ByName", []string{"cbor"}, "Order.ByName"},
		{"One.Secret", []string{"json"}, "Secret"},
		{"Any.Note", []string{"json"}, "Line.Note"},
		{"Dash", []string{"json"}, ""}, // a field with the name "-"
		{"", []string{"json"}, ""},
		{"Other.Note", []string{"json"}, ""},
	} {
		if got := HiddenAt(order, c.path, c.keys...); got != c.want {
			t.Errorf("HiddenAt(%q, %q) = %q, want %q", c.path, c.keys, got, c.want)
		}
	}
	names, keys := HiddenFields(order)
	if want := []string{"Order.ByName", "Line.Note", "Secret"}; !slices.Equal(names, want) || !slices.Equal(keys["Secret"], []string{"json", "cbor"}) {
		t.Errorf("HiddenFields = %q, %q; want %q", names, keys, want)
	}
}
