package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// fold removes the code of helpers that the facts exclude, and the conditions that the facts decide. A fact is the value of a constant such as
// baleHasCustom, or of all fields with a name, such as ".rejectsNil".
//
// An if statement without else is replaced by its body, or removed. If it is all that a case has, the case is removed with it: there are no such
// values.
func fold(text string, facts map[string]bool) (string, error) {
	for len(facts) > 0 {
		file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return text, fmt.Errorf("generated code: %w", err)
		}
		f := &folder{simplifier: simplifier{text: text, file: file}, facts: facts}
		for _, d := range file.Decls {
			ast.Inspect(d, f.visit)
		}
		if len(f.edits) == 0 {
			break
		}
		text = applyEdits(text, f.edits)
	}
	return text, nil
}

// A folder collects the edits for a file.
type folder struct {
	simplifier
	facts map[string]bool
}

// visit adds the edits for a node. It returns false if they replace the node.
func (f *folder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CaseClause:
		return !f.emptyCase(n)
	case *ast.IfStmt:
		return !f.choose(n)
	case *ast.BinaryExpr:
		return !f.operands(n)
	case *ast.KeyValueExpr:
		return !f.element(n)
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 {
			if x, ok := n.Lhs[0].(*ast.SelectorExpr); ok && f.isKnown("."+x.Sel.Name) {
				f.cut(n.Pos(), lineEnd(f.text, f.file, n.End()), "")
				return false
			}
		}
	}
	return true
}

// isKnown reports whether there is a fact with the name.
func (f *folder) isKnown(name string) bool {
	_, ok := f.facts[name]
	return ok
}

// value returns the value of a condition if the facts decide it.
func (f *folder) value(x ast.Expr) (value, known bool) {
	switch x := x.(type) {
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return x.Name == "true", true
		}
		value, known = f.facts[x.Name]
	case *ast.SelectorExpr:
		value, known = f.facts["."+x.Sel.Name]
	case *ast.ParenExpr:
		return f.value(x.X)
	case *ast.UnaryExpr:
		value, known = f.value(x.X)
		return !value, known && x.Op == token.NOT
	case *ast.BinaryExpr:
		a, knowsA := f.value(x.X)
		b, knowsB := f.value(x.Y)
		decides := x.Op == token.LOR // the operand that decides alone
		if x.Op == token.LAND || x.Op == token.LOR {
			if knowsA && a == decides || knowsB && b == decides {
				return decides, true
			}
			return !decides, knowsA && knowsB
		}
	}
	return value, known
}

// choose replaces an if statement whose condition is known. Its body has to declare no variables that the code after it has, too.
func (f *folder) choose(n *ast.IfStmt) bool {
	value, known := f.value(n.Cond)
	if !known || n.Init != nil || n.Else != nil {
		return false
	}
	if value {
		f.cut(n.Pos(), lineEnd(f.text, f.file, n.Body.Lbrace+1), "")
		f.cut(n.Body.Rbrace, lineEnd(f.text, f.file, n.End()), "")
	} else {
		f.cut(n.Pos(), lineEnd(f.text, f.file, n.End()), "")
	}
	return true
}

// emptyCase removes a case whose only statement is an if statement that the facts exclude.
func (f *folder) emptyCase(n *ast.CaseClause) bool {
	if len(n.Body) != 1 {
		return false
	}
	x, ok := n.Body[0].(*ast.IfStmt)
	if !ok || x.Else != nil {
		return false
	}
	value, known := f.value(x.Cond)
	if known && !value {
		f.cut(n.Pos(), lineEnd(f.text, f.file, n.End()), "")
		return true
	}
	return false
}

// operands removes a known operand of a condition.
func (f *folder) operands(n *ast.BinaryExpr) bool {
	if value, known := f.value(n); known {
		f.cut(n.Pos(), n.End(), fmt.Sprint(value))
		return true
	}
	if !slices.Contains([]token.Token{token.LAND, token.LOR}, n.Op) {
		return false
	}
	if _, known := f.value(n.X); known {
		f.unwrap(n, n.Y)
		return true
	}
	if _, known := f.value(n.Y); known {
		f.unwrap(n, n.X)
		return true
	}
	return false
}

// element removes the element of a literal that sets a known field.
func (f *folder) element(n *ast.KeyValueExpr) bool {
	key, ok := n.Key.(*ast.Ident)
	if !ok || !f.isKnown("."+key.Name) {
		return false
	}
	f.cutElement(n)
	return true
}
