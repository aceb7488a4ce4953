package schema

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// writable is a package that calls methods of a file which is broken.
const writable = `
-- go.mod --
module example.com/own

go 1.24
-- main.go --
package main

import "example.com/own/part"

type Order struct {
	ID   int
	Part part.Part
	Done chan int ` + "`bale:\"skip\"`" + `
	Call func()
}

func (Order) String() string { return "" }

func main() { new(Order).MarshalBinary() }
-- main_bale.go --
package main

func (
-- part/part.go --
package part

type Part struct {
	N    int
	Skip chan int
}
`

func TestLoadWith(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(writable))); err != nil {
		t.Fatal(err)
	}
	src, err := Find(t.Context(), dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	if src.Package != "example.com/own" || src.Name != "main" || src.Module.Go != "1.24" {
		t.Errorf("found %+v", src)
	}
	out := filepath.Join(src.Dir, "main_bale.go")
	var skipped []string
	o := Options{
		Into: true,
		Overlay: map[string][]byte{out: []byte("package main\n\nfunc (*Order) MarshalBinary() ([]byte, error) { panic(0) }\n" +
			"func (*Order) UnmarshalBinary([]byte) error { panic(0) }\n")},
		Skip: func(f *Field) bool {
			skip := strings.Contains(f.Tag, "skip") || f.Name == "Skip"
			if skip && !slices.Contains(skipped, f.Name+" "+f.Pos) {
				skipped = append(skipped, f.Name+" "+f.Pos)
			}
			return skip
		},
		Advice: "call it off",
	}
	m, err := LoadWith(t.Context(), dir, ".", []string{"Order"}, o)
	same(t, err, []string{"main.go:9:2: Order.Call: no serializer can carry func(): call it off, or hide it in a type of another package that has MarshalBinary and UnmarshalBinary"})
	if m == nil {
		t.Fatal("no model came with an error about a field")
	}
	order := m.Roots[0].Type.(*Named)
	if order.Methods.Binary || !slices.Equal(order.Methods.Names, []string{"String"}) {
		t.Errorf("methods of the overlay count: %+v", order.Methods)
	}
	s := order.Underlying.(*Struct)
	if len(s.Fields) != 2 || !slices.Equal(s.Skipped, []string{"Done"}) {
		t.Errorf("fields are %d, skipped %v", len(s.Fields), s.Skipped)
	}
	if part := Underlying(s.Fields[1].Type).(*Struct); len(part.Fields) != 1 || !slices.Equal(part.Skipped, []string{"Skip"}) {
		t.Errorf("fields of another package are %d, skipped %v", len(part.Fields), part.Skipped)
	}
	if want := []string{"Skip part/part.go:5:2", "Done main.go:8:2"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped %q, want %q", skipped, want)
	}
	if err := Compile(t.Context(), dir, ".", o); err != nil {
		t.Errorf("with the overlay: %v", err)
	}
	if err := Compile(t.Context(), dir, ".", Options{Into: true}); err == nil {
		t.Error("it compiles without the overlay")
	}
}
