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

// runtimePath is the prefix of the import paths of helper packages.
const runtimePath = "bale/gen/runtime/"

// safeTag is the build tag of helpers without package unsafe.
const safeTag = "balesafe"

// declaredFile is the file of a helper package with declarations that the generated code has itself.
const declaredFile = "generated.go"

// A source is a type-checked package of helpers.
type source struct {
	folder  string
	files   []*ast.File
	texts   map[*ast.File]string
	pkg     *types.Package
	info    *types.Info
	fset    *token.FileSet
	imports []string // imported packages of the standard library
	uses    []string // folders of imported helper packages
	text    string   // declarations as they are in a generated file
}

// sources caches the packages of helpers, by folder and build tag.
var sources = struct {
	sync.Mutex
	read map[string]*source
}{read: map[string]*source{}}

// sourceOf returns the package of helpers in a folder.
func sourceOf(folder string, safe bool) (*source, error) {
	sources.Lock()
	defer sources.Unlock()
	return readSource(folder, safe)
}

// readSource is sourceOf for callers that have locked sources.
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
		if isIncluded(file, safe) {
			s.files = append(s.files, file)
			s.texts[file] = string(text)
		}
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("there are no helpers in %s", folder)
	}
	s.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	// The standard library is not loaded, so uses of its packages are errors. Only identifiers of helper packages are renamed, and
	// these are resolved.
	conf := &types.Config{Importer: importer{s, safe}, Error: func(error) {}}
	s.pkg, _ = conf.Check(runtimePath+folder, s.fset, s.files, s.info)
	slices.Sort(s.imports)
	s.imports = slices.Compact(s.imports)
	slices.Sort(s.uses)
	s.uses = slices.Compact(s.uses)
	s.text = s.declarationsText()
	sources.read[key] = s
	return s, nil
}

// isIncluded reports whether the build constraint of a file includes it in code with or without package unsafe.
func isIncluded(file *ast.File, safe bool) bool {
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

// An importer imports helper packages for s. Other packages are empty.
type importer struct {
	s    *source
	safe bool
}

// Import returns the package with the import path name, and records it in s.
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

// AddRuntime adds the helpers of a package, given by its folder below gen/runtime, and the helpers that they call.
func (p *Printer) AddRuntime(folder string) {
	key := "a " + folder
	if _, ok := p.helpers[key]; ok {
		return
	}
	s, err := sourceOf(folder, p.Safe)
	if err != nil {
		panic(err) // the source is embedded in the program, so it is a bug
	}
	for _, name := range s.imports {
		p.Import(name)
	}
	p.Helper(key, s.text)
	p.runtime[key] = true
	for _, f := range s.uses {
		p.AddRuntime(f)
	}
}

// declarationsText returns the declarations of the package as they are in a generated file.
func (s *source) declarationsText() string {
	var text strings.Builder
	lastLine := false
	for _, file := range s.files {
		if path.Base(s.fset.File(file.Pos()).Name()) == declaredFile {
			continue
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			one := s.declarationText(file, d)
			line := strings.HasPrefix(one, "func ") && !strings.Contains(one, "\n")
			if !line || !lastLine { // functions of one line without a comment are not separated
				text.WriteString("\n")
			}
			text.WriteString(one + "\n")
			lastLine = line
		}
	}
	return text.String()
}

// declarationText returns a declaration and its comment as they are in a generated file.
func (s *source) declarationText(file *ast.File, d ast.Decl) string {
	base := s.fset.File(file.Pos()).Base()
	start := d.Pos()
	if _, doc := declared(d); doc != nil {
		start = doc.Pos()
	}
	edits := s.edits(d, int(start))
	for _, group := range file.Comments {
		for _, c := range group.List {
			if start <= c.Pos() && c.End() <= d.End() {
				if text := s.renameInComment(c.Text); text != c.Text {
					edits = append(edits, edit{int(c.Pos() - start), int(c.End() - start), text})
				}
			}
		}
	}
	text := s.renameFirstWord(d, applyEdits(s.texts[file][int(start)-base:int(d.End())-base], edits))
	if s.isPublic(d) {
		return text
	}
	text = shortComment(text)
	if _, ok := d.(*ast.FuncDecl); ok {
		return bareLine(text)
	}
	return text
}

// isPublic reports whether users of generated code see a declaration.
func (s *source) isPublic(d ast.Decl) bool {
	names, _ := declared(d)
	if t := receiver(d); t != "" {
		return runtime.IsPublic(t) && ast.IsExported(names[0])
	}
	return len(names) == 1 && runtime.IsPublic(names[0])
}

// renameFirstWord replaces the name at the start of a declaration's comment by the name in a generated file.
func (s *source) renameFirstWord(d ast.Decl, text string) string {
	names, doc := declared(d)
	if doc == nil {
		return text
	}
	for _, name := range names {
		to := s.nameInFile(name)
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
			to = memberName(s.folder, name)
		}
		for _, article := range []string{"// ", "// A ", "// An "} {
			if rest, ok := strings.CutPrefix(text, article+name+" "); ok {
				return strings.Replace(article, "An ", "A ", 1) + to + " " + rest
			}
		}
	}
	return text
}

