package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/gen/emit"
	"bale/gen/format/all"
)

// TestProgram generates the code of packages for a program: of one without code, and of one with flags in its comment, whose file has another name and a layout that was
// changed.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	generate := func(r Request) []*Output {
		t.Helper()
		r.Dir, r.Pattern, r.Known = dir, ".", all.Formats
		outputs, err := Generate(t.Context(), &r)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outputs {
			if o.Err != nil {
				t.Fatal(o.Err)
			}
		}
		return outputs
	}
	write("go.mod", "module shop\n\ngo 1.24\n")
	write("shop.go", "//bale:gen evolve sorted\npackage shop\n\ntype Order struct{ Part Part; N int }\ntype Part struct{ A string }\n")
	if outputs := generate(Request{Program: true}); len(outputs) != 0 {
		t.Errorf("a package without types has %d outputs", len(outputs))
	}
	fixed, _ := emit.Choose(all.Formats, []string{"fixed"})
	if p := generate(Request{Program: true, Types: []string{"Part"}, Formats: fixed})[0].Program; fmt.Sprint(typesOf(p)) != "[Part:fixed:]" {
		t.Errorf("types %v", typesOf(p))
	}

	files := func(out *Output) {
		t.Helper()
		for _, f := range out.Files {
			write(filepath.Base(f.Path), string(f.Data))
		}
	}
	files(generate(Request{Types: []string{"Order"}, Out: "code.go", Tests: true})[0])
	write("shop.go", "//bale:gen evolve sorted\npackage shop\n\ntype Order struct{ N int; New Part }\ntype Part struct{ B, C int }\n")
	files(generate(Request{Out: "code.go"})[0])
	out := generate(Request{Program: true, Types: []string{"Part"}, Formats: fixed})[0]
	if got := fmt.Sprint(typesOf(out.Program)); got != "[Order:compact:Part@1 Part:fixed:]" {
		t.Errorf("types %s", got)
	}
	for _, f := range out.Files {
		name, text := filepath.Base(f.Path), string(f.Data)
		if name == "code.go" && strings.Contains(text, `"unsafe"`) || !slices.Contains([]string{"code.go", "bale.lock"}, name) {
			t.Errorf("%s:\n%.200s", name, text)
		}
	}
}

// typesOf returns the types of a program with their formats and earlier layouts.
func typesOf(p *Program) (list []string) {
	for _, t := range p.Types {
		list = append(list, fmt.Sprintf("%s:%s:%s", p.Model.Roots[t.Root].Expr, t.Methods.Name, strings.Join(t.Earlier, ",")))
	}
	return list
}
