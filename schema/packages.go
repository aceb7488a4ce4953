package schema

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loadMode leaves out NeedDeps: dependencies then come from the build cache's export
// data instead of being parsed and checked again.
const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
	packages.NeedTypes | packages.NeedImports | packages.NeedModule

// maxCompileErrors is how many errors of a package that does not compile are shown.
const maxCompileErrors = 10

// quickly makes the go command compile the packages that are named, whose export data it always makes, without optimization: a
// file with the methods of eight formats takes 2.6 s of a processor instead of 5.9. Dependencies come from the build cache.
var quickly = []string{"-gcflags=-N -l"}

// findPackages returns the packages that patterns match, with what mode asks for.
func findPackages(ctx context.Context, dir string, patterns []string, mode packages.LoadMode, overlay map[string][]byte) ([]*packages.Package, error) {
	list, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: mode, Overlay: overlay, BuildFlags: quickly}, patterns...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("loading package %s: %w", strings.Join(patterns, " "), err)
	}
	return list, nil
}

// findPackage returns the one package that pattern matches, which is loaded with those beside it. into says that a file is written into it.
func findPackage(ctx context.Context, dir, pattern string, into bool, beside ...string) (*packages.Package, error) {
	list, err := findPackages(ctx, dir, append([]string{pattern}, beside...), loadMode, nil)
	if err != nil {
		return nil, err
	}
	return onlyPackage(without(list, beside), dir, pattern, into)
}

// without is list without the packages beside that it was loaded with.
func without(list []*packages.Package, beside []string) []*packages.Package {
	return slices.DeleteFunc(list, func(p *packages.Package) bool { return slices.Contains(beside, p.PkgPath) })
}

// onlyPackage picks the package out of list and refuses one that no runner could use, or no file be written into.
func onlyPackage(list []*packages.Package, dir, pattern string, into bool) (*packages.Package, error) {
	switch {
	case len(list) == 0 && !hasGoMod(dir):
		return nil, oneError("no go.mod in %s or above it: run `go mod init`, or start in a folder of a module", dir)
	case len(list) == 0:
		return nil, oneError("pattern %s matches no package: check the path", pattern)
	case len(list) > 1:
		return nil, oneError("pattern %s matches %d packages: name one of them: %s", pattern, len(list), somePaths(list))
	}
	pkg := list[0]
	switch {
	case len(pkg.GoFiles) == 0 && len(pkg.Errors) > 0:
		return nil, oneError("pattern %s matches no package: %s", pattern, oneLine(pkg.Errors[0].Msg))
	case pkg.PkgPath == "command-line-arguments":
		return nil, oneError("pattern %s names files: name the package they are in, for example ./%s",
			pattern, filepath.ToSlash(filepath.Dir(pattern)))
	case pkg.Module == nil && !hasGoMod(dir):
		return nil, oneError("no go.mod in %s or above it: run `go mod init`, or start in a folder of a module", dir)
	case (pkg.Module == nil || !pkg.Module.Main) && into:
		return nil, oneError("package %s is not in your module: methods can be declared in your own packages only", pkg.PkgPath)
	case pkg.Module == nil || !pkg.Module.Main:
		return nil, oneError("package %s is not in your module: declare `type T = %s.T` in a package of your own and name that",
			pkg.PkgPath, pkg.Name)
	}
	return pkg, nil
}

func oneError(format string, args ...any) error {
	return Errors{{Msg: fmt.Sprintf(format, args...)}}
}

// oneLine joins what the go command spreads over lines, so that an error stays one line.
func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

// somePaths is the import paths of list, as many as fit a line.
func somePaths(list []*packages.Package) string {
	const maxPaths = 8
	paths := make([]string, len(list))
	for i, p := range list {
		paths[i] = p.PkgPath
	}
	slices.Sort(paths)
	if len(paths) > maxPaths {
		paths = append(paths[:maxPaths], "...")
	}
	return strings.Join(paths, ", ")
}

// hasGoMod reports whether dir is inside a module. The go command does not say: it
// only matches nothing.
func hasGoMod(dir string) bool {
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

// compileErrors is what keeps pkg from compiling, its imports' errors first because
// they are often the cause, and nil when it compiles.
func compileErrors(pkg *packages.Package, dir string) error {
	var found Errors
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			// The go command's own report ("# path\n...") is repeated by the type
			// checker with better positions.
			if e.Kind == packages.ListError && strings.HasPrefix(e.Msg, "# ") {
				continue
			}
			found = append(found, &Error{Pos: relativePos(dir, e.Pos), Msg: oneLine(e.Msg)})
		}
	})
	if len(found) == 0 {
		return nil
	}
	all := Errors{{Msg: fmt.Sprintf("package %s does not compile: fix these first", pkg.PkgPath)}}
	all = append(all, found[:min(maxCompileErrors, len(found))]...)
	if more := len(found) - maxCompileErrors; more > 0 {
		all = append(all, &Error{Msg: fmt.Sprintf("and %d more", more)})
	}
	return all
}
