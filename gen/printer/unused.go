package printer

import (
	"go/ast"
	"go/token"
	"strings"
)

// unused returns the edits that take variables out of functions that declare them and do not use them, which the compiler refuses: those of
// loops over ranges, of type switches, and those that are set to an expression without calls. So whoever prints code can declare a
// variable for what may be printed behind it.
func unused(text string, file *ast.File) []edit {
	u := &unusedVars{text: text, file: file, uses: map[any]int{}, gone: map[*ast.AssignStmt]bool{}}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			u.function(f)
		}
	}
	return u.edits
}

type unusedVars struct {
	text  string
	file  *ast.File
	uses  map[any]int // by what the parser resolves a name to, with the declaration
	gone  map[*ast.AssignStmt]bool
	edits []edit
}

func (u *unusedVars) function(f *ast.FuncDecl) {
	u.count(f, 1)
	for again := true; again; { // what is taken out may have had the only use of another variable
		again = false
		eachStmt(f, func(s ast.Stmt) {
			if a, ok := s.(*ast.AssignStmt); ok && !u.gone[a] && a.Tok == token.DEFINE && u.all(a.Lhs) && !calls(a) {
				u.gone[a], again = true, true
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
			if a, ok := n.Assign.(*ast.AssignStmt); ok && u.all(a.Lhs) {
				u.cut(a.Pos(), a.Rhs[0].Pos(), "")
			}
		case *ast.AssignStmt:
			u.some(n)
		}
		return true
	})
}

// loop takes out the variables of a loop.
func (u *unusedVars) loop(n *ast.RangeStmt) {
	if n.Tok != token.DEFINE {
		return
	}
	key, value := u.free(n.Key), n.Value == nil || blank(n.Value) || u.free(n.Value)
	switch {
	case key && value:
		u.cut(n.Key.Pos(), n.Range, "")
	case value && n.Value != nil && !blank(n.Key):
		u.cut(n.Key.End(), n.Value.End(), "")
	case key:
		u.cut(n.Key.Pos(), n.Key.End(), "_")
	}
}

// some takes out variables that are declared together with others that are used.
func (u *unusedVars) some(n *ast.AssignStmt) {
	if n.Tok != token.DEFINE || u.gone[n] || len(n.Lhs) != len(n.Rhs) || len(n.Lhs) == 1 {
		return
	}
	for _, x := range n.Lhs {
		if u.free(x) {
			u.cut(x.Pos(), x.End(), "_")
		}
	}
}

func (u *unusedVars) all(list []ast.Expr) bool {
	for _, x := range list {
		if !u.free(x) {
			return false
		}
	}
	return true
}

// free reports whether an expression is a variable that is declared there and not used.
func (u *unusedVars) free(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Obj != nil && u.uses[id.Obj] == 1
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

// cutLine takes a statement out, with the end of its line if nothing else is on it.
func (u *unusedVars) cutLine(s ast.Stmt) {
	end := s.End()
	if strings.HasPrefix(u.text[end-u.file.FileStart:], "\n") {
		end++
	}
	u.cut(s.Pos(), end, "")
}

func (u *unusedVars) cut(from, to token.Pos, text string) {
	u.edits = append(u.edits, edit{int(from - u.file.FileStart), int(to - u.file.FileStart), text})
}

// eachStmt calls do for the statements in all lists of statements.
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

func blank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// calls reports whether there are calls in a statement: they may do more than to return something.
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
