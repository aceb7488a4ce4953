package model

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// standard has the packages of the standard library that the process has loaded. All listings share them: loading a package with fmt and
// time takes 0.4 s of processor time without them, and a test generates code for hundreds of packages.
var standard = standardLibrary{fset: token.NewFileSet(), packages: map[string]*standardPackage{}}

type standardLibrary struct {
	fset *token.FileSet // of all listings, since these share the packages
	mu   sync.Mutex
	// packages are the packages that were loaded last, by import path.
	packages map[string]*standardPackage
}

// A standardPackage is a package of the standard library, loaded without the bodies of functions and without the imports that only they use.
type standardPackage struct {
	*source
	files string            // identity of the files that it was loaded from
	ids   map[string]string // as importPaths returns them
}

// readsDeclarations reports whether the packages of the standard library can be loaded without the bodies of their functions: none of them is
// a root, and the overlay changes none of them.
func (ld *sourceLoader) readsDeclarations() bool {
	folders := map[string]bool{}
	for name := range ld.overlay {
		folders[filepath.Dir(name)] = true
	}
	return !slices.ContainsFunc(ld.order, func(p *listed) bool {
		return p.Standard && (folders[p.Dir] || slices.Contains(ld.roots, p.ImportPath))
	})
}

// visitStandard is visit for a package of the standard library. It takes the package that an earlier call has made, if its files and all
// packages that it imports are the same. The caller holds standard.mu.
func (ld *sourceLoader) visitStandard(p *listed) *source {
	if kept := ld.cache[p.ImportPath]; kept != nil {
		ld.sources[p.ImportPath] = kept
		return kept
	}
	old, files := standard.packages[p.ImportPath], p.identity()
	if old != nil && old.files == files && maps.Equal(old.imports, ld.visitAll(old.ids)) {
		ld.sources[p.ImportPath] = old.source
		return old.source
	}
	src := &source{Package: p.unread(), declarations: true, visited: true, importErrors: map[string]error{}, loaded: make(chan struct{})}
	ids := ld.parseDeclarations(src, p)
	src.imports = ld.visitAll(ids)
	for name := range ids {
		if part := src.imports[name]; part != nil {
			src.Imports[name] = part.Package
		}
	}
	ld.sources[p.ImportPath] = src
	ld.todo = append(ld.todo, src)
	standard.packages[p.ImportPath] = &standardPackage{src, files, ids}
	return src
}

// visitAll visits packages, and returns those that are in the listing. The keys of ids are the paths in the source.
func (ld *sourceLoader) visitAll(ids map[string]string) map[string]*source {
	parts := map[string]*source{}
	for name, id := range ids {
		if part := ld.visit(id); part != nil {
			parts[name] = part
		}
	}
	return parts
}

// identity returns a text that differs if the package has other files, or files that have changed. The files depend on the platform, the
// build tags and the version of Go.
func (p *listed) identity() string {
	var all strings.Builder
	for _, name := range p.unread().CompiledGoFiles {
		fmt.Fprintln(&all, name)
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintln(&all, info.Size(), info.ModTime().UnixNano())
		}
	}
	return all.String()
}

// parseDeclarations parses a package of the standard library without the bodies of its functions. It removes the imports that the
// declarations do not use, and returns the others, as importPaths returns them: fmt then imports neither os nor what os imports.
func (ld *sourceLoader) parseDeclarations(src *source, p *listed) map[string]string {
	ids := map[string]string{}
	for _, name := range src.CompiledGoFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			src.fail(err)
			continue
		}
		file, err := parser.ParseFile(ld.fset, name, withoutBodies(text), parser.AllErrors|parser.SkipObjectResolution)
		src.fail(err)
		if file == nil {
			continue
		}
		src.Syntax = append(src.Syntax, file)
		clearLiterals(file)
		used := usedPackages(file)
		file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
			imports, ok := d.(*ast.GenDecl)
			if !ok || imports.Tok != token.IMPORT {
				return false
			}
			imports.Specs = slices.DeleteFunc(imports.Specs, func(s ast.Spec) bool {
				im := s.(*ast.ImportSpec)
				path, _ := strconv.Unquote(im.Path.Value)
				id := cmp.Or(p.ImportMap[path], path)
				if !used[ld.nameOf(im, id)] {
					return true
				}
				ids[path] = id
				return false
			})
			return len(imports.Specs) == 0
		})
	}
	delete(ids, "C")
	delete(ids, "unsafe")
	return ids
}

// nameOf returns the name by which a file calls the import of the package id.
func (ld *sourceLoader) nameOf(im *ast.ImportSpec, id string) string {
	switch part := ld.byPath[id]; {
	case im.Name != nil:
		return im.Name.Name
	case part != nil:
		return part.Name
	}
	return id // C, unsafe
}

// clearLiterals removes the elements of composite literals in a file. They do not affect the types of variables, except the lengths of arrays
// that are written as [...].
func clearLiterals(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		array, ok := lit.Type.(*ast.ArrayType)
		if ok {
			_, ok = array.Len.(*ast.Ellipsis)
		}
		if !ok {
			lit.Elts = nil
		}
		return true
	})
}

// usedPackages returns the names of packages that the declarations of a file may use, and those of imports that are always kept. Names in the
// bodies of functions do not count.
func usedPackages(file *ast.File) map[string]bool {
	used := map[string]bool{".": true}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	return used
}
