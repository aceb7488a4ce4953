package printer

import (
	"go/ast"
	"go/token"
)

// copies replaces variables that hold a part of another variable, and that only the next statement uses, once, by that part:
// "lines := v.Lines" and "n += len(lines)" become "n += len(v.Lines)". The part is still loaded once. Only declarations of such variables may be
// between the two statements.
func (s *simplifier) copies(list []ast.Stmt) bool {
	done := false
	for i, x := range list {
		id, value := s.copied(x)
		if id == nil || count(list[i+1:], id) != 1 {
			continue
		}
		next := i + 1
		for next < len(list) && s.isCopy(list[next]) {
			next++
		}
		if next == len(list) {
			continue
		}
		if use := s.useOf(list[next], id); use != nil {
			s.cut(x.Pos(), lineEnd(s.text, s.file, x.End()), "")
			s.cut(use.Pos(), use.End(), s.text[value.Pos()-s.file.FileStart:value.End()-s.file.FileStart])
			done = true
		}
	}
	return done
}

// copied returns the variable that a statement declares, and the part or target of another variable that it holds, or nil for other
// statements.
func (s *simplifier) copied(x ast.Stmt) (*ast.Ident, ast.Expr) {
	a, ok := x.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil, nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if star, isStar := a.Rhs[0].(*ast.StarExpr); isStar && ok && id.Obj != nil {
		if v, isVar := star.X.(*ast.Ident); isVar && s.resolves(v) {
			return id, star
		}
	}
	part, ok2 := a.Rhs[0].(*ast.SelectorExpr)
	for ok2 {
		if v, isVar := part.X.(*ast.Ident); isVar && s.resolves(v) && ok && id.Obj != nil {
			return id, a.Rhs[0]
		}
		part, ok2 = part.X.(*ast.SelectorExpr)
	}
	return nil, nil
}

// resolves reports whether the function or the file declares a name.
func (s *simplifier) resolves(id *ast.Ident) bool { return id.Obj != nil || s.declared[id.Name] }

func (s *simplifier) isCopy(x ast.Stmt) bool {
	id, _ := s.copied(x)
	return id != nil
}

// count returns the number of uses of a variable in statements.
func count(list []ast.Stmt, v *ast.Ident) int {
	n := 0
	for _, x := range list {
		ast.Inspect(x, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok && id.Obj == v.Obj {
				n++
			}
			return true
		})
	}
	return n
}

// useOf returns the use of a variable in the part of a statement that is always evaluated once and changes nothing before: an operand of an
// addition, a call's argument, the list of a loop. It returns nil if there is none, or if the variable is changed, or its address taken.
func (s *simplifier) useOf(x ast.Stmt, v *ast.Ident) *ast.Ident {
	var part ast.Expr
	switch x := x.(type) {
	case *ast.AssignStmt:
		if len(x.Rhs) == 1 {
			part = x.Rhs[0]
		}
	case *ast.ExprStmt:
		part = x.X
	case *ast.RangeStmt:
		part = x.X
	}
	var use *ast.Ident
	for part != nil {
		switch x := part.(type) {
		case *ast.Ident:
			if x.Obj == v.Obj {
				use = x
			}
			return use
		case *ast.CallExpr: // the only argument of a builtin function or a conversion
			if f, ok := x.Fun.(*ast.Ident); !ok || s.resolves(f) || len(x.Args) != 1 {
				return nil
			}
			part = x.Args[0]
		default:
			return nil
		}
	}
	return nil
}
