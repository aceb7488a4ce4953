package directive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/model"
)

const source = `package shop

// Shape is part of a drawing.
//
//bale:union Circle, *Square
//bale:union Shapes
type Shape interface{ Area() float64 }

type Circle struct{ R float64 }

type Square struct{ Next Shape }

type Shapes []Shape

func (Circle) Area() float64  { return 1 }
func (*Square) Area() float64 { return 2 }
func (Shapes) Area() float64  { return 3 }

type Drawing struct {
	Main  Shape
	Value any ` + "`json:\"v\" bale:\"max=3, union string, []any\"`" + `
	Plain any
	Few   map[string]Shape //bale:union Circle
}

type Wrong struct {
	A any ` + "`bale:\"union\"`" + `
	B int //bale:union Circle
	C Shape //bale:union Square
}
`

func load(t *testing.T, expr string) (*model.Model, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Load(t.Context(), dir, ".", []string{expr})
}

func TestLoad(t *testing.T) {
	m, err := load(t, "Drawing")
	if err != nil {
		t.Fatal(err)
	}
	fields := m.Roots[0].Type.(*model.Named).Underlying.(*model.Struct).Fields
	members := func(t model.Type) string {
		var names []string
		for _, m := range model.Underlying(t).(*model.Interface).Members {
			names = append(names, model.GoType(m, func(string) string { return "" }))
		}
		return strings.Join(names, " ")
	}
	few := model.Underlying(fields[3].Type).(*model.Map).Elem
	for i, c := range []struct {
		of   model.Type
		want string
	}{
		{fields[0].Type, "Circle *Square Shapes"},
		{fields[1].Type, "string []any"},
		{fields[2].Type, ""},
		{few, "Circle"},
	} {
		if got := members(c.of); got != c.want {
			t.Errorf("%d: members %q, want %q", i, got, c.want)
		}
	}
	if value := fields[1].Type.(*model.Interface); value.Members[1].(*model.Slice).Elem != model.Type(value) {
		t.Error("a union inside its own members is another node")
	}
	text, err := m.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `"union": [`); n != 3 {
		t.Errorf("%d unions in the model as JSON, want 3:\n%s", n, text)
	}
}

// TestUnionOfAlias: a union above an alias is an error, since an alias is not a type of its own.
func TestUnionOfAlias(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": `package shop

import "example.com/shop/part"

//bale:union part.A
type (
	Shape = part.Shape
	Other interface{ Other() }
)

//bale:union part.A, part.B
type One = part.Shape

type Group struct{ Shape Shape }
`, "part/part.go": `package part

type Shape interface{ Area() int }

type A struct{}

func (A) Area() int { return 1 }
`} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Load(t.Context(), dir, ".", []string{"Group"})
	const want = "shop.go:11:1: One: union has no effect on an alias, because an alias is not a type of its own: put it above the aliased type, or at fields"
	if err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

func TestLoadErrors(t *testing.T) {
	_, err := load(t, "Wrong")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"shop.go:27:2: Wrong.A: union names no types",
		"shop.go:28:8: Wrong.B: union is for interfaces",
		"shop.go:29:10: Wrong.C: union: Square does not implement Shape, but a pointer does: write *Square",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\ndoes not contain %s", err, want)
		}
	}
}
