package model

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// Load loads the types exprs from the package that pattern matches, as the go command run in dir interprets it ("" is the current
// folder).
//
// An expression is a type as written inside the package: a name, an instance of a generic type, or any other type expression. It can
// refer to packages that some file of the package imports. A repeated expression gives one Root. Without expressions, Load takes the
// only exported struct type of the package. It also finds types that only a test file of the package declares.
//
// Load ignores code in the user's module that bale gen generated: see [Model.LeftOut].
//
// The error is an Errors that lists everything wrong with the request, unless the go command could not be run or ctx was canceled.
func Load(ctx context.Context, dir, pattern string, exprs []string) (*Model, error) {
	return LoadWith(ctx, dir, pattern, exprs, Options{})
}

// LoadWith is Load with options.
func LoadWith(ctx context.Context, dir, pattern string, exprs []string, o Options) (*Model, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	o.ignoreGenerated = true
	l, m, overlay, err := loadModel(ctx, dir, pattern, exprs, o)
	if err != nil {
		return nil, err
	}
	if m.LeftOut, err = l.leftOut(ctx); err != nil {
		return nil, err
	}
	m.Overlay = map[string][]byte{}
	maps.Copy(m.Overlay, overlay)
	if err := m.Importable(); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(m.Roots, func(r *Root) bool { n, ok := r.Type.(*Named); return ok && n.Message == MessageV2 }) {
		m.Protos = slices.DeleteFunc(slices.Clone(l.protos.found), func(p Proto) bool { return p.Old })
	}
	return m, l.protos.err
}

// loadModel returns the model and the overlay that the package has to be built with. Export data of an indirect import holds only the
// declarations that its importers refer to, which does not include the members of oneofs. Packages with oneofs are therefore loaded as
// patterns of their own, together with the package.
func loadModel(ctx context.Context, dir, pattern string, exprs []string, o Options) (*loader, *Model, map[string][]byte, error) {
	var extra []string
	for {
		pkg, err := findPackage(ctx, dir, pattern, exprs, extra...)
		if err != nil {
			return nil, nil, nil, err
		}
		pkg, overlay, err := withTestFiles(ctx, dir, pkg, exprs, extra...)
		if err != nil {
			return nil, nil, nil, err
		}
		l := newLoader(pkg, dir, o)
		l.protos.find = func() ([]Proto, error) { return protosOf(ctx, dir, pkg) }
		m, err := l.models(exprs)
		n := len(extra)
		for _, path := range l.oneofs {
			if pkg.Imports[path] == nil && path != pkg.PkgPath && !slices.Contains(extra, path) {
				extra = append(extra, path)
			}
		}
		if err != nil || len(extra) == n {
			return l, m, overlay, err
		}
	}
}

// models returns the model of the types exprs. Without expressions, it takes the only candidate.
func (l *loader) models(exprs []string) (*Model, error) {
	if err := compileErrors(l.pkg, l.places.dir, nil); err != nil {
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

// model resolves and checks every expression before it builds the first node. So the builder can leave out fields that no codec can
// carry after the checker has reported them.
func (l *loader) model(exprs []string) (*Model, error) {
	if !l.options.JSON {
		l.readCustoms()
		l.aliasUnions()
	}
	roots := l.resolveAll(exprs)
	check := checker{loader: l, reported: map[[2]string]bool{}}
	for _, r := range roots {
		check.walk(r.typ, r.expr, r.pos, nil)
		r.samples = l.samples(r)
	}
	if err := l.errs.orNil(); err != nil && !(l.options.inSet && len(roots) == len(exprs) && !slices.ContainsFunc(roots, func(r *resolved) bool { return !carriable(r.typ) })) {
		return nil, err
	}
	checked := len(l.errs)
	m := l.emptyModel()
	m.Names = l.names()
	build := builder{loader: l}
	for _, r := range roots {
		m.Roots = append(m.Roots, &Root{Expr: r.expr, Type: build.node(r.typ), Pos: r.pos, Samples: r.samples})
	}
	for _, set := range build.ways {
		set()
	}
	l.dropRepeated(checked)
	return m, l.errs.orNil()
}

// dropRepeated drops those of the errors after the first n that one of these reports by another path. The builder finds unions in types with marshal
// methods, which the checker does not enter, and those that the checker has found.
func (l *loader) dropRepeated(n int) {
	first := l.errs[:n]
	rest := slices.DeleteFunc(l.errs[n:], func(e *Error) bool {
		return slices.ContainsFunc(first, func(f *Error) bool { return f.Pos == e.Pos && f.Msg == e.Msg })
	})
	l.errs = l.errs[:n+len(rest)]
}

// names returns the package-level names that the package declares, with their positions.
func (l *loader) names() map[string]string {
	names, scope := map[string]string{}, l.pkg.Types.Scope()
	for _, name := range scope.Names() {
		names[name] = l.places.at(scope.Lookup(name).Pos())
	}
	return names
}
