package schema

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A UnreadPackage is a package whose files have not been read yet.
type UnreadPackage struct {
	Package string   // import path
	Name    string   // package name
	Dir     string   // folder of its source, absolute
	Files   []string // its Go files for this platform without tests, absolute
	Module  Module
}

// MatchesMany reports whether pattern may match more than one package.
func MatchesMany(pattern string) bool { return strings.Contains(pattern, "...") }

// Find returns the packages that pattern matches and that code can be written into. They need not compile. A pattern without "..." has
// to match exactly one package. With "...", packages without Go files for this platform are left out.
func Find(ctx context.Context, dir, pattern string) ([]*UnreadPackage, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedModule
	list, err := findPackages(ctx, dir, []string{pattern}, mode, nil)
	if err != nil {
		return nil, err
	}
	several := MatchesMany(pattern) && len(list) > 1
	if !several {
		pkg, err := onlyPackage(list, dir, pattern, true)
		if err != nil {
			return nil, err
		}
		list = []*packages.Package{pkg}
	}
	var found []*UnreadPackage
	for _, pkg := range list {
		if several && (len(pkg.GoFiles) == 0 || pkg.Module == nil || !pkg.Module.Main) {
			continue
		}
		l := loader{pkg: pkg}
		m := l.emptyModel()
		found = append(found, &UnreadPackage{Package: m.Package, Name: m.Name, Dir: m.Dir, Files: pkg.GoFiles, Module: m.Module})
	}
	return found, nil
}

// A Set is a list of packages that were loaded together, so that the go command runs once for all of them.
type Set struct {
	dir     string // absolute
	overlay map[string][]byte
	byPath  map[string]*packages.Package
}

// LoadSet loads the packages with the import paths. overlay replaces the contents of files, by absolute path.
func LoadSet(ctx context.Context, dir string, paths []string, overlay map[string][]byte) (*Set, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	s := &Set{dir: dir, overlay: overlay, byPath: map[string]*packages.Package{}}
	if len(paths) == 0 {
		return s, nil
	}
	list, err := findPackages(ctx, dir, paths, loadMode, overlay)
	if err != nil {
		return nil, err
	}
	for _, pkg := range list {
		s.byPath[pkg.PkgPath] = pkg
	}
	return s, nil
}

// Model loads the types exprs from a package of the set, like Load with options. Methods that the overlay declares in this package are
// not listed in Methods, since they stand for code that is not written yet. If all errors are about fields, Model returns an Errors
// together with a model without these fields, so that the caller can look for further errors.
func (s *Set) Model(path string, exprs []string, o Options) (*Model, error) {
	pkg := s.byPath[path]
	if pkg == nil {
		return nil, oneError("package %s is gone: run the command again", path)
	}
	o.inSet, o.stubs = true, map[string]bool{}
	for file := range s.overlay {
		o.stubs[file] = filepath.Dir(file) == pkg.Dir
	}
	return newLoader(pkg, s.dir, o).models(exprs)
}

// Compiles returns the errors that keep a package of the set from compiling, or nil.
func (s *Set) Compiles(path string) error {
	pkg := s.byPath[path]
	if pkg == nil {
		return oneError("package %s is gone: run the command again", path)
	}
	return compileErrors(pkg, s.dir)
}

// CompilesWith is Compiles with text in place of a file of the overlay. It runs no other program. known is false if it cannot decide:
// the file imports a package that was not loaded, or cgo generates files of the package.
func (s *Set) CompilesWith(path, file string, text []byte) (known bool, err error) {
	pkg := s.byPath[path]
	if pkg == nil || s.overlay[file] == nil {
		return false, nil
	}
	parsed, err := parser.ParseFile(pkg.Fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return true, err
	}
	for _, spec := range parsed.Imports {
		if name, _ := strconv.Unquote(spec.Path.Value); name != "unsafe" && (pkg.Imports[name] == nil || pkg.Imports[name].Types == nil) {
			return false, nil
		}
	}
	files := []*ast.File{parsed}
	for _, f := range pkg.Syntax {
		name := pkg.Fset.Position(f.Package).Filename
		if name != file {
			files = append(files, f)
		}
		if filepath.Dir(name) != filepath.Dir(file) {
			return false, nil
		}
	}
	if len(files) > len(pkg.Syntax) {
		return false, nil
	}
	checked := &packages.Package{PkgPath: path}
	conf := types.Config{Importer: imports(pkg.Imports), Sizes: Sizes, Error: func(err error) {
		e := err.(types.Error)
		checked.Errors = append(checked.Errors, packages.Error{Pos: pkg.Fset.Position(e.Pos).String(), Msg: e.Msg, Kind: packages.TypeError})
	}}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + pkg.Module.GoVersion
	}
	_, _ = conf.Check(path, pkg.Fset, files, nil) // the returned error is the first of checked.Errors
	return true, compileErrors(checked, s.dir)
}

// imports is a types.Importer of loaded packages.
type imports map[string]*packages.Package

// Import implements types.Importer.
func (m imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := m[path]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	return nil, fmt.Errorf("package %s was not loaded", path)
}
