package schema

import (
	"context"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// An omission removes the code that bale gen generated from packages, and makes an overlay of the files that change. Functions that
// need the removed code panic when they are called. A comparison calls no functions of the package but BaleSamples and marshal methods.
type omission struct {
	*loader
	overlay map[string][]byte
	checked map[string]*types.Package // type-checked with the overlay, by import path
	broken  map[types.Object]bool     // functions that panic
}

// leaveOut returns the Overlay of the model.
func (l *loader) leaveOut(ctx context.Context, m *Model) (map[string][]byte, error) {
	list := []*packages.Package{l.pkg}
	if !slices.Equal(l.generatedPkgs, []string{l.pkg.PkgPath}) {
		var err error
		if list, err = l.dependents(ctx); err != nil {
			return nil, err
		}
	}
	o := &omission{loader: l, overlay: map[string][]byte{}, checked: map[string]*types.Package{}, broken: map[types.Object]bool{}}
	for _, pkg := range list {
		if err := o.mend(pkg); err != nil {
			return nil, err
		}
	}
	for _, r := range m.Roots {
		if r.Samples == nil {
			continue
		}
		if fn := o.checked[l.pkg.PkgPath].Scope().Lookup(r.Samples.Func); o.broken[fn] {
			l.fail(l.places.of(l.function(r.Samples.Func)), "",
				"%s calls code that bale gen generated, which a comparison leaves out: make the values without it", r.Samples.Func)
		}
	}
	return o.overlay, l.errs.orNil()
}

// dependents returns the user's packages that contain generated code or import such a package, each after its imports.
func (l *loader) dependents(ctx context.Context) ([]*packages.Package, error) {
	const graph = packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	roots, err := findPackages(ctx, l.places.dir, []string{l.pkg.PkgPath}, graph, nil)
	if err != nil {
		return nil, err
	}
	var paths []string
	packages.Visit(roots, nil, func(p *packages.Package) {
		needs := slices.Contains(l.generatedPkgs, p.PkgPath)
		for path := range p.Imports {
			needs = needs || slices.Contains(paths, path)
		}
		if needs && p.Module != nil && p.Module.Main {
			paths = append(paths, p.PkgPath)
		}
	})
	found, err := findPackages(ctx, l.places.dir, paths, loadMode, nil)
	if err != nil {
		return nil, err
	}
	list := make([]*packages.Package, len(paths))
	for _, p := range found {
		list[slices.Index(paths, p.PkgPath)] = p
	}
	return list, nil
}

// Import implements types.Importer.
func (o *omission) Import(path string) (*types.Package, error) {
	if p := o.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not among the imports", path)
}

// imports adds the imports of pkg to the checked packages, unless they are there already.
func (o *omission) imports(pkg *packages.Package) {
	o.checked["unsafe"] = types.Unsafe
	for _, p := range pkg.Types.Imports() {
		if o.checked[p.Path()] == nil {
			o.checked[p.Path()] = p
		}
	}
}
