package model

import (
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// An UnreadPackage is a package whose files have not been read yet.
type UnreadPackage struct {
	Package string   // import path
	Name    string   // package name
	Dir     string   // folder of its source, absolute
	Files   []string // its Go files for this platform without tests, absolute
	Module  Module
}

// MatchesMany reports whether pattern may match more than one package.
func MatchesMany(pattern string) bool { return strings.Contains(pattern, "...") }

// A Set is a list of packages that were loaded together from a [Listing].
type Set struct {
	dir     string // absolute
	overlay map[string][]byte
	roots   []string           // import paths of the packages that were asked for
	sources map[string]*source // these packages and all that they import, by import path
}

// root returns a package of the set, or nil.
func (s *Set) root(path string) *source {
	if !slices.Contains(s.roots, path) {
		return nil
	}
	return s.sources[path]
}

// Model loads the types exprs from a package of the set, like [LoadWith]. Methods that the overlay declares in this package are
// not listed in Methods, since they stand for code that is not written yet. If all errors are about fields, Model returns an Errors
// together with a model without these fields, so that the caller can look for further errors.
func (s *Set) Model(path string, exprs []string, o Options) (*Model, error) {
	src := s.root(path)
	if src == nil {
		return nil, oneError("package %s is gone: run the command again", path)
	}
	pkg := src.Package
	o.inSet, o.stubs = true, map[string]bool{}
	for file := range s.overlay {
		o.stubs[file] = filepath.Dir(file) == pkg.Dir
	}
	return newLoader(pkg, s.dir, o).models(exprs)
}

// Compiles returns the errors that keep a package of the set from compiling, or nil.
func (s *Set) Compiles(path string) error {
	src := s.root(path)
	if src == nil {
		return oneError("package %s is gone: run the command again", path)
	}
	return compileErrors(src.Package, s.dir, func(p *packages.Package, i int) bool { return slices.Contains(s.sources[p.PkgPath].hidden, i) })
}

// Reference reports whether a package of the set declares the type name as a pointer or an interface, which can have no methods.
func (s *Set) Reference(path, name string) bool {
	src := s.root(path)
	if src == nil {
		return false
	}
	obj, ok := src.Types.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return false
	}
	switch obj.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}
