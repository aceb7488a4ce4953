package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Listing is what the go command says about the packages that a pattern matches and about all packages that they import. The go
// command runs once for it. [Listing.Load] loads packages of it any number of times.
type Listing struct {
	// Found are the packages that the pattern matches and that code can be written into.
	Found []*UnreadPackage

	dir    string // absolute
	byPath map[string]*listed
	order  []*listed // each after its imports
	fset   *token.FileSet
	cache  map[string]*source // packages that no overlay affects
	// importErrors are errors of imports that go list gives with the imported package, by import path of the importing one.
	importErrors map[string][]*pkgError
}

// A listed package is a package as go list describes it.
type listed struct {
	Dir, ImportPath, Name             string
	Match                             []string // the patterns that match it
	GoFiles, CgoFiles, InvalidGoFiles []string
	SwigFiles, SwigCXXFiles           []string
	CompiledGoFiles, Imports          []string
	ImportMap                         map[string]string
	Module                            *packages.Module
	Standard                          bool // it is in the standard library
	Error                             *pkgError
}

// A pkgError is an error of go list about a package.
type pkgError struct {
	ImportStack []string
	Pos, Err    string
}

// listFields are the fields of a listed package, for the flag -json. With EmbedFiles, go list also reports patterns that match no file.
const listFields = "Dir,ImportPath,Name,Match,GoFiles,CgoFiles,InvalidGoFiles,SwigFiles,SwigCXXFiles,CompiledGoFiles,EmbedFiles,Imports,ImportMap,Module,Standard,Error"

// Find lists the packages that pattern matches and that code can be written into. They need not compile. A pattern without "..." has to
// match exactly one package. With "...", packages without Go files for this platform are left out. also are packages that the code may
// import.
func Find(ctx context.Context, dir, pattern string, also ...string) (*Listing, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	if namesFile(dir, pattern) {
		return nil, filePattern(pattern)
	}
	l := &Listing{dir: dir, byPath: map[string]*listed{}, fset: standard.fset, cache: map[string]*source{}, importErrors: map[string][]*pkgError{}}
	if err := l.run(ctx, pattern, also); err != nil {
		return nil, err
	}
	var list []*packages.Package
	for _, p := range l.order {
		if slices.ContainsFunc(p.Match, func(match string) bool { return cleanPattern(match) == cleanPattern(pattern) }) {
			list = append(list, p.unread())
		}
	}
	slices.SortFunc(list, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	several := MatchesMany(pattern) && len(list) > 1
	if !several {
		pkg, err := onlyPackage(list, dir, pattern, nil, true)
		if err != nil {
			return nil, err
		}
		list = []*packages.Package{pkg}
	}
	for _, pkg := range list {
		if several && (len(pkg.GoFiles) == 0 || pkg.Module == nil || !pkg.Module.Main) {
			continue
		}
		m := (&loader{pkg: pkg}).emptyModel()
		l.Found = append(l.Found, &UnreadPackage{Package: m.Package, Name: m.Name, Dir: m.Dir, Files: pkg.GoFiles, Module: m.Module})
	}
	return l, nil
}

// cleanPattern returns a pattern in the spelling in which go list reports it: ./shop for ./shop/, which a shell completes. A leading "./"
// stays: ./unsafe is a folder and unsafe a package of the standard library.
func cleanPattern(pattern string) string {
	pattern = filepath.ToSlash(pattern)
	clean := path.Clean(pattern)
	if strings.HasPrefix(pattern, "./") && clean != "." {
		return "./" + clean
	}
	return clean
}

// Provide adds a package of a module to the listing, in place of what it has: a package whose files are only in overlays. dir is its folder, which is in
// the module of the packages that were found.
func (l *Listing) Provide(path, dir string) {
	p := &listed{ImportPath: path, Name: filepath.Base(dir), Dir: dir}
	for _, other := range l.order {
		if other.Module != nil && len(other.Match) > 0 {
			p.Module = other.Module
		}
	}
	if old := l.byPath[path]; old != nil {
		*old = *p
		return
	}
	l.byPath[path] = p
	l.order = append(l.order, p)
}

// Has reports whether a package is in the listing.
func (l *Listing) Has(path string) bool { return l.byPath[path] != nil }

// Missing reports whether a package is imported, and the go command does not find it.
func (l *Listing) Missing(path string) bool {
	p := l.byPath[path]
	return p != nil && p.Error != nil && len(p.GoFiles) == 0
}

// Imported returns the version of the module of a package that code may import, and what keeps the go command from finding the package.
// The version is "" if the module has none, as with a replace directive that names a folder.
func (l *Listing) Imported(path string) (version, problem string) {
	p := l.byPath[path]
	switch {
	case p == nil:
		return "", "it is not imported"
	case p.Error != nil && p.Dir == "":
		return "", p.Error.Err
	case p.Module == nil:
		return "", ""
	case p.Module.Replace != nil:
		return p.Module.Replace.Version, ""
	}
	return p.Module.Version, ""
}

// run runs go list. It compiles nothing: the code of the packages may need methods that are not generated yet, and what they import is
// read from source, as it would be with an overlay in any case. Only packages that use cgo or SWIG have other files for the compiler than those that the
// user wrote. Without the flag -compiled, which asks for these files, go list takes 0.03 s of processor time instead of 0.09 s, so run asks a second time
// if there are such packages.
func (l *Listing) run(ctx context.Context, pattern string, also []string) error {
	list, err := goList(ctx, l.dir, nil, pattern, also)
	if err == nil && slices.ContainsFunc(list, func(p *listed) bool { return len(p.CgoFiles)+len(p.SwigFiles)+len(p.SwigCXXFiles) > 0 }) {
		list, err = goList(ctx, l.dir, []string{"-compiled"}, pattern, also)
	}
	for _, p := range list {
		l.add(p)
	}
	return err
}

// goList runs go list in dir with more flags, for the packages that pattern matches, the packages also, and all that these import.
func goList(ctx context.Context, dir string, flags []string, pattern string, also []string) (list []*listed, err error) {
	args := slices.Concat([]string{"list", "-e", "-deps", "-pgo=off", "-buildvcs=false", "-json=" + listFields}, flags, []string{"--", pattern}, also)
	cmd := Interrupted(exec.CommandContext(ctx, "go", args...))
	cmd.Dir = dir
	cmd.Env = CompilerEnv(cmd.Environ())
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && len(out) == 0 { // with -e, errors are in the output, if there is any
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return nil, err // there is no go command
		}
		return nil, fmt.Errorf("loading package %s: %s", pattern, cmp.Or(strings.TrimSpace(string(exit.Stderr)), err.Error()))
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("loading package %s: reading the output of go list: %w", pattern, err)
		}
		list = append(list, p)
	}
}

