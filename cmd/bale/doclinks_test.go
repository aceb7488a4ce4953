package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDocLinks checks that each link in a comment, such as [sourceTree], [sourceTree.names] or [ast.File], leads to a declaration of this tree
// or of the standard library, and that a doc comment does not begin with the name of something else.
func TestDocLinks(t *testing.T) {
	tree := &sourceTree{fset: token.NewFileSet(), byPath: map[string]*names{}}
	var files []*sourceFile
	err := filepath.WalkDir(filepath.Join("..", ".."), func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git" || d.Name() == "bale-results"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		rel, err := filepath.Rel(filepath.Join("..", ".."), filepath.Dir(name))
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(tree.fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		f := &sourceFile{file, path.Join("bale", filepath.ToSlash(rel))}
		tree.names(f.path).add(file)
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, f := range files {
		comments := f.Comments
		if ast.IsGenerated(f.File) { // helpers have other names there
			comments = nil
		}
		for _, group := range comments {
			for _, c := range group.List {
				for _, link := range linksIn(c.Text) {
					if links++; !tree.resolves(f, link) {
						t.Errorf("%s: there is no [%s]", tree.fset.Position(c.Pos()), link)
					}
				}
			}
		}
		for _, d := range f.Decls {
			name, doc := documented(d)
			if other := otherName(doc, name); other != "" {
				t.Errorf("%s: the comment of %s begins with %s", tree.fset.Position(d.Pos()), name, other)
			}
		}
	}
	if links < 20 {
		t.Errorf("found %d links only", links)
	}
}

// A sourceFile is a file with the import path of its package.
type sourceFile struct {
	*ast.File
	path string
}

// names are the names that a package declares: "Name", and "Type.Name" of methods and fields.
type names struct{ declared map[string]bool }

// A sourceTree has the names of packages by import path.
type sourceTree struct {
	fset   *token.FileSet
	byPath map[string]*names
}

// names returns the names of a package of the tree, or of the standard library.
func (s *sourceTree) names(importPath string) *names {
	if n := s.byPath[importPath]; n != nil {
		return n
	}
	n := &names{map[string]bool{}}
	s.byPath[importPath] = n
	list, _ := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(importPath), "*.go")) // build.Import would run the go command
	for _, name := range list {
		if file, err := parser.ParseFile(s.fset, name, nil, parser.SkipObjectResolution); err == nil {
			n.add(file)
		}
	}
	return n
}

// add adds the names that a file declares.
func (n *names) add(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			n.declared[name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						n.declared[id.Name] = true
					}
				case *ast.TypeSpec:
					n.declared[spec.Name.Name] = true
					n.addFields(spec.Name.Name, spec.Type)
				}
			}
		}
	}
}

// addFields adds the fields of a struct and the methods of an interface.
func (n *names) addFields(typ string, x ast.Expr) {
	var list []*ast.Field
	switch x := x.(type) {
	case *ast.StructType:
		list = x.Fields.List
	case *ast.InterfaceType:
		list = x.Methods.List
	}
	for _, f := range list {
		for _, id := range f.Names {
			n.declared[typ+"."+id.Name] = true
		}
		if len(f.Names) == 0 {
			n.declared[typ+"."+receiver(f.Type)] = true
		}
	}
}

// receiver returns the name of the type of a receiver or of an embedded field.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// link matches a link in a comment. The text in front of it ends a word, so x[i] is not one.
var link = regexp.MustCompile(`(?:^|[\s("])\[\*?((?:[\w./-]+\.)?[\pL_]\w*(?:\.\w+)?)\](?:$|[\s.,:;)"'])`)

// linksIn returns the links in a line of a comment. Indented lines are code.
func linksIn(comment string) (list []string) {
	text, ok := strings.CutPrefix(comment, "// ")
	if !ok || strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t") {
		return nil
	}
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// resolves reports whether a link in a file leads to a declaration: one of its package or of a package that it imports or names by its path.
func (s *sourceTree) resolves(f *sourceFile, link string) bool {
	if s.names(f.path).declared[link] {
		return true
	}
	for _, im := range f.Imports {
		importPath, _ := strconv.Unquote(im.Path.Value)
		name := path.Base(importPath)
		if im.Name != nil {
			name = im.Name.Name
		}
		if rest, ok := strings.CutPrefix(link, name+"."); ok && s.has(importPath, rest) {
			return true
		}
	}
	dir, base := path.Split(link)
	name, rest, dot := strings.Cut(base, ".")
	if dot {
		return s.has(dir+name, rest)
	}
	return s.has(link, "")
}

// has reports whether a package declares a name. Packages of other modules have all names, and "" is the package itself.
func (s *sourceTree) has(importPath, name string) bool {
	if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
		return true
	}
	declared := s.names(importPath).declared
	return declared[name] || name == "" && len(declared) > 0
}

// documented returns the name that a declaration declares, as in names, and its doc comment. The name is "" if it declares several.
func documented(d ast.Decl) (name, doc string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name = d.Name.Name
		if d.Recv != nil {
			name = receiver(d.Recv.List[0].Type) + "." + name
		}
		return name, d.Doc.Text()
	case *ast.GenDecl:
		if len(d.Specs) != 1 || d.Lparen.IsValid() {
			return "", ""
		}
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name, d.Doc.Text()
		case *ast.ValueSpec:
			if len(spec.Names) == 1 {
				return spec.Names[0].Name, d.Doc.Text()
			}
		}
	}
	return "", ""
}

// camelCase matches identifiers that are not words of a sentence.
var camelCase = regexp.MustCompile(`^\w*[a-z]\w*[A-Z]\w*$`)

// otherName returns the identifier with which a doc comment begins if it is not name, or "". A comment may begin with an article.
func otherName(doc, name string) string {
	words := strings.Fields(doc)
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	if len(words) == 0 || name == "" {
		return ""
	}
	_, last, method := strings.Cut(name, ".")
	if !method {
		last = name
	}
	if first := strings.TrimRight(words[0], ",:."); first != last && first != name && camelCase.MatchString(first) {
		return first
	}
	return ""
}

// TestLinksIn checks what counts as a link, and which names a doc comment may begin with.
func TestLinksIn(t *testing.T) {
	for comment, want := range map[string]string{
		"// see [Name] and [*Type.Method], or [bale/gen/emit.Printer].": "Name,Type.Method,bale/gen/emit.Printer",
		"// Pair[int] has x[i], []Line, map[string]int and [2]byte":     "",
		"//\tcode [Name]": "",
		"//bale:x [Name]": "",
	} {
		if got := strings.Join(linksIn(comment), ","); got != want {
			t.Errorf("%s: got %s, want %s", comment, got, want)
		}
	}
	for doc, want := range map[string]string{"A tree is": "", "oldName returns": "oldName", "NewUsed returns": "NewUsed", "tree is": "", "Every number": "", "An oldTree is": "oldTree"} {
		if got := otherName(doc, "tree"); got != want {
			t.Errorf("%s: got %q, want %q", doc, got, want)
		}
	}
}
