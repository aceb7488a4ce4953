package model

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loader turns one type-checked package into a model.
type loader struct {
	pkg     *packages.Package
	places  *places
	options Options
	errs    Errors
	unions  map[string]*union // by position, name and interface

	customs       customs
	generated     generatedFiles
	generatedPkgs []string // packages with methods that bale gen generated, which do not count
	oneofs        []string // packages that declare the interfaces of oneofs
	exported      exported
	protos        protoMessages
}

func newLoader(pkg *packages.Package, dir string, o Options) *loader {
	return &loader{pkg: pkg, places: newPlaces(dir, pkg.Fset), options: o, unions: map[string]*union{}, generated: generatedFiles{}, exported: exported{home: pkg.Types}, protos: protoMessages{gogo: gogoMessages{fset: pkg.Fset}}}
}

// fail records an error. Loading continues, so that all errors are reported together.
func (l *loader) fail(pos, path, format string, args ...any) {
	l.errs = append(l.errs, &Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

func (l *loader) emptyModel() *Model {
	mod := l.pkg.Module
	return &Model{
		Package: l.pkg.PkgPath,
		Name:    l.pkg.Name,
		Dir:     l.pkg.Dir,
		pkg:     l.pkg.Types,
		Module:  Module{Path: mod.Path, Dir: mod.Dir, GoMod: mod.GoMod, Go: mod.GoVersion},
	}
}

// inModule reports whether p belongs to the user's module.
func (l *loader) inModule(p *types.Package) bool {
	return p != nil && (p.Path() == l.pkg.Module.Path || strings.HasPrefix(p.Path(), l.pkg.Module.Path+"/"))
}
