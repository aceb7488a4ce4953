package model

import (
	"slices"
	"strings"
	"testing"
)

func spell(t Type) string { return GoType(t, func(string) string { return "" }) }

// tree returns a recursive type that contains a type of every kind.
func tree() *Named {
	text := &Basic{Kind: String}
	n := &Named{Name: "Tree"}
	kinds := &Named{Name: "Any", Underlying: &Interface{Text: "any", Members: []Type{&Basic{Kind: Bool}, text}}}
	field := func(name string, t Type) *Field { return &Field{Name: name, Type: t} }
	n.Underlying = &Struct{Fields: []*Field{
		field("Text", text), field("At", &Time{}), field("Children", &Slice{Elem: &Pointer{Elem: n}}),
		field("Index", &Map{Key: text, Elem: &Basic{Kind: Int}}), field("Pair", &Array{Len: 2, Elem: &Basic{Kind: Int8}}), field("Any", kinds),
	}}
	return n
}

func TestChildren(t *testing.T) {
	fields := tree().Underlying.(*Struct).Fields
	for _, c := range []struct {
		of   Type
		want string
	}{
		{tree(), "string Time []*Tree map[string]int [2]int8 Any"},
		{tree().Underlying, "string Time []*Tree map[string]int [2]int8 Any"},
		{fields[0].Type, ""}, {fields[1].Type, ""}, {fields[2].Type, "*Tree"}, {fields[3].Type, "string int"}, {fields[4].Type, "int8"}, {fields[5].Type, "bool string"},
		{&Pointer{Elem: fields[0].Type}, "string"},
	} {
		var got []string
		for child := range Children(c.of) {
			got = append(got, spell(child))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("Children(%s) = %v, want %s", spell(c.of), got, c.want)
		}
		for range Children(c.of) {
			break // must be allowed
		}
	}
}

func TestWalk(t *testing.T) {
	for _, c := range []struct{ without, want string }{
		{"", "Tree string Time []*Tree *Tree map[string]int int [2]int8 int8 Any bool"},
		{"Tree", "Tree"},
		{"[]*Tree map[string]int Any", "Tree string Time []*Tree map[string]int [2]int8 int8 Any"},
	} {
		var got []string
		Walk(tree(), func(u Type) bool {
			got = append(got, spell(u))
			return !slices.Contains(strings.Fields(c.without), spell(u))
		})
		if strings.Join(got, " ") != c.want {
			t.Errorf("Walk without the parts of %q visits %v, want %s", c.without, got, c.want)
		}
	}
}

func TestInline(t *testing.T) {
	for kind, want := range map[Kind]bool{String: true, Int8: true, Int: false, Bool: false} {
		if got := Inline(&Array{Len: 1, Elem: tree()}, func(u Type) bool { return IsKind(u, kind) }); got != want {
			t.Errorf("Inline of %s = %v, want %v", kind, got, want)
		}
	}
}

func TestListElem(t *testing.T) {
	text := &Basic{Kind: String}
	for _, c := range []struct{ of, want Type }{
		{&Slice{Elem: text}, text}, {&Array{Elem: text}, text}, {&Named{Name: "L", Underlying: &Slice{Elem: text}}, text},
		{text, nil}, {&Pointer{Elem: text}, nil}, {&Map{Key: text, Elem: text}, nil},
	} {
		if got := ListElem(c.of); got != c.want {
			t.Errorf("ListElem(%s) = %v", spell(c.of), got)
		}
	}
}
