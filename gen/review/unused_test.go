package review

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUnused checks that generated code has no functions, methods, types and variables that nothing needs.
func TestUnused(t *testing.T) {
	fset := token.NewFileSet()
	parsed, imports := map[string][]*ast.File{}, map[string]bool{}
	for _, folder := range folders {
		names, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed[folder] = append(parsed[folder], file)
			for _, i := range file.Imports {
				imports[strings.Trim(i.Path.Value, `"`)] = true
			}
		}
	}
	std := importer.ForCompiler(fset, "gc", exportData(t, slices.Sorted(maps.Keys(imports))))
	for _, folder := range folders {
		files := parsed[folder]
		n := &needs{info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}, of: map[types.Object]ast.Node{}, needed: map[types.Object]bool{}, called: map[string]bool{}}
		conf := &types.Config{Importer: std}
		if _, err := conf.Check(folder, fset, files, n.info); err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			n.declarations(file)
		}
		for obj := range n.of {
			if f, ok := obj.(*types.Func); obj.Exported() || obj.Name() == "_" || ok && n.called[f.Name()] && f.Signature().Recv() != nil {
				n.need(obj)
			}
		}
		for obj := range n.of {
			if !n.needed[obj] {
				t.Errorf("%s: nothing needs %s", fset.Position(obj.Pos()), obj)
			}
		}
	}
}

// exportData returns a function that opens the export data of packages and all that they import, which one go command finds in the build cache. To type-check their
// sources took 4 s of processor time.
func exportData(t *testing.T, packages []string) importer.Lookup {
	args := append([]string{"list", "-deps", "-export", "-f", "{{.ImportPath}} {{.Export}}", "--"}, packages...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[name] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// needs finds the declarations that exported ones need.
type needs struct {
	info   *types.Info
	of     map[types.Object]ast.Node // the declaration of an object
	needed map[types.Object]bool
	called map[string]bool // names of methods in interfaces
}

// declarations notes what a file declares.
func (n *needs) declarations(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			n.of[n.info.Defs[d.Name]] = d
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					n.of[n.info.Defs[s.Name]] = s
				case *ast.ValueSpec:
					for _, name := range s.Names {
						n.of[n.info.Defs[name]] = s
					}
				}
			}
		}
	}
	ast.Inspect(file, func(x ast.Node) bool {
		if i, ok := x.(*ast.InterfaceType); ok {
			for _, m := range i.Methods.List {
				for _, name := range m.Names {
					n.called[name.Name] = true
				}
			}
		}
		return true
	})
}

// need notes that obj is needed, and what its declaration mentions.
func (n *needs) need(obj types.Object) {
	if f, ok := obj.(*types.Func); ok {
		obj = f.Origin()
	}
	d := n.of[obj]
	if d == nil || n.needed[obj] {
		return
	}
	n.needed[obj] = true
	ast.Inspect(d, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && n.info.Uses[id] != nil {
			n.need(n.info.Uses[id])
		}
		return true
	})
}
