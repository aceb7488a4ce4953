package emit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"bale/internal/bale"
)

// publicDeclarations adds the exported fields and methods of the types that users see to list, with their types.
func publicDeclarations(t *testing.T, name, text string, list map[string]bool) {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	add := func(owner, name string, x ast.Expr) {
		switch bare, _, _ := strings.Cut(strings.TrimPrefix(owner, "*"), "["); {
		case ast.IsExported(name) && slices.Contains([]string{"Reader", "Writer", "Error"}, bare):
			list[owner+"."+name+" "+types.ExprString(x)] = true // as in *Reader[T].Read func(*T) error
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				continue
			}
			fields := d.Type.Params.List
			if d.Type.Results != nil {
				fields = slices.Concat(fields, d.Type.Results.List)
			}
			for _, f := range fields {
				f.Names = nil
			}
			add(types.ExprString(d.Recv.List[0].Type), d.Name.Name, d.Type)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				s, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if x, ok := s.Type.(*ast.StructType); ok {
					for _, f := range x.Fields.List {
						for _, id := range f.Names {
							add(s.Name.Name, id.Name, f.Type)
						}
					}
				}
			}
		}
	}
}

// TestStreamStubs checks that the stubs have the fields and methods of package stream.
func TestStreamStubs(t *testing.T) {
	files, err := fs.Glob(bale.Source, "stream/*.go")
	if err != nil {
		t.Fatal(err)
	}
	stubs, source := map[string]bool{}, map[string]bool{}
	publicDeclarations(t, "stubs.go", "package p\n"+strings.NewReplacer("BaleStreamError", "Error", "BaleReader", "Reader", "BaleWriter", "Writer").Replace(StreamTypeStubs), stubs)
	for _, name := range files {
		text, err := bale.Source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		publicDeclarations(t, name, string(text), source)
	}
	if !maps.Equal(stubs, source) || len(stubs) < 14 {
		t.Errorf("the stubs have\n%s\nand package stream\n%s", strings.Join(slices.Sorted(maps.Keys(stubs)), "\n"), strings.Join(slices.Sorted(maps.Keys(source)), "\n"))
	}
}