// edits returns the edits that rename the identifiers in a declaration. base is the position of the declaration's text.
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
					edits = append(edits, edit{int(n.Pos()) - base, int(n.End()) - base, helperName(folder, n.Sel.Name)})
				}
				return false
			}
		case *ast.Ident:
			obj := s.info.Uses[n]
			if obj == nil {
				obj = s.info.Defs[n]
			}
			if to := s.newName(obj); to != "" && to != n.Name {
				edits = append(edits, edit{int(n.Pos()) - base, int(n.End()) - base, to})
			}
		}
		return true
	})
	return edits
}

// newName returns the name of an object in a generated file, or "" if obj is not declared by a helper package.
func (s *source) newName(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), runtimePath) {
		return ""
	}
	folder := strings.TrimPrefix(obj.Pkg().Path(), runtimePath)
	switch o := obj.(type) {
	case *types.Var:
		if o.Embedded() {
			t := o.Type()
			if ptr, ok := t.(*types.Pointer); ok {
				t = ptr.Elem()
			}
			if named, ok := t.(interface{ Obj() *types.TypeName }); ok {
				return s.newName(named.Obj())
			}
			return ""
		}
		if o.IsField() {
			return memberName(folder, o.Name())
		}
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			if o.Exported() && types.IsInterface(recv.Type()) { // a method of types that are not helpers
				return ""
			}
			return memberName(folder, o.Name())
		}
	}
	if obj.Parent() == obj.Pkg().Scope() {
		return helperName(folder, obj.Name())
	}
	return ""
}

// renameInComment replaces the names in brackets in a comment by the names in a generated file.
func (s *source) renameInComment(text string) string {
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
			name = helperName(folder, other)
		} else if s.pkg.Scope().Lookup(name) != nil {
			name = s.nameInFile(name)
		} else {
			continue
		}
		text = text[:open] + name + text[open+length+1:]
	}
}

// nameInFile returns the name of a declaration of s in a generated file.
func (s *source) nameInFile(name string) string { return helperName(s.folder, name) }

// helperName returns the name of a helper package's declaration in a generated file.
func helperName(folder, name string) string {
	if runtime.IsPublic(name) {
		return name
	}
	title, ok := runtime.Titles[folder]
	if !ok {
		panic("no title for the helpers in " + strconv.Quote(folder))
	}
	return "bale" + title + upper(name)
}

// stringer is a method that package fmt calls by its name, so it is not renamed and not pruned.
const stringer = "String"

// isZero is a method that encoding/json calls by its name.
const isZero = "IsZero"

// memberName returns the name in a generated file of a field or method of a helper in a folder.
func memberName(folder, name string) string {
	if name == stringer || folder == runtime.Public {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}
