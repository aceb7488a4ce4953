package plan

import (
	"testing"

	"bale/model"
)

// TestSharing checks which places can share memory.
func TestSharing(t *testing.T) {
	number, text := &model.Basic{Kind: model.Int}, &model.Basic{Kind: model.String}
	numbers, texts := &model.Slice{Elem: number}, &model.Slice{Elem: text}
	pointer := &model.Pointer{Elem: number}
	record := func(types ...model.Type) *model.Struct {
		s := &model.Struct{}
		for i, x := range types {
			s.Fields = append(s.Fields, &model.Field{Name: string(rune('A' + i)), Type: x, Exported: true})
		}
		return s
	}
	for _, c := range []struct {
		name   string
		of     *model.Struct
		shared []model.Type
		not    []model.Type
	}{
		{"two lists of different types", record(numbers, texts), nil, []model.Type{numbers, texts}},
		{"two lists of one type", record(numbers, numbers, texts), []model.Type{numbers}, []model.Type{texts}},
		{"lists in a list", record(&model.Slice{Elem: texts}), []model.Type{texts}, []model.Type{&model.Slice{Elem: texts}}},
		{"lists in the elements of a map", record(&model.Map{Key: text, Elem: texts}, texts), nil, []model.Type{texts}},
		{"a pointer and a field of its type", record(pointer, number), []model.Type{pointer}, nil},
		{"a pointer and fields of other types", record(pointer, text), nil, []model.Type{pointer}},
		{"a pointer and a list of its type", record(pointer, numbers), []model.Type{pointer, numbers}, nil},
		{"a list and an array of its type", record(numbers, &model.Array{Len: 3, Elem: number}), []model.Type{numbers}, nil},
		{"a list and a field of its type", record(numbers, number), nil, []model.Type{numbers}},
	} {
		root := &model.Named{Package: "example.com/own", Name: "Root", Underlying: c.of}
		g := &Graph{Home: root.Package, Roots: map[*model.Named]bool{root: true}}
		s := g.NewSharing([]*model.Named{root}, func(*model.Named) bool { return false }, func(model.Type) bool { return false })
		for _, x := range c.shared {
			if s.Group(x) < 0 {
				t.Errorf("%s: %s can share memory", c.name, model.TypeText(x, root.Package))
			}
		}
		for _, x := range c.not {
			if s.Group(x) >= 0 {
				t.Errorf("%s: %s cannot share memory", c.name, model.TypeText(x, root.Package))
			}
		}
	}
}
