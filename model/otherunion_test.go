package model

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// unionShop is a package that uses interfaces of another package. Tests replace TOP with directives about these.
const unionShop = `
-- go.mod --
module example.com/m

go 1.24
-- shapes/shapes.go --
package shapes

type Shape interface{ Area() float64 }

type Circle struct{ R float64 }

func (Circle) Area() float64 { return 1 }

type Frame struct {
	Main Shape
	Note any
	N    int
	Tags Tags
}

type Tags map[string]any
-- shop.go --
package shop

import "example.com/m/shapes"

type Order struct {
	Main  shapes.Shape
	Frame shapes.Frame
}

//bale:union TOP
`

// TestOtherUnion tests directives about the interfaces and fields of another package.
func TestOtherUnion(t *testing.T) {
	const shape, frame = "example.com/m/shapes.Shape", "example.com/m/shapes.Frame"
	for _, c := range []struct {
		name, top, shape, note, tags string
		err                          string
	}{
		{name: "an interface", top: shape + " shapes.Circle", shape: "Circle"},
		{name: "a field", top: frame + ".Note string, map[string]any, Order", note: "string map[string]any Order"},
		{name: "both", top: shape + " shapes.Circle\n//bale:union " + frame + ".Note []any", shape: "Circle", note: "[]any"},
		{name: "a field of another type", top: frame + ".Main shapes.Circle", shape: ""},
		{name: "twice", top: shape + " shapes.Circle\n//bale:union " + shape + " *shapes.Circle", err: "shop.go:11:1: union: example.com/m/shapes.Shape has a union already, at shop.go:10:1: list all types in one"},
		{name: "twice the same", top: shape + " shapes.Circle\n//bale:union " + shape + " shapes.Circle", shape: "Circle"},
		{name: "no package", top: "example.com/m/other.Shape int, bool", err: "shop.go:10:1: union: package example.com/m/other is imported neither by this package nor by those that it imports: check the path"},
		{name: "no type", top: "example.com/m/shapes.Form int, bool", err: "shop.go:10:1: union: package example.com/m/shapes has no type Form: check the name"},
		{name: "a field of a type with a name", top: frame + ".Tags int, []bool", err: "shop.go:10:1: Order.Frame.Tags: union is for interfaces, and for lists, maps and pointers of them: for Tags, write //bale:union example.com/m/shapes.Tags int, []bool, anywhere in a file of the package"},
		{name: "a map with a name", top: "example.com/m/shapes.Tags int, []bool", tags: "int []bool"},
		{name: "no field", top: frame + ".Nope int, bool", err: "shop.go:10:1: union: example.com/m/shapes.Frame has no field Nope: check the name"},
		{name: "no interface", top: frame + " int, bool", err: "shop.go:10:1: union: example.com/m/shapes.Frame is neither an interface nor a field of a struct, and holds no interface in lists, maps or pointers: name one that is or does"},
		{name: "no field of interfaces", top: frame + ".N int, bool", err: "shop.go:10:1: Order.Frame.N: union is for interfaces, and for lists, maps and pointers of them: remove it"},
		{name: "no such member", top: shape + " shapes.Frame, bool", err: "shop.go:10:1: Order.Main: union: shapes.Frame does not implement shapes.Shape: it has no method Area: add the method, or leave the type out\nshop.go:10:1: Order.Main: union: bool does not implement shapes.Shape: it has no method Area: add the method, or leave the type out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := write(dir, txtar.Parse([]byte(strings.Replace(unionShop, "TOP", c.top, 1)))); err != nil {
				t.Fatal(err)
			}
			m, err := Load(t.Context(), dir, ".", []string{"Order"})
			if c.err != "" {
				same(t, err, strings.Split(c.err, "\n"))
				return
			} else if err != nil {
				t.Fatal(err)
			}
			fields := m.Roots[0].Type.(*Named).Underlying.(*Struct).Fields
			members := func(t Type) string {
				var names []string
				for _, m := range Underlying(t).(*Interface).Members {
					names = append(names, GoType(m, func(string) string { return "" }))
				}
				return strings.Join(names, " ")
			}
			note := fields[1].Type.(*Named).Underlying.(*Struct).Fields[1].Type
			if got := members(fields[0].Type); got != c.shape {
				t.Errorf("Main holds %q, want %q", got, c.shape)
			}
			tags := fields[1].Type.(*Named).Underlying.(*Struct).Fields[3].Type.(*Named).Underlying.(*Map).Elem
			if got := members(tags); got != c.tags {
				t.Errorf("Tags hold %q, want %q", got, c.tags)
			}
			if got := members(note); got != c.note {
				t.Errorf("Note holds %q, want %q", got, c.note)
			}
		})
	}
}
