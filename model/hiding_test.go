package model

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestHiding checks the field that a path leads through, and the list of all fields that tags hide.
func TestHiding(t *testing.T) {
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
	tree := &Named{Name: "Tree"}
	kids := &Named{Name: "Kids"}
	kids.Underlying = &Slice{Elem: &Pointer{Elem: &Pointer{Elem: tree}}}
	tree.Underlying = &Struct{Fields: []*Field{{Name: "Kids", Type: kids}, {Name: "Up", Tag: `json:"-"`, Type: &Pointer{Elem: tree}}}}
	self := &Named{Name: "Self"}
	self.Underlying = &Pointer{Elem: self}
	order.Underlying.(*Struct).Fields = append(order.Underlying.(*Struct).Fields, &Field{Name: "Tree", Type: tree}, &Field{Name: "Self", Type: self})
	// The machine that checks the round trips of a pack has only the JSON.
	text, err := json.Marshal(NewHiding(order))
	if err != nil {
		t.Fatal(err)
	}
	hiding := new(Hiding)
	if err := json.Unmarshal(text, hiding); err != nil {
		t.Fatal(err)
	}
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
		{"Tree.Kids[].Kids[].Up.Kids", []string{"json"}, "Tree.Up"},
		{"Tree.Kids[].Kids", []string{"json"}, ""},
		{"Self.X", []string{"json"}, ""},
		{"Self[]", []string{"json"}, ""},
		{"", []string{"json"}, ""},
		{"Other.Note", []string{"json"}, ""},
	} {
		reads := func(keys []string) bool {
			return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(c.keys, key) })
		}
		if got := hiding.At(c.path, reads); got != c.want {
			t.Errorf("At(%q, %q) = %q, want %q", c.path, c.keys, got, c.want)
		}
	}
	if want := []string{"Line.Note", "Order.ByName", "Secret", "Tree.Up"}; !slices.Equal(hiding.Names, want) {
		t.Errorf("names %q, want %q", hiding.Names, want)
	}
	if got := NewHiding(&Slice{Elem: &Basic{Kind: Int64}}); got != nil {
		t.Errorf("a list of numbers hides %+v", got)
	}
}
