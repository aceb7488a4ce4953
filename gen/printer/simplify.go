package printer

import (
	"go/ast"
	"go/token"
	"slices"
)

// simplify returns the edits that write a declaration as a person would: without parentheses, conversions, additions of zero and loops that have no
// effect. The edits of one call do not overlap. A simplification may make another one possible, which the next call finds. declared has the names
// that the declaration's file declares.
func simplify(text string, file *ast.File, d ast.Decl, declared map[string]bool) []edit {
	s := &simplifier{text: text, file: file, declared: declared}
	ast.Inspect(d, s.visit)
	return s.edits
}

// A simplifier collects the edits for a file.
type simplifier struct {
	text     string
	file     *ast.File
	declared map[string]bool // see simplify
	edits    []edit
}

// visit adds the edits for a node. It returns false if they replace parts of the node that other edits would overlap.
func (s *simplifier) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		s.operand(n.X)
	case *ast.IndexExpr:
		s.operand(n.X)
		s.whole(n.Index)
	case *ast.SliceExpr:
		s.operand(n.X)
		s.whole(n.Low, n.High, n.Max)
	case *ast.TypeAssertExpr:
		s.operand(n.X)
	case *ast.CallExpr:
		s.whole(n.Args...)
		return !s.conversion(n)
	case *ast.AssignStmt:
		if s.increment(n) {
			return false
		}
		s.whole(n.Lhs...)
		s.whole(n.Rhs...)
	case *ast.ReturnStmt:
		s.whole(n.Results...)
	case *ast.RangeStmt:
		s.whole(n.X)
	case *ast.IncDecStmt:
		s.whole(n.X)
	case *ast.BinaryExpr:
		s.operand(n.X)
		s.operand(n.Y)
		return !s.zero(n)
	case *ast.UnaryExpr:
		return !s.address(n)
	case *ast.BlockStmt:
		return !s.list(n.List)
	case *ast.CaseClause:
		return !s.list(n.Body)
	}
	return true
}

// whole removes the parentheses around whole expressions.
func (s *simplifier) whole(list ...ast.Expr) {
	for _, x := range list {
		if p, ok := x.(*ast.ParenExpr); ok && !holdsLiteral(p) {
			s.unwrap(p, p.X)
		}
	}
}

// operand removes the parentheses around an operand that binds as strongly as any operator.
func (s *simplifier) operand(x ast.Expr) {
	p, ok := x.(*ast.ParenExpr)
	if !ok {
		return
	}
	switch p.X.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.CallExpr, *ast.ParenExpr, *ast.BasicLit:
		s.unwrap(p, p.X)
	}
}

// holdsLiteral reports whether an expression contains a composite literal, which needs parentheses in the head of a statement.
func holdsLiteral(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		_, ok := n.(*ast.CompositeLit)
		found = found || ok
		return !found
	})
	return found
}

// address replaces &(*x) by x.
func (s *simplifier) address(n *ast.UnaryExpr) bool {
	p, ok := n.X.(*ast.ParenExpr)
	if !ok || n.Op != token.AND {
		return false
	}
	star, ok := p.X.(*ast.StarExpr)
	if ok {
		s.unwrap(n, star.X)
	}
	return ok
}

// zero removes an operation with 0, or with 1, that does nothing.
func (s *simplifier) zero(n *ast.BinaryExpr) bool {
	if n.Op == token.MUL && isNumber(n.X, "1") {
		s.unwrap(n, n.Y)
		return true
	}
	if !isNumber(n.Y, "0") || !slices.Contains([]token.Token{token.ADD, token.SUB, token.OR, token.SHL, token.SHR}, n.Op) {
		return false
	}
	s.unwrap(n, n.X)
	return true
}

func isNumber(x ast.Expr, value string) bool {
	b, ok := x.(*ast.BasicLit)
	return ok && b.Value == value
}

// numbers are the predeclared types of which simplify removes a conversion of a conversion.
var numbers = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64"}

// conversion replaces T(T(x)) by T(x) if T is a type of numbers.
func (s *simplifier) conversion(n *ast.CallExpr) bool {
	t := numberType(n)
	if t == "" || numberType(n.Args[0]) != t {
		return false
	}
	s.unwrap(n, n.Args[0])
	return true
}

// numberType returns the predeclared type of numbers that an expression is a conversion to, or "".
func numberType(x ast.Expr) string {
	c, ok := x.(*ast.CallExpr)
	if !ok || len(c.Args) != 1 {
		return ""
	}
	if id, ok := c.Fun.(*ast.Ident); ok && slices.Contains(numbers, id.Name) {
		return id.Name
	}
	return ""
}

