package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"bale/gen/internal/randtype"
	"bale/shape"
)

// A module is a module in which code is generated: its files by their slash-separated paths.
type module struct {
	name     string
	files    map[string][]byte
	packages []*input
}

// An input is a package that code is generated for.
type input struct {
	module *module
	folder string
	types  []string // types that can have methods; only those with //bale:gen, if there are any
	all    []string // all types without type parameters
	marked bool     // some types have //bale:gen
	random bool     // a package of random types
	tests  bool     // generate tests, too
}

func (p *input) String() string { return p.module.name + "/" + p.folder }

// mainModule is the name of the module with all packages except those of the scripts.
const mainModule = "types"

const goMod = "module example.org/types\n\ngo 1.26\n"

// typesPerPackage is the number of random types in a package. If a format refuses one, the others are tried again without it.
const typesPerPackage = 5

// inputs returns the modules: the shapes, all packages for which the tests of bale gen generate code, and random types.
func inputs(root string, o *options) ([]*module, error) {
	m := &module{name: mainModule, files: map[string][]byte{"go.mod": []byte(goMod), "parts/parts.go": randtype.Parts()}}
	for _, s := range shape.All {
		text, err := shape.Source.ReadFile(s.Name + "/" + s.Name + ".go")
		if err != nil {
			return nil, err
		}
		m.files["shape/"+s.Name+"/"+s.Name+".go"] = text
	}
	// The generator's folder is two levels above this one.
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("the program does not know its own import path: run it with go run or go test")
	}
	generator := strings.TrimPrefix(path.Dir(path.Dir(info.Path)), info.Main.Path+"/")
	if err := m.testdata(filepath.Join(root, filepath.FromSlash(generator))); err != nil {
		return nil, err
	}
	if err := m.random(o); err != nil {
		return nil, err
	}
	modules := []*module{m}
	scripts, err := filepath.Glob(filepath.Join(root, "cmd/bale/script/*/testdata/gen*.txtar"))
	if err != nil {
		return nil, err
	}
	for _, file := range scripts {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		m := &module{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), files: map[string][]byte{}}
		for _, f := range archive.Files {
			m.files[f.Name] = f.Data
		}
		modules = append(modules, m)
	}
	for _, m := range modules {
		m.findPackages()
	}
	return modules, nil
}

// testdata adds the Go files in folders called testdata: a package for each subfolder, and one for each file directly in testdata.
func (m *module) testdata(folder string) error {
	return filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		before, name, ok := strings.Cut(filepath.ToSlash(strings.TrimPrefix(file, folder)), "/testdata/")
		if !ok || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_bale.go") {
			return nil
		}
		text, err := os.ReadFile(file)
		to := path.Join("testdata", before, path.Dir(name))
		if path.Dir(name) == "." {
			to = path.Join(to, strings.TrimSuffix(name, ".go"))
		}
		m.files[path.Join(to, path.Base(name))] = text
		return err
	})
}

// random adds packages of random types.
func (m *module) random(o *options) error {
	for i := 0; i < o.types; i += typesPerPackage {
		var types []*randtype.Type
		for k := range min(typesPerPackage, o.types-i) {
			types = append(types, randtype.Of(o.seed+uint64(i+k)))
		}
		name := fmt.Sprintf("random%d", o.seed+uint64(i))
		text, err := randtype.File(name, "example.org/types/parts", types, func(*randtype.Type) string { return "//bale:gen" })
		if err != nil {
			return err
		}
		m.files[name+"/types.go"] = text
	}
	return nil
}

// findPackages finds the module's packages and their types.
func (m *module) findPackages() {
	byFolder := map[string]*input{}
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		folder := path.Dir(name)
		p := byFolder[folder]
		if p == nil {
			p = &input{module: m, folder: folder, random: strings.HasPrefix(folder, "random") && m.name == mainModule}
			p.tests = strings.HasPrefix(folder, "shape/") || strings.HasSuffix(folder, "/kinds") || strings.HasSuffix(folder, "/hard")
			byFolder[folder] = p
			m.packages = append(m.packages, p)
		}
		if file, err := parser.ParseFile(token.NewFileSet(), name, m.files[name], parser.ParseComments|parser.SkipObjectResolution); err == nil {
			p.addTypes(file)
		}
	}
	for _, s := range shape.All {
		if p := byFolder["shape/"+s.Name]; p != nil {
			p.types = []string{s.Type}
		}
	}
}

// addTypes adds the types that a file declares.
func (p *input) addTypes(file *ast.File) {
	marks := func(g *ast.CommentGroup) bool {
		return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//bale:gen") })
	}
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		for i := 0; ok && d.Tok == token.TYPE && i < len(d.Specs); i++ {
			s := d.Specs[i].(*ast.TypeSpec)
			if s.TypeParams != nil || s.Assign.IsValid() || s.Name.Name == "_" {
				continue
			}
			p.all = append(p.all, s.Name.Name)
			marked := marks(s.Doc) || !d.Lparen.IsValid() && marks(d.Doc)
			if marked && !p.marked {
				p.marked, p.types = true, nil
			}
			_, face := s.Type.(*ast.InterfaceType)
			_, star := s.Type.(*ast.StarExpr)
			if marked || !p.marked && !face && !star {
				p.types = append(p.types, s.Name.Name)
			}
		}
	}
}

// write writes the module's files into a folder.
func (m *module) write(folder string) error {
	for name, text := range m.files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, text, 0o666)); err != nil {
			return err
		}
	}
	return nil
}
