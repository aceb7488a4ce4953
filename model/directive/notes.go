// Package directive reads bale's directives in Go source: comments that begin with //bale:, and the key bale in field tags.
package directive

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bale/model"
)

// A Directive is one directive: a comment without its //bale:, or the value of a tag.
type Directive struct {
	Text string // "max=64,intern"
	Pos  string // file:line:column
}

// A site identifies the declaration of a name. A //line directive changes its file and line, as in all positions that types have. Export
// data has no columns, so the name distinguishes declarations in the same line.
type site struct {
	file string
	line int
	name string
}

// A File holds the directives of one file.
type File struct {
	Misplaced []Directive // at neither a type nor a field; or not skip, at a constant
	Package   []Directive // gen, in the comment of the package
	NoPackage []Directive // the same with a space after //, which may be prose
	Spaced    []Directive // written with a space after //, so that they are ordinary comments and have no effect
}

// Directives holds the directives of all files that were looked up.
type Directives struct {
	dir           string           // files inside it are shown relative to it
	files         map[string]*File // by the path of the file itself, whatever its //line directives say
	folders       map[string]bool  // those of which all files were read
	types, fields map[site][]Directive
	msgp          map[string][]Directive // by folder
	skipped       map[site]bool          // constants with the directive skip
}

// New returns [Directives] without any files. Positions in files inside dir are shown relative to it.
func New(dir string) *Directives {
	return &Directives{dir: dir, files: map[string]*File{}, folders: map[string]bool{}, types: map[site][]Directive{}, fields: map[site][]Directive{}, msgp: map[string][]Directive{}, skipped: map[site]bool{}}
}

// Of returns the directives of a file, given by its path. A file that cannot be read has none; the standard library of a build with
// -trimpath is such a case.
func (n *Directives) Of(file string) *File {
	if f := n.files[file]; f != nil {
		return f
	}
	f := &File{}
	if text, err := os.ReadFile(file); err == nil && bytes.Contains(text, []byte("bale:")) {
		fset := token.NewFileSet()
		if parsed, err := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution); err == nil {
			f = n.read(fset, parsed)
		}
	}
	n.files[file] = f
	return f
}

var (
	directive = regexp.MustCompile(`^//bale:(.*)$`)
	mistaken  = regexp.MustCompile(`^//\s+bale:([a-z]+(=\S*)?(\s+\w+=\S*)?|union\s.*)\s*$`)
)

// Add adds the directives of a file that was parsed with its comments.
func (n *Directives) Add(fset *token.FileSet, file *ast.File) {
	n.files[FileName(fset, file)] = n.read(fset, file)
}

// FileName returns the path of a parsed file itself, whatever its //line directives say.
func FileName(fset *token.FileSet, file *ast.File) string { return fset.File(file.FileStart).Name() }

// read collects the directives of a parsed file.
func (n *Directives) read(fset *token.FileSet, file *ast.File) *File {
	f := &File{}
	taken := map[*ast.Comment]bool{}
	add := func(to map[site][]Directive, id *ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				if text, ok := noteText(c); ok {
					p := fset.Position(id.Pos())
					at := site{p.Filename, p.Line, id.Name}
					taken[c] = true
					// Two files that were made from one source can have the same directive.
					if d := (Directive{text, n.Position(fset, c.Pos())}); !slices.Contains(to[at], d) {
						to[at] = append(to[at], d)
					}
				}
			}
		}
	}
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if ok && gen.Tok == token.CONST {
			n.readConstants(fset, gen, taken)
		}
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, s := range gen.Specs {
			spec := s.(*ast.TypeSpec)
			if !gen.Lparen.IsValid() {
				add(n.types, spec.Name, gen.Doc)
			}
			add(n.types, spec.Name, spec.Doc)
		}
		ast.Inspect(gen, func(x ast.Node) bool {
			if s, ok := x.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, id := range model.FieldNames(field) {
						add(n.fields, id, field.Doc, field.Comment)
					}
				}
			}
			return true
		})
	}
	if file.Doc != nil {
		for _, c := range file.Doc.List {
			if text, ok := noteText(c); ok && (text == "gen" || strings.HasPrefix(text, "gen ")) {
				f.Package = append(f.Package, Directive{text, n.Position(fset, c.Pos())})
				taken[c] = true
			}
			if text, ok := strings.CutPrefix(c.Text, "// bale:gen "); ok {
				f.NoPackage = append(f.NoPackage, Directive{"gen " + text, n.Position(fset, c.Pos())})
			}
		}
	}
	for _, g := range file.Comments {
		for _, c := range g.List {
			if m := mistaken.FindStringSubmatch(c.Text); m != nil {
				f.Spaced = append(f.Spaced, Directive{m[1], n.Position(fset, c.Pos())})
			}
			if text, ok := noteText(c); ok && !taken[c] {
				f.Misplaced = append(f.Misplaced, Directive{text, n.Position(fset, c.Pos())})
			}
		}
	}
	return f
}

