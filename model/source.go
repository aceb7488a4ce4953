package model

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A source is a package that is loaded from its source.
type source struct {
	*packages.Package
	files        []string          // to parse
	texts        map[string][]byte // of the files of the overlay
	root         bool              // function bodies are checked, too
	declarations bool              // it is in the standard library and was parsed by parseDeclarations
	affected     bool              // it is a root or in the overlay, or imports such a package
	visited      bool              // its imports are known
	imports      map[string]*source
	importErrors map[string]error // by import path
	hidden       []int            // indexes of Errors about what another package does not let this one name
	loaded       chan struct{}    // closed when the package is loaded
}

// A sourceLoader parses and checks packages of a listing with an overlay.
type sourceLoader struct {
	*Listing
	roots   []string
	overlay map[string][]byte
	sources map[string]*source
	todo    []*source // each after its imports
	stack   []string  // of imports
	busy    chan struct{}
	// declarations means that packages of the standard library are loaded without the bodies of their functions.
	declarations bool
}

// Load loads the packages with the import paths, and all that they import. It runs no other program. overlay replaces the contents of
// files, by absolute path, and may add files to packages. What these files import has to be in the listing.
func (l *Listing) Load(ctx context.Context, paths []string, overlay map[string][]byte) (*Set, error) {
	ld := &sourceLoader{Listing: l, roots: paths, overlay: overlay, sources: map[string]*source{}, busy: make(chan struct{}, runtime.GOMAXPROCS(0))}
	ld.declarations = ld.readsDeclarations()
	standard.mu.Lock()
	for _, path := range paths {
		ld.visit(path)
	}
	standard.mu.Unlock()
	var wait sync.WaitGroup
	for _, src := range ld.todo {
		wait.Go(func() {
			defer close(src.loaded)
			for _, part := range src.imports {
				<-part.loaded
			}
			ld.busy <- struct{}{}
			defer func() { <-ld.busy }()
			if ctx.Err() == nil || src.declarations { // other calls may wait for it
				ld.load(src)
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for path, src := range ld.sources {
		if !src.affected {
			l.cache[path] = src
		}
	}
	return &Set{dir: l.dir, overlay: overlay, roots: paths, sources: ld.sources}, nil
}

// visit adds a package and all that it imports to the packages to load. It returns nil if the package is not in the listing.
func (ld *sourceLoader) visit(path string) *source {
	p := ld.byPath[path]
	if src := ld.sources[path]; src != nil || p == nil {
		return src
	}
	if ld.declarations && p.Standard && p.Error == nil && len(ld.Listing.importErrors[path]) == 0 {
		return ld.visitStandard(p)
	}
	src := &source{Package: p.unread(), root: slices.Contains(ld.roots, path), imports: map[string]*source{}, importErrors: map[string]error{}, loaded: make(chan struct{})}
	ld.sources[path] = src
	for _, e := range ld.Listing.importErrors[path] {
		src.Errors = append(src.Errors, e.of(path))
	}
	src.overlay(ld.overlay)
	ld.stack = append(ld.stack, path)
	src.affected = src.root || len(src.texts) > 0
	for name, id := range src.importPaths(p) {
		part := ld.visit(id)
		switch {
		case part == nil:
			src.importErrors[name] = fmt.Errorf("missing package: %q", id)
		case !part.visited:
			src.importErrors[name] = fmt.Errorf("import cycle: %s", ld.stack)
		default:
			src.imports[name], src.Imports[name] = part, part.Package
			src.affected = src.affected || part.affected
		}
	}
	ld.stack = ld.stack[:len(ld.stack)-1]
	if kept := ld.cache[path]; kept != nil && !src.affected {
		src = kept
		ld.sources[path] = src
	} else {
		ld.todo = append(ld.todo, src)
	}
	src.visited = true
	return src
}

// overlay puts the files of the overlay that are in the package's folder in place of those on disk. What the go command says about these
// is not an error of the package.
func (src *source) overlay(overlay map[string][]byte) {
	src.texts, src.files = map[string][]byte{}, src.CompiledGoFiles
	for name, text := range overlay {
		if filepath.Dir(name) == src.Dir {
			src.texts[name] = text
			if !slices.Contains(src.files, name) {
				src.files = append(slices.Clone(src.files), name)
			}
		}
	}
	src.Errors = slices.DeleteFunc(src.Errors, func(e packages.Error) bool {
		file, _ := splitPos(e.Pos)
		if file != "" && !filepath.IsAbs(file) {
			file = filepath.Join(src.Dir, filepath.Base(file))
		}
		return src.texts[file] != nil
	})
}

// importPaths returns the packages that the package imports: by the paths in the source, those in the listing.
func (src *source) importPaths(p *listed) map[string]string {
	ids := map[string]string{}
	if len(src.texts) == 0 {
		for _, id := range p.Imports {
			ids[id] = id
		}
		for name, id := range p.ImportMap {
			delete(ids, id)
			ids[name] = id
		}
	}
	for i := 0; len(src.texts) > 0 && i < len(src.files); i++ {
		file, _ := parser.ParseFile(token.NewFileSet(), src.files[i], src.text(src.files[i]), parser.ImportsOnly) // load reports the errors
		for j := 0; file != nil && j < len(file.Imports); j++ {
			name, _ := strconv.Unquote(file.Imports[j].Path.Value)
			ids[name] = name
			if id := p.ImportMap[name]; id != "" {
				ids[name] = id
			}
		}
	}
	delete(ids, "C")
	delete(ids, "unsafe")
	return ids
}

// text returns the text of a file in the overlay. For other files it returns a nil interface, as package parser wants it.
func (src *source) text(file string) any {
	if text, ok := src.texts[file]; ok {
		return text
	}
	return nil
}

// parse parses the files of a package.
func (ld *sourceLoader) parse(src *source) {
	for _, name := range src.files {
		file, err := parser.ParseFile(ld.fset, name, src.text(name), parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
		if file != nil {
			src.Syntax = append(src.Syntax, file)
			src.checkInternal(ld.fset, file, name)
		}
		src.fail(err)
	}
}

// load parses and checks a package, whose imports are loaded.
func (ld *sourceLoader) load(src *source) {
	src.Fset = ld.fset
	src.Types = types.NewPackage(src.PkgPath, src.Name)
	if !src.declarations {
		ld.parse(src)
	}
	conf := types.Config{Importer: src, Sizes: Sizes, IgnoreFuncBodies: !src.root, Error: src.fail}
	if src.Module != nil && src.Module.GoVersion != "" {
		conf.GoVersion = "go" + src.Module.GoVersion
	}
	if err := types.NewChecker(&conf, ld.fset, src.Types, nil).Files(src.Syntax); err != nil && len(src.Errors) == 0 {
		src.fail(err)
	}
	if src.Module == nil {
		src.Syntax = nil // nobody looks at the source of the standard library
	}
}

// Import implements types.Importer.
func (src *source) Import(path string) (*types.Package, error) {
	switch part := src.imports[path]; {
	case path == "unsafe":
		return types.Unsafe, nil
	case part != nil:
		return part.Types, nil
	case src.importErrors[path] != nil:
		return nil, src.importErrors[path]
	}
	return nil, fmt.Errorf("no metadata for %s", path)
}

// fail adds an error of the parser or of the type checker to the package's errors. err may be nil.
func (src *source) fail(err error) {
	var syntax scanner.ErrorList
	var typ types.Error
	switch {
	case err == nil:
	case errors.As(err, &syntax):
		for _, e := range syntax {
			src.Errors = append(src.Errors, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
		}
	case errors.As(err, &typ):
		if src.namesHidden(typ) {
			src.hidden = append(src.hidden, len(src.Errors))
		}
		src.Errors = append(src.Errors, packages.Error{Pos: typ.Fset.Position(typ.Pos).String(), Msg: typ.Msg, Kind: packages.TypeError})
	default:
		src.Errors = append(src.Errors, packages.Error{Pos: "-", Msg: err.Error()})
	}
}

// namesHidden reports whether an error is about a name that another package does not export.
func (src *source) namesHidden(e types.Error) bool {
	found := false
	for _, file := range src.Syntax {
		if e.Pos < file.FileStart || e.Pos > file.FileEnd {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if ok && s.Sel.Pos() == e.Pos && !s.Sel.IsExported() {
				id, ok := s.X.(*ast.Ident)
				found = ok && slices.ContainsFunc(file.Imports, func(im *ast.ImportSpec) bool { return src.importName(im) == id.Name })
			}
			return !found
		})
	}
	return found
}

// importName returns the name by which a file calls an import.
func (src *source) importName(im *ast.ImportSpec) string {
	if im.Name != nil {
		return im.Name.Name
	}
	path, _ := strconv.Unquote(im.Path.Value)
	if part := src.imports[path]; part != nil {
		return part.Name
	}
	return ""
}

// checkInternal reports the imports in a file of the overlay that are internal to other packages. For files on disk, the go command does
// that.
func (src *source) checkInternal(fset *token.FileSet, file *ast.File, name string) {
	for i := 0; src.texts[name] != nil && i < len(file.Imports); i++ {
		path, _ := strconv.Unquote(file.Imports[i].Path.Value)
		if !CanImport(path, src.PkgPath) {
			src.hidden = append(src.hidden, len(src.Errors))
			src.Errors = append(src.Errors, packages.Error{Pos: fset.Position(file.Imports[i].Pos()).String(), Msg: fmt.Sprintf("use of internal package %s not allowed", path), Kind: packages.ListError})
		}
	}
}
