package model

import (
	"context"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// LeftOut describes the code in the user's module that bale gen generated and that a model ignores. Programs for the model are built without
// it, so other code that needs it has to change: see [Model.Replace].
type LeftOut struct {
	Packages []*packages.Package // packages that have such code or import one that has it, each after its imports

	// Replaced lists the files that Model.Overlay has instead of those with the code, or without what needs the code.
	Replaced []string

	loader *loader
}

// File reports whether a file of a package is left out.
func (o *LeftOut) File(pkg *packages.Package, name string) bool {
	return slices.Contains(o.loader.generatedPkgs, pkg.PkgPath) && o.loader.generated.has(name)
}

// Place returns the position of a function of the model's package for errors.
func (o *LeftOut) Place(function string) string {
	return o.loader.places.of(o.loader.function(function))
}

// Relative returns the name of a file for errors.
func (o *LeftOut) Relative(file string) string { return relative(o.loader.places.dir, file) }

// leftOut returns the code that the model ignores, or nil if there is none.
func (l *loader) leftOut(ctx context.Context) (*LeftOut, error) {
	o := &LeftOut{Packages: []*packages.Package{l.pkg}, loader: l}
	switch {
	case len(l.generatedPkgs) == 0:
		return nil, nil
	case slices.Equal(l.generatedPkgs, []string{l.pkg.PkgPath}):
		return o, nil
	}
	var err error
	o.Packages, err = l.dependents(ctx)
	return o, err
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

// Replace adds files to the model's Overlay, instead of files with the same names.
func (m *Model) Replace(files map[string][]byte) {
	for path, text := range files {
		if filepath.Dir(path) == m.Dir {
			text = m.Renamed(text)
		}
		m.Overlay[path] = text
	}
}
