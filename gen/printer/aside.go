package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// Aside runs print, whose output is for a second file: functions that the code of the first file seldom calls. See [Printer.Files].
func (p *Printer) Aside(print func()) { p.aside += p.Capture(print) }

// cut divides the text of a file into the part without the declarations that Aside has printed, and these.
func (p *Printer) cut(text string) (first, aside string, err error) {
	names := map[string]bool{}
	printed, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+p.aside, parser.SkipObjectResolution)
	if err != nil {
		return text, "", fmt.Errorf("generated code: %w", err)
	}
	for _, d := range printed.Decls {
		list, _ := declared(d)
		for _, name := range list {
			names[name] = true
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text, "", fmt.Errorf("generated code: %w", err)
	}
	var edits []edit
	for _, d := range file.Decls {
		list, doc := declared(d)
		if len(list) == 0 || !names[list[0]] || receiver(d) != "" {
			continue
		}
		from, to := d.Pos()-file.FileStart, d.End()-file.FileStart
		if doc != nil {
			from = doc.Pos() - file.FileStart
		}
		aside += "\n" + text[from:to] + "\n"
		edits = append(edits, edit{int(from), int(to), ""})
	}
	return applyEdits(text, edits), aside, nil
}

// qualifiers returns the names before a dot in a file, among which are those of the packages that it uses.
func qualifiers(text string) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("generated code: %w", err)
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	return used, nil
}