// list simplifies the statements of a block. It reports whether it has added edits, so that the statements' own have to wait.
func (s *simplifier) list(list []ast.Stmt) bool {
	done := false
	for i, x := range list {
		switch {
		case isEmptyLoop(x), addsZero(x):
			s.cut(x.Pos(), lineEnd(s.text, s.file, x.End()), "")
		case i+1 < len(list) && (s.returned(x, list[i+1]) || s.startsAtZero(x, list[i+1])):
		default:
			continue
		}
		done = true
	}
	return done || s.copies(list)
}

// isEmptyLoop reports whether a statement is a loop over the elements of a variable or field that does nothing.
func isEmptyLoop(x ast.Stmt) bool {
	r, ok := x.(*ast.RangeStmt)
	return ok && len(r.Body.List) == 0 && !calls(&ast.ExprStmt{X: r.X})
}

// addsZero reports whether a statement is "x += 0".
func addsZero(x ast.Stmt) bool {
	a, ok := x.(*ast.AssignStmt)
	return ok && a.Tok == token.ADD_ASSIGN && isNumber(a.Rhs[0], "0")
}

// startsAtZero replaces the statements "n := int64(0)" and "n += int64(x)" by "n := int64(x)".
func (s *simplifier) startsAtZero(x, next ast.Stmt) bool {
	a, ok := x.(*ast.AssignStmt)
	b, ok2 := next.(*ast.AssignStmt)
	if !ok || !ok2 || a.Tok != token.DEFINE || b.Tok != token.ADD_ASSIGN || len(a.Lhs) != 1 || numberType(a.Rhs[0]) == "" || !isNumber(a.Rhs[0].(*ast.CallExpr).Args[0], "0") {
		return false
	}
	n, ok := b.Lhs[0].(*ast.Ident)
	if !ok || n.Name != a.Lhs[0].(*ast.Ident).Name || !hasType(b.Rhs[0], numberType(a.Rhs[0])) {
		return false
	}
	s.cut(a.Rhs[0].Pos(), b.Rhs[0].Pos(), "")
	return true
}

// hasType reports whether an expression has the type of numbers t because one of its operands is a conversion to it.
func hasType(x ast.Expr, t string) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return hasType(x.X, t)
	case *ast.BinaryExpr:
		arithmetic := slices.Contains([]token.Token{token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT}, x.Op)
		return arithmetic && (hasType(x.X, t) || hasType(x.Y, t))
	}
	return numberType(x) == t
}

// increment replaces "x += 1" by "x++".
func (s *simplifier) increment(a *ast.AssignStmt) bool {
	if a.Tok != token.ADD_ASSIGN || !isNumber(a.Rhs[0], "1") {
		return false
	}
	s.cut(a.Lhs[0].End(), a.End(), "++")
	return true
}

// returned replaces the statements "n := int64(5)" and "return n" by "return 5".
func (s *simplifier) returned(x, next ast.Stmt) bool {
	a, ok := x.(*ast.AssignStmt)
	r, ok2 := next.(*ast.ReturnStmt)
	if !ok || !ok2 || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(r.Results) != 1 || numberType(a.Rhs[0]) == "" {
		return false
	}
	n, result := a.Lhs[0].(*ast.Ident), r.Results[0]
	value, literal := a.Rhs[0].(*ast.CallExpr).Args[0].(*ast.BasicLit)
	if id, ok := result.(*ast.Ident); !ok || id.Name != n.Name || !literal {
		return false
	}
	s.cut(a.Pos(), r.End(), "return "+value.Value)
	return true
}

// unwrap replaces outer by inner, which is a part of it.
func (s *simplifier) unwrap(outer, inner ast.Node) {
	s.cut(outer.Pos(), inner.Pos(), "")
	s.cut(inner.End(), outer.End(), "")
}

// cut replaces the text between two positions.
func (s *simplifier) cut(from, to token.Pos, text string) {
	s.edits = append(s.edits, edit{int(from - s.file.FileStart), int(to - s.file.FileStart), text})
}

// lineEnd returns the position after the end of the line if nothing else is on it, or pos.
func lineEnd(text string, file *ast.File, pos token.Pos) token.Pos {
	if at := int(pos - file.FileStart); at < len(text) && text[at] == '\n' {
		return pos + 1
	}
	return pos
}
