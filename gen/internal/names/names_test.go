package names

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
	"bale/gen/runtime"
	"bale/internal/bale"
	"bale/internal/slow"
)

// runtimeNames returns the names of the packages of the runtime in generated files, and those that package core exports, as type names.
func runtimeNames(t *testing.T) []string {
	files, err := fs.Glob(bale.Source, runtime.Core+"/*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, folder := range runtime.Folders {
		names["Bale"+folder] = true
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := bale.Source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		add := func(id *ast.Ident) { names[strings.ToUpper(id.Name[:1])+id.Name[1:]] = true }
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				add(d.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(s.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							add(id)
						}
					}
				}
			}
		}
	}
	if len(names) < 100 {
		t.Fatalf("only %d names", len(names))
	}
	return slices.Sorted(maps.Keys(names))
}

// TestNames checks that types and fields may have the names of the runtime. Each root holds only some of them, since the compiler
// is slow on the functions of a root that holds all. Without BALE_TEST=slow, a quarter of the roots is checked.
func TestNames(t *testing.T) {
	if testing.Short() || gentest.Race {
		t.Skip("it compiles code for hundreds of types")
	}
	const parts = 4
	sources := [parts]string{}
	root := 0
	for names := range slices.Chunk(runtimeNames(t), len(bodies)) {
		sources[root%parts] += rootOf(root, names)
		root++
	}
	for part, source := range sources {
		t.Run(fmt.Sprintf("part=%d", part), func(t *testing.T) {
			if part > 0 {
				slow.Only(t, "it compiles code for hundreds of types")
			}
			m := gentest.New(t, nil)
			m.Write(t, "go.mod", []byte("module example.org/names\n\ngo 1.26\n"))
			m.Write(t, "names.go", []byte("package names\n"+source))
			if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
				t.Error(err)
			}
		})
	}
}

// bodies are the types that names are declared as.
var bodies = []string{"struct { N int; S string; In *NAME }", "[]uint32", "map[string]int8", "[3]byte", "string", "int64"}

// rootOf returns the declarations of a root for all formats, whose fields and their types have the names.
func rootOf(root int, names []string) string {
	formats := strings.ReplaceAll(emit.Names(all.Formats), " ", "")
	text, types := fmt.Sprintf("\n//bale:gen wire=%s\ntype Root_%d struct {\n", formats, root), ""
	for i, name := range names {
		text += fmt.Sprintf("\t%[1]s %[1]s\n", name)
		types += "type " + name + " " + strings.ReplaceAll(bodies[i], "NAME", name) + "\n"
	}
	return text + fmt.Sprintf("\tMany_ []%s\n}\n\n%s", names[0], types)
}
