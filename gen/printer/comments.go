package printer

import (
	"go/ast"
	"slices"
	"strings"
)

// repeatedComments returns the edits that remove the comments of functions that do for one type what an earlier function does for another: those
// whose names differ only in the part for the type.
func repeatedComments(text string, file *ast.File) []edit {
	s := &simplifier{text: text, file: file}
	seen := map[string]bool{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Doc == nil || f.Recv != nil || ast.IsExported(f.Name.Name) {
			continue
		}
		verb, _, ok := strings.Cut(f.Name.Name, "_")
		if ok && seen[verb] && !hasDirective(f.Doc) {
			s.cut(f.Doc.Pos(), f.Pos(), "")
		}
		seen[verb] = true
	}
	return s.edits
}

// hasDirective reports whether a comment has directives, such as //go:noinline.
func hasDirective(doc *ast.CommentGroup) bool {
	return slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") })
}
