package printer

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bale/gen/runtime"
)

// runtimePath is the import path of the packages of helpers, with the slash behind it.
const runtimePath = "bale/gen/runtime/"

// safeTag is the build tag of helpers without package unsafe.
const safeTag = "balesafe"

// declaredFile is the file of a package of helpers that declares what generated code declares itself.
const declaredFile = "generated.go"

// A source is a package of helpers, with what its identifiers stand for.
type source struct {
	folder  string
	files   []*ast.File
	texts   map[*ast.File]string
	pkg     *types.Package
	info    *types.Info
	fset    *token.FileSet
	imports []string // of the standard library
	uses    []string // folders of other packages of helpers
}

// sources has the packages of helpers by folder, with and without package unsafe.
var sources = struct {
	sync.Mutex
	read map[string]*source
}{read: map[string]*source{}}

// sourceOf is the package of helpers in a folder.
func sourceOf(folder string, safe bool) (*source, error) {
	sources.Lock()
	defer sources.Unlock()
	return readSource(folder, safe)
}

func readSource(folder string, safe bool) (*source, error) {
	key := fmt.Sprint(folder, safe)
	if s := sources.read[key]; s != nil {
		return s, nil
	}
	s := &source{folder: folder, texts: map[*ast.File]string{}, fset: token.NewFileSet()}
	names, err := fs.Glob(runtime.Source, folder+"/*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := runtime.Source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(s.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if built(file, safe) {
			s.files = append(s.files, file)
			s.texts[file] = string(text)
		}
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("there are no helpers in %s", folder)
	}
	s.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	// Of the standard library nothing is known here. What an error is about is not ours, and is not renamed.
	conf := &types.Config{Importer: importer{s, safe}, Error: func(error) {}}
	s.pkg, _ = conf.Check(runtimePath+folder, s.fset, s.files, s.info)
	slices.Sort(s.imports)
	s.imports = slices.Compact(s.imports)
	slices.Sort(s.uses)
	s.uses = slices.Compact(s.uses)
	sources.read[key] = s
	return s, nil
}

// built reports whether a file is for code with or without package unsafe.
func built(file *ast.File, safe bool) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !constraint.IsGoBuild(c.Text) || c.Pos() > file.Package {
				continue
			}
			if expr, err := constraint.Parse(c.Text); err == nil {
				return expr.Eval(func(tag string) bool { return tag == safeTag && safe })
			}
		}
	}
	return true
}

// importer finds the packages of helpers that s imports. Others are empty.
type importer struct {
	s    *source
	safe bool
}

func (i importer) Import(name string) (*types.Package, error) {
	if folder, ok := strings.CutPrefix(name, runtimePath); ok {
		s, err := readSource(folder, i.safe)
		if err != nil {
			return nil, err
		}
		i.s.uses = append(i.s.uses, folder)
		return s.pkg, nil
	}
	i.s.imports = append(i.s.imports, name)
	if name == "unsafe" {
		return types.Unsafe, nil
	}
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

// Runtime makes sure of the helpers of a package, by its folder below gen/runtime, and of those that they call.
func (p *Printer) Runtime(folder string) {
	key := "a " + folder
	if _, ok := p.helpers[key]; ok {
		return
	}
	s, err := sourceOf(folder, p.Safe)
	if err != nil {
		panic(err) // the source is part of the program
	}
	for _, name := range s.imports {
		p.Import(name)
	}
	p.Helper(key, s.text())
	for _, f := range s.uses {
		p.Runtime(f)
	}
}

// text is the declarations of the package as they are in a generated file.
func (s *source) text() string {
	var text strings.Builder
	for _, file := range s.files {
		if path.Base(s.fset.File(file.Pos()).Name()) == declaredFile {
			continue
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			text.WriteString("\n" + s.declaration(file, d) + "\n")
		}
	}
	return text.String()
}

// declaration is a declaration with its comment, as it is in a generated file.
func (s *source) declaration(file *ast.File, d ast.Decl) string {
	base := s.fset.File(file.Pos()).Base()
	start := d.Pos()
	if _, doc := declared(d); doc != nil {
		start = doc.Pos()
	}
	edits := s.edits(d, int(start))
	for _, group := range file.Comments {
		for _, c := range group.List {
			if start <= c.Pos() && c.End() <= d.End() {
				if text := s.comment(c.Text); text != c.Text {
					edits = append(edits, edit{int(c.Pos() - start), int(c.End() - start), text})
				}
			}
		}
	}
	return s.first(d, replaced(s.texts[file][int(start)-base:int(d.End())-base], edits))
}

// first is the text with the name that its comment begins with as it is in a generated file.
func (s *source) first(d ast.Decl, text string) string {
	names, doc := declared(d)
	if doc == nil {
		return text
	}
	for _, name := range names {
		to := s.name(name)
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
			to = member(name)
		}
		for _, article := range []string{"// ", "// A ", "// An "} {
			if rest, ok := strings.CutPrefix(text, article+name+" "); ok {
				return strings.Replace(article, "An ", "A ", 1) + to + " " + rest
			}
		}
	}
	return text
}

