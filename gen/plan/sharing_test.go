package plan

import (
	"testing"

	"bale/schema"
)

// TestSharing checks which places can share memory.
func TestSharing(t *testing.T) {
	number, text := &schema.Basic{Kind: schema.Int}, &schema.Basic{Kind: schema.String}
	numbers, texts := &schema.Slice{Elem: number}, &schema.Slice{Elem: text}
	pointer := &schema.Pointer{Elem: number}
	record := func(types ...schema.Type) *schema.Struct {
		s := &schema.Struct{}
		for i, x := range types {
			s.Fields = append(s.Fields, &schema.Field{Name: string(rune('A' + i)), Type: x, Exported: true})
		}
		return s
	}
	for _, c := range []struct {
		name   string
		of     *schema.Struct
		shared []schema.Type
		not    []schema.Type
	}{
		{"two lists of different types", record(numbers, texts), nil, []schema.Type{numbers, texts}},
		{"two lists of one type", record(numbers, numbers, texts), []schema.Type{numbers}, []schema.Type{texts}},
		{"lists in a list", record(&schema.Slice{Elem: texts}), []schema.Type{texts}, []schema.Type{&schema.Slice{Elem: texts}}},
		{"lists in the elements of a map", record(&schema.Map{Key: text, Elem: texts}, texts), nil, []schema.Type{texts}},
		{"a pointer and a field of its type", record(pointer, number), []schema.Type{pointer}, nil},
		{"a pointer and fields of other types", record(pointer, text), nil, []schema.Type{pointer}},
		{"a pointer and a list of its type", record(pointer, numbers), []schema.Type{pointer, numbers}, nil},
		{"a list and an array of its type", record(numbers, &schema.Array{Len: 3, Elem: number}), []schema.Type{numbers}, nil},
		{"a list and a field of its type", record(numbers, number), nil, []schema.Type{numbers}},
	} {
		root := &schema.Named{Package: "example.com/own", Name: "Root", Underlying: c.of}
		g := &Graph{Home: root.Package, Roots: map[*schema.Named]bool{root: true}}
		s := g.NewSharing([]*schema.Named{root}, func(*schema.Named) bool { return false }, func(schema.Type) bool { return false })
		for _, x := range c.shared {
			if s.Group(x) < 0 {
				t.Errorf("%s: %s can share memory", c.name, schema.TypeText(x, root.Package))
			}
		}
		for _, x := range c.not {
			if s.Group(x) >= 0 {
				t.Errorf("%s: %s cannot share memory", c.name, schema.TypeText(x, root.Package))
			}
		}
	}
}