// readConstants records the constants of a declaration that have the directive skip, the only one of constants. It adds these comments to
// taken.
func (n *Directives) readConstants(fset *token.FileSet, gen *ast.GenDecl, taken map[*ast.Comment]bool) {
	for _, s := range gen.Specs {
		spec := s.(*ast.ValueSpec)
		groups := []*ast.CommentGroup{spec.Doc, spec.Comment}
		if !gen.Lparen.IsValid() {
			groups = append(groups, gen.Doc)
		}
		for _, g := range groups {
			for i := 0; g != nil && i < len(g.List); i++ {
				if text, _ := noteText(g.List[i]); text != "skip" {
					continue
				}
				taken[g.List[i]] = true
				for _, id := range spec.Names {
					p := fset.Position(id.Pos())
					n.skipped[site{p.Filename, p.Line, id.Name}] = true
				}
			}
		}
	}
}

// noteText returns the text of a directive, without a comment after it.
func noteText(c *ast.Comment) (string, bool) {
	m := directive.FindStringSubmatch(c.Text)
	if m == nil {
		return "", false
	}
	text, _, _ := strings.Cut(m[1], " //")
	return strings.TrimSpace(text), true
}

// Position returns a position as shown in messages.
func (n *Directives) Position(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", n.ShortPath(p.Filename), p.Line, p.Column)
}

// ShortPath returns a file name as shown in messages: relative if it is inside the working folder.
func (n *Directives) ShortPath(file string) string {
	if rel, err := filepath.Rel(n.dir, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

// Type returns the directives above the declaration of a type, which is identified by its position and name.
func (n *Directives) Type(pos, name string) []Directive {
	return n.types[n.site(pos, name)]
}

// Field returns the directives at a field, starting with the one in its tag.
func (n *Directives) Field(f *model.Field) []Directive {
	var all []Directive
	if tag, ok := reflect.StructTag(f.Tag).Lookup("bale"); ok {
		all = append(all, Directive{tag, f.Pos})
	}
	if f.InText {
		return all
	}
	return append(all, n.fields[n.site(f.Pos, f.Name)]...)
}

// Words returns the words of a directive, without a union at its end.
func Words(text string) []string {
	text, _, _ = CutUnion(text)
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// Skips reports whether a directive at a field leaves it out.
func (n *Directives) Skips(f *model.Field) bool {
	return slices.ContainsFunc(n.Field(f), func(x Directive) bool { return slices.Contains(Words(x.Text), "skip") })
}

// SkipsConstant reports whether a directive at a constant leaves it out.
func (n *Directives) SkipsConstant(c *model.Constant) bool { return n.skipped[n.site(c.Pos, c.Name)] }

// site returns the site of a name that is declared at pos, after it has read the directives there.
func (n *Directives) site(pos, name string) site {
	file, line := model.SplitPos(pos)
	if file == "" {
		return site{}
	}
	file = filepath.FromSlash(file)
	if !filepath.IsAbs(file) {
		file = filepath.Join(n.dir, file)
	}
	if filepath.Ext(file) == ".go" {
		n.Of(file)
	} else {
		n.readFolder(filepath.Dir(file))
	}
	return site{file, line, name}
}

// readFolder reads the Go files of a folder. Their //line directives may name another file, such as a grammar from which a parser was made.
func (n *Directives) readFolder(dir string) {
	if n.folders[dir] {
		return
	}
	n.folders[dir] = true
	entries, _ := os.ReadDir(dir) // a folder that cannot be read has no directives
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".go" {
			n.Of(filepath.Join(dir, e.Name()))
		}
	}
}
