package schema

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Source is a package as it is found, before anybody has looked into its files.
type Source struct {
	Package string   // import path
	Name    string   // package name
	Dir     string   // folder of its source, absolute
	Files   []string // its Go files on this machine, absolute; no tests
	Module  Module
}

// Several reports whether pattern may match more than one package.
func Several(pattern string) bool { return strings.Contains(pattern, "...") }

// Find returns the packages that pattern matches, into which code can be written. They need not compile. A pattern
// without "..." has to match exactly one; with it, packages without Go files on this machine are left out.
func Find(ctx context.Context, dir, pattern string) ([]*Source, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedModule
	list, err := findPackages(ctx, dir, []string{pattern}, mode, nil)
	if err != nil {
		return nil, err
	}
	several := Several(pattern) && len(list) > 1
	if !several {
		pkg, err := onlyPackage(list, dir, pattern, true)
		if err != nil {
			return nil, err
		}
		list = []*packages.Package{pkg}
	}
	var found []*Source
	for _, pkg := range list {
		if several && (len(pkg.GoFiles) == 0 || pkg.Module == nil || !pkg.Module.Main) {
			continue
		}
		l := loader{pkg: pkg}
		m := l.emptyModel()
		found = append(found, &Source{Package: m.Package, Name: m.Name, Dir: m.Dir, Files: pkg.GoFiles, Module: m.Module})
	}
	return found, nil
}

// A Set is packages that were loaded together, so that the go command runs once for all of them.
type Set struct {
	dir     string // absolute
	overlay map[string][]byte
	byPath  map[string]*packages.Package
}

// LoadSet loads the packages with the import paths. overlay has files, by absolute path, that are read as if they held
// these bytes.
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

// Model is Load for a package of the set, with options. Methods that the overlay declares in this package are not among
// those of Methods: they stand for code that is yet to be written. A model comes with an Errors that is about fields only:
// these are left out of it, and the caller can look for more.
func (s *Set) Model(path string, exprs []string, o Options) (*Model, error) {
	pkg := s.byPath[path]
	if pkg == nil {
		return nil, oneError("package %s is gone: run the command again", path)
	}
	o.into, o.stubs = true, map[string]bool{}
	for file := range s.overlay {
		o.stubs[file] = filepath.Dir(file) == pkg.Dir
	}
	return newLoader(pkg, s.dir, o).models(exprs)
}

// Compiles returns what keeps a package of the set from compiling, nil if it compiles.
func (s *Set) Compiles(path string) error {
	pkg := s.byPath[path]
	if pkg == nil {
		return oneError("package %s is gone: run the command again", path)
	}
	return compileErrors(pkg, s.dir)
}
