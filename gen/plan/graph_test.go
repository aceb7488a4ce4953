package plan

import (
	"testing"

	"bale/schema"
)

func basicType(k schema.Kind) schema.Type { return &schema.Basic{Kind: k} }

func structOf(name string, fields ...schema.Type) *schema.Named {
	s := &schema.Struct{}
	for _, t := range fields {
		s.Fields = append(s.Fields, &schema.Field{Name: "F", Type: t, Exported: true})
	}
	return &schema.Named{Package: "m", Name: name, Underlying: s}
}

// TestKinds checks that each type has one kind, and that a root is never custom.
func TestKinds(t *testing.T) {
	custom := structOf("Custom")
	custom.Methods.Binary = true
	octet := &schema.Named{Package: "m", Name: "Octet", Underlying: basicType(schema.Uint8)}
	union := &schema.Named{Package: "m", Name: "Any", Underlying: &schema.Interface{Members: []schema.Type{custom}}}
	g := &Graph{Home: "m"}
	strict := &Graph{Home: "m", Byte: schema.IsByte}
	for _, c := range []struct {
		name    string
		g       *Graph
		t       schema.Type
		root    bool
		want    Kind
		number  bool
		nilable bool
	}{
		{"bool", g, basicType(schema.Bool), false, Bool, true, false},
		{"int", g, basicType(schema.Int), false, Integer, true, false},
		{"float32", g, basicType(schema.Float32), false, Float, true, false},
		{"complex128", g, basicType(schema.Complex128), false, Complex, true, false},
		{"string", g, basicType(schema.String), false, String, false, false},
		{"bytes", g, &schema.Slice{Elem: basicType(schema.Uint8)}, false, Bytes, false, true},
		{"named bytes", g, &schema.Slice{Elem: octet}, false, Bytes, false, true},
		{"named bytes if only byte counts", strict, &schema.Slice{Elem: octet}, false, List, false, true},
		{"byte array", g, &schema.Array{Elem: octet, Len: 3}, false, ByteArray, false, false},
		{"array if only byte counts", strict, &schema.Array{Elem: octet, Len: 3}, false, Array, false, false},
		{"time", g, &schema.Time{}, false, Time, false, false},
		{"map", g, &schema.Map{Key: octet, Elem: octet}, false, Map, false, true},
		{"pointer", g, &schema.Pointer{Elem: custom}, false, Pointer, false, true},
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
	plain := structOf("Plain", basicType(schema.Int))
	custom := structOf("Custom", plain)
	custom.Methods.Binary = true
	union := &schema.Named{Package: "m", Name: "Any", Underlying: &schema.Interface{Members: []schema.Type{plain}}}
	node := structOf("Node", basicType(schema.Int))
	node.Underlying = &schema.Struct{Fields: []*schema.Field{{Name: "Next", Type: &schema.Pointer{Elem: node}, Exported: true}}}
	for _, c := range []struct {
		name                                 string
		t                                    schema.Type
		recursive, custom, refusable, failed bool
	}{
		{"plain", plain, false, false, false, false},
		{"custom", custom, false, true, true, true},
		{"holds custom", structOf("A", &schema.Slice{Elem: custom}), false, true, true, true},
		{"holds union", structOf("B", &schema.Map{Key: basicType(schema.String), Elem: union}), false, false, true, true},
		{"recursive", node, true, false, false, true},
		{"holds recursive", structOf("C", node), false, false, false, true},
		{"array of length 0", structOf("D", &schema.Array{Elem: custom}), false, false, false, false},
	} {
		got := [4]bool{g.Recursive(c.t), g.HoldsCustom(c.t), g.Refusable(c.t), g.SizeFails(c.t)}
		if want := [4]bool{c.recursive, c.custom, c.refusable, c.failed}; got != want {
			t.Errorf("%s: recursive, custom, refusable, size fails: %v, want %v", c.name, got, want)
		}
	}
	if g := (&Graph{Home: "m", EmptyArrays: true}); !g.HoldsCustom(structOf("D", &schema.Array{Elem: custom})) {
		t.Error("with Empty, the element of an array of length 0 is not a part")
	}
	if g := (&Graph{Home: "m", Roots: map[*schema.Named]bool{custom: true}}); g.HoldsCustom(structOf("A", custom)) {
		t.Error("a root is custom")
	}
	if g.Contains(structOf("A", custom), func(t schema.Type) bool { return t == schema.Type(plain) }) {
		t.Error("Reaches looked into a custom type")
	}
}

// TestEachElem checks that a type counts as many in a list, in a recursive type, and, with twice, at two places.
func TestEachElem(t *testing.T) {
	g := &Graph{Home: "m"}
	leaf := &schema.Slice{Elem: basicType(schema.Int)}
	inner := structOf("Inner", leaf)
	for _, c := range []struct {
		name  string
		root  schema.Type
		twice bool
		want  bool
	}{
		{"once", structOf("A", inner), false, false},
		{"in a list", structOf("B", &schema.Slice{Elem: inner}), false, true},
		{"at two places", structOf("C", inner, inner), false, false},
		{"at two places that count", structOf("D", inner, inner), true, true},
	} {
		many := false
		g.EachSliceAndPointer(c.root, c.twice, func(t schema.Type, m bool) { many = many || m && t == schema.Type(leaf) })
		if many != c.want {
			t.Errorf("%s: many is %t", c.name, many)
		}
	}
}
