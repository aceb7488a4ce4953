package schema

import (
	"context"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Load loads the types exprs of the one package that pattern matches, as the go
// command run in dir understands it ("" is the current folder).
//
// An expression is a type as it is written inside the package: a name, an instance
// of a generic type, or any other type expression; packages that some file of the
// package imports can be named in it. An expression that is repeated gives one Root.
// Without expressions, the only exported struct type of the package is taken. A type that only a test file of the package declares is found, too.
//
// What bale gen has written into the user's module does not count: see Model.Overlay.
//
// The error is an Errors that lists everything wrong with the request, unless the
// go command could not be run or ctx was cancelled.
func Load(ctx context.Context, dir, pattern string, exprs []string) (*Model, error) {
	return LoadWith(ctx, dir, pattern, exprs, Options{})
}

// LoadWith is Load with options.
func LoadWith(ctx context.Context, dir, pattern string, exprs []string, o Options) (*Model, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	o.asWritten = true
	l, m, overlay, err := loadWhole(ctx, dir, pattern, exprs, o)
	if err != nil {
		return nil, err
	}
	m.Overlay = map[string][]byte{}
	if len(l.left) > 0 {
		if m.Overlay, err = l.leaveOut(ctx, m); err != nil {
			return nil, err
		}
	}
	for path, text := range overlay {
		if m.Overlay[path] == nil {
			m.Overlay[path] = text
		}
	}
	if err := l.importable(m); err != nil {
		return nil, err
	}
	m.Protos, err = protosOf(ctx, dir, l.pkg, m)
	return m, err
}

// loadWhole loads the model, and the overlay that the package has to be built with. Of a package that is imported by imports only, no more is
// known than these refer to, which leaves out the members of oneofs: such packages are loaded beside the package.
func loadWhole(ctx context.Context, dir, pattern string, exprs []string, o Options) (*loader, *Model, map[string][]byte, error) {
	var beside []string
	for {
		pkg, err := findPackage(ctx, dir, pattern, false, beside...)
		if err != nil {
			return nil, nil, nil, err
		}
		pkg, overlay, err := withTestFiles(ctx, dir, pkg, exprs, beside...)
		if err != nil {
			return nil, nil, nil, err
		}
		l := newLoader(pkg, dir, o)
		m, err := l.models(exprs)
		n := len(beside)
		for _, path := range l.oneofs {
			if pkg.Imports[path] == nil && path != pkg.PkgPath && !slices.Contains(beside, path) {
				beside = append(beside, path)
			}
		}
		if err != nil || len(beside) == n {
			return l, m, overlay, err
		}
	}
}

// models returns the model of the types exprs, or of the one type that can be meant without them.
func (l *loader) models(exprs []string) (*Model, error) {
	if err := compileErrors(l.pkg, l.places.dir); err != nil {
		return nil, err
	}
	if len(exprs) == 0 {
		var err error
		if exprs, err = l.onlyCandidate(); err != nil {
			return nil, err
		}
	}
	return l.model(exprs)
}

// loader turns one type-checked package into a model.
type loader struct {
	pkg     *packages.Package
	places  *places
	options Options
	errs    Errors
	unions  map[string]*union // by their place

	customs   customs
	generated generatedFiles
	left      []string // packages with methods that bale gen has written, and that do not count
	oneofs    []string // packages with the interfaces of oneofs
}

func newLoader(pkg *packages.Package, dir string, o Options) *loader {
	return &loader{pkg: pkg, places: newPlaces(dir, pkg.Fset), options: o, unions: map[string]*union{}, generated: generatedFiles{}}
}

// fail records an error; loading goes on, so that all errors are reported together.
func (l *loader) fail(pos, path, format string, args ...any) {
	l.errs = append(l.errs, &Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// model resolves and checks every expression before it builds the first node: the
// builder can then leave out what no codec carries without hiding it from the user.
func (l *loader) model(exprs []string) (*Model, error) {
	l.readCustoms()
	l.aliasUnions()
	roots := l.resolveAll(exprs)
	check := checker{loader: l, reported: map[[2]string]bool{}}
	for _, r := range roots {
		check.walk(r.typ, r.expr, r.pos, nil)
		r.samples = l.samples(r)
	}
	err := l.errs.orNil()
	if err != nil && !(l.options.into && len(roots) == len(exprs) && !slices.ContainsFunc(roots, func(r *asked) bool { return !carriable(r.typ) })) {
		return nil, err
	}
	m := l.emptyModel()
	build := builder{loader: l}
	for _, r := range roots {
		m.Roots = append(m.Roots, &Root{Expr: r.expr, Type: build.node(r.typ), Pos: r.pos, Samples: r.samples})
	}
	return m, err
}

func (l *loader) emptyModel() *Model {
	mod := l.pkg.Module
	return &Model{
		Package: l.pkg.PkgPath,
		Name:    l.pkg.Name,
		Dir:     l.pkg.Dir,
		Module:  Module{Path: mod.Path, Dir: mod.Dir, GoMod: mod.GoMod, Go: mod.GoVersion},
	}
}

// inModule reports whether p is the user's own to edit.
func (l *loader) inModule(p *types.Package) bool {
	return p != nil && (p.Path() == l.pkg.Module.Path || strings.HasPrefix(p.Path(), l.pkg.Module.Path+"/"))
}
