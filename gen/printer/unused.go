package printer

import (
	"go/ast"
	"go/token"
)

// unused returns the edits that remove unused variables from a function, which the compiler refuses: variables of range loops and
// type switches, and variables that are set to an expression without calls. So code can be printed with a variable that later code
// may or may not use.
func unused(text string, file *ast.File, d ast.Decl) []edit {
	u := &unusedVars{text: text, file: file, uses: map[any]int{}, removed: map[*ast.AssignStmt]bool{}}
	if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
		u.function(f)
	}
	return u.edits
}

// An unusedVars collects the edits for a function.
type unusedVars struct {
	text    string
	file    *ast.File
	uses    map[any]int // number of uses by declared object, including the declaration
	removed map[*ast.AssignStmt]bool
	edits   []edit
}

// function adds the edits for a function.
func (u *unusedVars) function(f *ast.FuncDecl) {
	u.count(f, 1)
	for changed := true; changed; { // a removed statement may have had the only use of another variable
		changed = false
		eachStmt(f, func(s ast.Stmt) {
			if a, ok := s.(*ast.AssignStmt); ok && !u.removed[a] && a.Tok == token.DEFINE && u.allUnused(a.Lhs) && !calls(a) {
				u.removed[a], changed = true, true
				u.count(a, -1)
				u.cutLine(a)
			}
		})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			u.loop(n)
		case *ast.TypeSwitchStmt:
			if a, ok := n.Assign.(*ast.AssignStmt); ok && u.allUnused(a.Lhs) {
				u.cut(a.Pos(), a.Rhs[0].Pos(), "")
			}
		case *ast.AssignStmt:
			u.partlyUnused(n)
		}
		return true
	})
}

// loop removes the unused variables of a range loop.
func (u *unusedVars) loop(n *ast.RangeStmt) {
	if n.Tok != token.DEFINE {
		return
	}
	key, value := blank(n.Key) || u.isUnused(n.Key), n.Value == nil || blank(n.Value) || u.isUnused(n.Value)
	switch {
	case n.Key == nil:
	case key && value:
		u.cut(n.Key.Pos(), n.Range, "")
	case value && n.Value != nil && !blank(n.Key):
		u.cut(n.Key.End(), n.Value.End(), "")
	case key && !blank(n.Key):
		u.cut(n.Key.Pos(), n.Key.End(), "_")
	}
}

// partlyUnused replaces unused variables by _ in a declaration that also declares used ones.
func (u *unusedVars) partlyUnused(n *ast.AssignStmt) {
	if n.Tok != token.DEFINE || u.removed[n] || len(n.Lhs) != len(n.Rhs) || len(n.Lhs) == 1 {
		return
	}
	for _, x := range n.Lhs {
		if u.isUnused(x) {
			u.cut(x.Pos(), x.End(), "_")
		}
	}
}

// allUnused reports whether all expressions in a list are unused variables.
func (u *unusedVars) allUnused(list []ast.Expr) bool {
	for _, x := range list {
		if !u.isUnused(x) {
			return false
		}
	}
	return true
}

// isUnused reports whether an expression is a variable that is declared there and not used.
func (u *unusedVars) isUnused(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Obj != nil && id.Name != "_" && u.uses[id.Obj] == 1
}

// count adds n to the uses of all variables in a part of a function.
func (u *unusedVars) count(part ast.Node, n int) {
	ast.Inspect(part, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && id.Obj != nil {
			u.uses[id.Obj] += n
		}
		return true
	})
}

// cutLine removes a statement, and the end of its line if nothing else follows on it.
func (u *unusedVars) cutLine(s ast.Stmt) {
	u.cut(s.Pos(), lineEnd(u.text, u.file, s.End()), "")
}

// cut replaces the text between two positions.
func (u *unusedVars) cut(from, to token.Pos, text string) {
	u.edits = append(u.edits, edit{int(from - u.file.FileStart), int(to - u.file.FileStart), text})
}

// eachStmt calls do for each statement in the function's blocks and cases.
func eachStmt(f *ast.FuncDecl, do func(ast.Stmt)) {
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for _, s := range list {
			do(s)
		}
		return true
	})
}

// blank reports whether an expression is the blank identifier.
func blank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// calls reports whether a statement contains calls, function literals or receive operations, which may have side effects.
func calls(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}
