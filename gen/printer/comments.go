package printer

import (
	"go/ast"
	"go/doc"
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

// shortComment returns a declaration with the first sentence of its comment, and with directives such as //go:noinline. The rest of the comment,
// with the reasons and measurements, is for maintainers of the helpers.
func shortComment(text string) string {
	var words, directives []string
	for strings.HasPrefix(text, "//") {
		line, rest, _ := strings.Cut(text, "\n")
		if comment, ok := strings.CutPrefix(line, "// "); ok {
			words = append(words, comment)
		} else if line != "//" {
			directives = append(directives, line)
		}
		text = rest
	}
	sentence := new(doc.Package).Synopsis(strings.Join(words, "\n"))
	if sentence == "" {
		return text
	}
	if len(directives) > 0 {
		directives = append([]string{"//"}, directives...)
	}
	return strings.Join(append(append(wrap(sentence), directives...), text), "\n")
}

// bareLine returns a function without its comment if it is a single line, which says what it does.
func bareLine(text string) string {
	comment := strings.LastIndex(text, "\nfunc ")
	if comment < 0 || strings.Contains(text[comment+1:], "\n") || strings.Contains(text, "\n//go:") {
		return text
	}
	return text[comment+1:]
}

// commentWidth is the maximum length of a line of a comment.
const commentWidth = 120

// wrap returns a text as the lines of a comment.
func wrap(text string) []string {
	lines := []string{"//"}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		if len(*last)+1+len(word) > commentWidth {
			lines = append(lines, "//")
			last = &lines[len(lines)-1]
		}
		*last += " " + word
	}
	return lines
}
