package model

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// writable is a package that calls methods of a file that does not compile.
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

func TestSet(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(writable))); err != nil {
		t.Fatal(err)
	}
	list, err := Find(t.Context(), dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	src := list.Found[0]
	if src.Package != "example.com/own" || src.Name != "main" || src.Module.Go != "1.24" {
		t.Errorf("found %+v", src)
	}
	out := filepath.Join(src.Dir, "main_bale.go")
	overlay := map[string][]byte{
		out: []byte("package main\n\nfunc (*Order) MarshalBinary() ([]byte, error) { panic(0) }\n" +
			"func (*Order) UnmarshalBinary([]byte) error { panic(0) }\n"),
		filepath.Join(src.Dir, "part", "part_bale.go"): []byte("package part\n\nfunc (*Part) MarshalBinary() ([]byte, error) { panic(0) }\n"),
	}
	var skipped []string
	o := Options{
		Skip: func(f *Field) bool {
			skip := strings.Contains(f.Tag, "skip") || f.Name == "Skip"
			if skip && !slices.Contains(skipped, f.Name+" "+f.Pos) {
				skipped = append(skipped, f.Name+" "+f.Pos)
			}
			return skip
		},
		Advice: "call it off",
	}
	set, err := list.Load(t.Context(), []string{"example.com/own", "example.com/own/part"}, overlay)
	if err != nil {
		t.Fatal(err)
	}
	m, err := set.Model("example.com/own", []string{"Order"}, o)
	same(t, err, []string{"main.go:9:2: Order.Call: no serializer can carry func(): call it off, or hide it in a struct of another package that has MarshalBinary and UnmarshalBinary"})
	if m == nil {
		t.Fatal("no model came with an error about a field")
	}
	order := m.Roots[0].Type.(*Named)
	if order.Methods.Binary || !slices.Equal(order.Methods.Names, []string{"String"}) {
		t.Errorf("methods of the overlay count: %+v", order.Methods)
	}
	s := order.Underlying.(*Struct)
	if len(s.Fields) != 2 || len(s.Skipped) != 1 || s.Skipped[0].Name != "Done" {
		t.Errorf("fields are %d, skipped %v", len(s.Fields), s.Skipped)
	}
	if part := Underlying(s.Fields[1].Type).(*Struct); len(part.Fields) != 1 || len(part.Skipped) != 1 || part.Skipped[0].Name != "Skip" {
		t.Errorf("fields of another package are %d, skipped %v", len(part.Fields), part.Skipped)
	}
	if names := s.Fields[1].Type.(*Named).Methods.Names; !slices.Equal(names, []string{"MarshalBinary"}) {
		t.Errorf("methods of the overlay of another package are %v", names)
	}
	if want := []string{"Skip part/part.go:5:2", "Done main.go:8:2"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped %q, want %q", skipped, want)
	}
	if err := set.Compiles("example.com/own"); err != nil {
		t.Errorf("with the overlay: %v", err)
	}
	bare, err := list.Load(t.Context(), []string{"example.com/own"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if bare.Compiles("example.com/own") == nil {
		t.Error("it compiles without the overlay")
	}
	if bare.Compiles("example.com/own/part") == nil {
		t.Error("a package that is not in the set compiles")
	}
}

// TestFind: a pattern with dots may match several packages; any other pattern has to match one.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(writable+"-- tests/a_test.go --\npackage tests\n-- unsafe/a.go --\npackage unsafe\n"))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pattern, want, err string }{
		{"./...", "example.com/own example.com/own/part example.com/own/unsafe", ""},
		{".", "example.com/own", ""},
		{"./", "example.com/own", ""},
		{"./part", "example.com/own/part", ""},
		{"./part/", "example.com/own/part", ""}, // as a shell completes it
		{"./part/.", "example.com/own/part", ""},
		{"./unsafe/../part", "example.com/own/part", ""},
		{"./unsafe", "example.com/own/unsafe", ""}, // not the standard library's, which is listed too
		{"././unsafe/", "example.com/own/unsafe", ""},
		{"unsafe", "", "package unsafe is not in your module: "},
		{"../" + filepath.Base(dir) + "/part/", "example.com/own/part", ""},
		{dir + "/part/", "example.com/own/part", ""},
		{"./part/...", "example.com/own/part", ""},
		{"./none", "", "pattern ./none matches no package: "},
		{"fmt", "", "package fmt is not in your module: methods can be declared in your own packages only"},
	} {
		found, err := Find(t.Context(), dir, c.pattern, "unsafe")
		var paths []string
		for i := 0; found != nil && i < len(found.Found); i++ {
			paths = append(paths, found.Found[i].Package)
		}
		if got := strings.Join(paths, " "); got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: found %q, %v", c.pattern, got, err)
		}
	}
}
