package model

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

var identifier = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// withTestFiles returns pkg with its test files as ordinary files, if an expression names a type that they declare and pkg does not. It
// also returns the overlay that this package has to be built with. Otherwise it returns pkg.
func withTestFiles(ctx context.Context, dir string, pkg *packages.Package, exprs []string, extra ...string) (*packages.Package, map[string][]byte, error) {
	var names []string
	for _, name := range identifier.FindAllString(strings.Join(exprs, " "), -1) {
		if pkg.Types != nil && pkg.Types.Scope().Lookup(name) == nil {
			names = append(names, name)
		}
	}
	overlay, found, err := testFiles(pkg, names)
	if err != nil || !found {
		return pkg, nil, err
	}
	list, err := findPackages(ctx, dir, append([]string{pkg.PkgPath}, extra...), loadMode, overlay)
	if err != nil {
		return nil, nil, err
	}
	pkg, err = onlyPackage(without(list, extra), dir, pkg.PkgPath, exprs, false)
	return pkg, overlay, err
}

// testFiles returns an overlay with copies of the test files of pkg under names that are not test file names. found reports whether one
// of them declares one of the types. Files that bale gen generated are left out.
func testFiles(pkg *packages.Package, types []string) (overlay map[string][]byte, found bool, err error) {
	paths, err := filepath.Glob(filepath.Join(pkg.Dir, "*_test.go"))
	if err != nil || len(types) == 0 {
		return nil, false, err
	}
	overlay = map[string][]byte{}
	for _, path := range paths {
		name := filepath.Base(path)
		if match, err := build.Default.MatchFile(pkg.Dir, name); err != nil || !match {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, false, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil || file.Name.Name != pkg.Name || Generated(text) {
			continue // the go command reports syntax errors; package x_test is another package
		}
		overlay[strings.TrimSuffix(path, ".go")+"_bale.go"] = append(fmt.Appendf(nil, "//line %s:1\n", name), text...)
		found = found || slices.ContainsFunc(file.Decls, func(d ast.Decl) bool { return declares(d, types) })
	}
	return overlay, found, nil
}

// declares reports whether d declares one of the types.
func declares(d ast.Decl, types []string) bool {
	decl, ok := d.(*ast.GenDecl)
	return ok && slices.ContainsFunc(decl.Specs, func(s ast.Spec) bool {
		spec, ok := s.(*ast.TypeSpec)
		return ok && slices.Contains(types, spec.Name.Name)
	})
}
