package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// tidy removes what is unused or has no effect from the functions of a file, and repeated comments. It also returns the names before a dot, among
// which are those of the packages that the file uses.
func tidy(text string) (tidied string, used map[string]bool, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
	if err != nil {
		return text, nil, fmt.Errorf("generated code: %w", err)
	}
	t := &tidier{declared: map[string]bool{}, used: map[string]bool{}}
	for _, d := range file.Decls {
		names, _ := declared(d)
		for _, name := range names {
			t.declared[name] = t.declared[name] || receiver(d) == ""
		}
	}
	edits := repeatedComments(text, file)
	for _, d := range file.Decls {
		from, to := d.Pos()-file.FileStart, d.End()-file.FileStart
		one, err := t.declaration(text, file, d)
		if err != nil {
			return text, nil, err
		}
		edits = append(edits, edit{int(from), int(to), one})
	}
	return applyEdits(text, edits), t.used, nil
}

// A tidier tidies the declarations of a file.
type tidier struct {
	declared map[string]bool // names that the file declares, without methods
	used     map[string]bool // names before a dot
}

// declaration returns the tidied text of a declaration without its comment. Only what changes is parsed again.
func (t *tidier) declaration(text string, file *ast.File, d ast.Decl) (string, error) {
	const head = "package p\n"
	for {
		edits := unused(text, file, d)
		if len(edits) == 0 {
			edits = simplify(text, file, d, t.declared)
		}
		from, to := int(d.Pos()-file.FileStart), int(d.End()-file.FileStart)
		if len(edits) == 0 {
			t.use(d)
			return text[from:to], nil
		}
		for i := range edits {
			edits[i].start -= from
			edits[i].end -= from
		}
		text = head + applyEdits(text[from:to], edits)
		var err error
		if file, err = parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments); err != nil {
			return "", fmt.Errorf("generated code: %w", err)
		}
		d = file.Decls[0]
	}
}

// use adds the names before a dot in a declaration.
func (t *tidier) use(d ast.Decl) {
	ast.Inspect(d, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				t.used[x.Name] = true
			}
		}
		return true
	})
}