// add adds a package. The go command lists a package that another one may not import a second time, with an error, which is one of the
// importing package.
func (l *Listing) add(p *listed) {
	old := l.byPath[p.ImportPath]
	if old == nil {
		l.byPath[p.ImportPath] = p
		l.order = append(l.order, p)
		return
	}
	wrong := p
	if old.Error != nil {
		wrong, *old = &listed{Error: old.Error}, *p
	}
	if stack := wrong.Error; stack != nil && len(stack.ImportStack) > 0 {
		importer := stack.ImportStack[len(stack.ImportStack)-1]
		l.importErrors[importer] = append(l.importErrors[importer], stack)
	}
}

// unread returns the package with what is known without reading its files.
func (p *listed) unread() *packages.Package {
	pkg := &packages.Package{ID: p.ImportPath, PkgPath: p.ImportPath, Name: p.Name, Dir: p.Dir, Module: p.Module, Imports: map[string]*packages.Package{}}
	pkg.GoFiles = p.absolute(p.GoFiles, p.CgoFiles)
	pkg.CompiledGoFiles = slices.DeleteFunc(p.absolute(p.CompiledGoFiles), func(name string) bool {
		ext := filepath.Ext(name) // go list has assembly and C files here, too; files of its cache have no extension
		return ext != ".go" && ext != ""
	})
	if len(pkg.GoFiles) == 0 {
		pkg.GoFiles = p.absolute(p.InvalidGoFiles)
	}
	if len(pkg.CompiledGoFiles) == 0 {
		pkg.CompiledGoFiles = pkg.GoFiles
	}
	if p.Error != nil {
		pkg.Errors = []packages.Error{p.Error.of(p.ImportPath)}
	}
	return pkg
}

// of returns the error of the package with an import path.
func (e *pkgError) of(path string) packages.Error {
	msg := strings.TrimSpace(e.Err)
	if n := len(e.ImportStack); n > 1 && e.ImportStack[n-1] == path && slices.Contains(e.ImportStack[:n-1], path) { // an import cycle
		msg += fmt.Sprintf(": import stack: %v", e.ImportStack)
	}
	return packages.Error{Pos: e.Pos, Msg: msg, Kind: packages.ListError}
}

// absolute returns the paths of files of the package.
func (p *listed) absolute(lists ...[]string) []string {
	var all []string
	for _, name := range slices.Concat(lists...) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		all = append(all, name)
	}
	return all
}
