package model

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A ListedPackage is a package of [NewListing].
type ListedPackage struct {
	Path, Name, Dir string   // Dir is absolute
	Files, Imports  []string // Files are names in Dir
	Found           bool     // code can be written into the package
}

// NewListing returns a listing of the packages in list. Those that are found are in the module m. Unlike [Find], it runs no program.
func NewListing(m Module, list []ListedPackage) *Listing {
	l := &Listing{dir: m.Dir, byPath: map[string]*listed{}, fset: standard.fset, cache: map[string]*source{}, importErrors: map[string][]*pkgError{}}
	for _, d := range list {
		p := &listed{
			Dir: d.Dir, ImportPath: d.Path, Name: d.Name, GoFiles: d.Files, CompiledGoFiles: d.Files, Imports: d.Imports,
			Module: &packages.Module{Path: d.Path, Dir: d.Dir, GoVersion: m.Go},
		}
		if d.Found {
			p.Module = &packages.Module{Path: m.Path, Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.Go, Main: true}
			l.Found = append(l.Found, &UnreadPackage{Package: d.Path, Name: d.Name, Dir: d.Dir, Files: p.absolute(d.Files), Module: m})
		}
		l.byPath[d.Path] = p
		l.order = append(l.order, p)
	}
	slices.SortFunc(l.Found, func(a, b *UnreadPackage) int { return strings.Compare(a.Package, b.Package) })
	return l
}