// edits are the changes of names in a declaration, of a text that begins at base.
func (s *source) edits(d ast.Decl, base int) []edit {
	var edits []edit
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			if pkg, ok := s.info.Uses[x].(*types.PkgName); ok {
				if folder, ok := strings.CutPrefix(pkg.Imported().Path(), runtimePath); ok {
					edits = append(edits, edit{int(n.Pos()) - base, int(n.End()) - base, prefixed(folder, n.Sel.Name)})
				}
				return false
			}
		case *ast.Ident:
			obj := s.info.Uses[n]
			if obj == nil {
				obj = s.info.Defs[n]
			}
			if to := s.renamed(obj); to != "" && to != n.Name {
				edits = append(edits, edit{int(n.Pos()) - base, int(n.End()) - base, to})
			}
		}
		return true
	})
	return edits
}

// renamed is what an object is called in a generated file, "" if that is no matter of ours.
func (s *source) renamed(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), runtimePath) {
		return ""
	}
	switch o := obj.(type) {
	case *types.Var:
		if o.Embedded() {
			t := o.Type()
			if ptr, ok := t.(*types.Pointer); ok {
				t = ptr.Elem()
			}
			if named, ok := t.(interface{ Obj() *types.TypeName }); ok {
				return s.renamed(named.Obj())
			}
			return ""
		}
		if o.IsField() {
			return member(o.Name())
		}
	case *types.Func:
		if o.Signature().Recv() != nil {
			return member(o.Name())
		}
	}
	if obj.Parent() == obj.Pkg().Scope() {
		return prefixed(strings.TrimPrefix(obj.Pkg().Path(), runtimePath), obj.Name())
	}
	return ""
}

// comment is a comment with the names in brackets as they are in a generated file.
func (s *source) comment(text string) string {
	from := 0
	for {
		open := strings.IndexByte(text[from:], '[')
		if open < 0 {
			return text
		}
		open += from
		length := strings.IndexByte(text[open:], ']')
		if length < 0 {
			return text
		}
		name := text[open+1 : open+length]
		from = open + 1
		if folder, other, ok := strings.Cut(name, "."); ok && slices.Contains(s.uses, folder) {
			name = prefixed(folder, other)
		} else if s.pkg.Scope().Lookup(name) != nil {
			name = s.name(name)
		} else {
			continue
		}
		text = text[:open] + name + text[open+length+1:]
	}
}

func (s *source) name(name string) string { return prefixed(s.folder, name) }

// prefixed is what a declaration of a package of helpers is called in a generated file.
func prefixed(folder, name string) string {
	title, ok := runtime.Titles[folder]
	if !ok {
		panic("no title for the helpers in " + strconv.Quote(folder))
	}
	return "bale" + title + upper(name)
}

// stringer is the method that package fmt calls, so nothing else need mention it, and it keeps its name.
const stringer = "String"

// member is what a field or method of a helper is called in a generated file.
func member(name string) string {
	if name == stringer {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}
