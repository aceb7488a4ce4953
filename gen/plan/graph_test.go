package plan

import (
	"testing"

	"bale/model"
)

func basicType(k model.Kind) model.Type { return &model.Basic{Kind: k} }

func structOf(name string, fields ...model.Type) *model.Named {
	s := &model.Struct{}
	for _, t := range fields {
		s.Fields = append(s.Fields, &model.Field{Name: "F", Type: t, Exported: true})
	}
	return &model.Named{Package: "m", Name: name, Underlying: s}
}

// TestKinds checks that each type has one kind, and that a root is never custom.
func TestKinds(t *testing.T) {
	custom := structOf("Custom")
	custom.Methods.Binary = true
	octet := &model.Named{Package: "m", Name: "Octet", Underlying: basicType(model.Uint8)}
	union := &model.Named{Package: "m", Name: "Any", Underlying: &model.Interface{Members: []model.Type{custom}}}
	g := &Graph{Home: "m"}
	strict := &Graph{Home: "m", Byte: model.IsByte}
	for _, c := range []struct {
		name    string
		g       *Graph
		t       model.Type
		root    bool
		want    Kind
		number  bool
		nilable bool
	}{
		{"bool", g, basicType(model.Bool), false, Bool, true, false},
		{"int", g, basicType(model.Int), false, Integer, true, false},
		{"float32", g, basicType(model.Float32), false, Float, true, false},
		{"complex128", g, basicType(model.Complex128), false, Complex, true, false},
		{"string", g, basicType(model.String), false, String, false, false},
		{"bytes", g, &model.Slice{Elem: basicType(model.Uint8)}, false, Bytes, false, true},
		{"named bytes", g, &model.Slice{Elem: octet}, false, Bytes, false, true},
		{"named bytes if only byte counts", strict, &model.Slice{Elem: octet}, false, List, false, true},
		{"byte array", g, &model.Array{Elem: octet, Len: 3}, false, ByteArray, false, false},
		{"array if only byte counts", strict, &model.Array{Elem: octet, Len: 3}, false, Array, false, false},
		{"time", g, &model.Time{}, false, Time, false, false},
		{"map", g, &model.Map{Key: octet, Elem: octet}, false, Map, false, true},
		{"pointer", g, &model.Pointer{Elem: custom}, false, Pointer, false, true},
		{"custom", g, custom, false, Custom, false, false},
		{"custom root", g, custom, true, Record, false, false},
		{"union", g, union, false, Union, false, true},
	} {
		k := c.g.Kind(c.t, c.root)
		if k != c.want || k.Number() != c.number || k.Nilable() != c.nilable {
			t.Errorf("%s: kind %d, number %t, nilable %t; want %d, %t, %t", c.name, k, k.Number(), k.Nilable(), c.want, c.number, c.nilable)
		}
	}
}

// TestFacts checks which types are recursive, hold custom types, can be refused, and need an encoder for their size.
func TestFacts(t *testing.T) {
	g := &Graph{Home: "m"}
	plain := structOf("Plain", basicType(model.Int))
	custom := structOf("Custom", plain)
	custom.Methods.Binary = true
	union := &model.Named{Package: "m", Name: "Any", Underlying: &model.Interface{Members: []model.Type{plain}}}
	node := structOf("Node", basicType(model.Int))
	node.Underlying = &model.Struct{Fields: []*model.Field{{Name: "Next", Type: &model.Pointer{Elem: node}, Exported: true}}}
	for _, c := range []struct {
		name                                 string
		t                                    model.Type
		recursive, custom, refusable, failed bool
	}{
		{"plain", plain, false, false, false, false},
		{"custom", custom, false, true, true, true},
		{"holds custom", structOf("A", &model.Slice{Elem: custom}), false, true, true, true},
		{"holds union", structOf("B", &model.Map{Key: basicType(model.String), Elem: union}), false, false, true, true},
		{"recursive", node, true, false, false, true},
		{"holds recursive", structOf("C", node), false, false, false, true},
		{"array of length 0", structOf("D", &model.Array{Elem: custom}), false, false, false, false},
	} {
		got := [4]bool{g.Recursive(c.t), g.HoldsCustom(c.t), g.Refusable(c.t), g.SizeFails(c.t)}
		if want := [4]bool{c.recursive, c.custom, c.refusable, c.failed}; got != want {
			t.Errorf("%s: recursive, custom, refusable, size fails: %v, want %v", c.name, got, want)
		}
	}
	if g := (&Graph{Home: "m", EmptyArrays: true}); !g.HoldsCustom(structOf("D", &model.Array{Elem: custom})) {
		t.Error("with Empty, the element of an array of length 0 is not a part")
	}
	if g := (&Graph{Home: "m", Roots: map[*model.Named]bool{custom: true}}); g.HoldsCustom(structOf("A", custom)) {
		t.Error("a root is custom")
	}
	if g.Contains(structOf("A", custom), func(t model.Type) bool { return t == model.Type(plain) }) {
		t.Error("Reaches looked into a custom type")
	}
}

// TestEachElem checks that a type counts as many in a list, in a recursive type, and, with twice, at two places.
func TestEachElem(t *testing.T) {
	g := &Graph{Home: "m"}
	leaf := &model.Slice{Elem: basicType(model.Int)}
	inner := structOf("Inner", leaf)
	for _, c := range []struct {
		name  string
		root  model.Type
		twice bool
		want  bool
	}{
		{"once", structOf("A", inner), false, false},
		{"in a list", structOf("B", &model.Slice{Elem: inner}), false, true},
		{"at two places", structOf("C", inner, inner), false, false},
		{"at two places that count", structOf("D", inner, inner), true, true},
	} {
		many := false
		g.EachSliceAndPointer(c.root, c.twice, func(t model.Type, m bool) { many = many || m && t == model.Type(leaf) })
		if many != c.want {
			t.Errorf("%s: many is %t", c.name, many)
		}
	}
}
