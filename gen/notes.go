package gen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"bale/schema"
)

// A note is one comment that begins with //bale:, without that.
type note struct {
	text string // "max=64,intern"
	pos  string // file:line:column
}

// A spot is where a name is declared. Export data knows no columns, so the name tells neighbours apart.
type spot struct {
	line int
	name string
}

// fileNotes are the notes of one file.
type fileNotes struct {
	types, fields map[spot][]note
	stray         []note // at neither a type nor a field
	spaced        []note // with a space after //, so that they are prose to gofmt and to everybody else
}

// notes are those of all files that were asked for.
type notes struct {
	dir   string // files below it are told relative to it
	files map[string]*fileNotes
}

func newNotes(dir string) *notes { return &notes{dir: dir, files: map[string]*fileNotes{}} }

// of is the notes of a file. One that cannot be read has none: the standard library of a trimmed build.
func (n *notes) of(file string) *fileNotes {
	if f := n.files[file]; f != nil {
		return f
	}
	f := &fileNotes{}
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

// read collects the notes of a parsed file.
func (n *notes) read(fset *token.FileSet, file *ast.File) *fileNotes {
	f := &fileNotes{types: map[spot][]note{}, fields: map[spot][]note{}}
	taken := map[*ast.Comment]bool{}
	add := func(to map[spot][]note, id *ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				if text, ok := noteText(c); ok {
					at := spot{fset.Position(id.Pos()).Line, id.Name}
					to[at] = append(to[at], note{text, n.place(fset, c.Pos())})
					taken[c] = true
				}
			}
		}
	}
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, s := range gen.Specs {
			spec := s.(*ast.TypeSpec)
			if !gen.Lparen.IsValid() {
				add(f.types, spec.Name, gen.Doc)
			}
			add(f.types, spec.Name, spec.Doc)
		}
		ast.Inspect(gen, func(x ast.Node) bool {
			if s, ok := x.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, id := range fieldNames(field) {
						add(f.fields, id, field.Doc, field.Comment)
					}
				}
			}
			return true
		})
	}
	for _, g := range file.Comments {
		for _, c := range g.List {
			if m := mistaken.FindStringSubmatch(c.Text); m != nil {
				f.spaced = append(f.spaced, note{m[1], n.place(fset, c.Pos())})
			}
			if text, ok := noteText(c); ok && !taken[c] {
				f.stray = append(f.stray, note{text, n.place(fset, c.Pos())})
			}
		}
	}
	return f
}

// noteText is what a directive says, without a comment behind it.
func noteText(c *ast.Comment) (string, bool) {
	m := directive.FindStringSubmatch(c.Text)
	if m == nil {
		return "", false
	}
	text, _, _ := strings.Cut(m[1], " //")
	return strings.TrimSpace(text), true
}

// fieldNames are the names of a field; an embedded one has its type's.
func fieldNames(f *ast.Field) []*ast.Ident {
	if len(f.Names) > 0 {
		return f.Names
	}
	x := f.Type
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.SelectorExpr:
			return []*ast.Ident{t.Sel}
		case *ast.Ident:
			return []*ast.Ident{t}
		default:
			return nil
		}
	}
}

// place is a position as messages show it.
func (n *notes) place(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", n.shown(p.Filename), p.Line, p.Column)
}

// shown is a file as messages show it: relative where it is below the working folder.
func (n *notes) shown(file string) string {
	if rel, err := filepath.Rel(n.dir, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

// spot is the notes at a name that the model knows by its position.
func (n *notes) spot(pos, name string, in func(*fileNotes) map[spot][]note) []note {
	file, line := schema.SplitPos(pos)
	if file == "" {
		return nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(n.dir, file)
	}
	return in(n.of(file))[spot{line, name}]
}
