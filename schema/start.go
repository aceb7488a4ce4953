package schema

import (
	"go/ast"
	"go/token"
	"go/types"
)

// start finds the functions that lead to one that panics, and keeps a program from calling these when it starts: the initial value of a
// variable that would is left out, and so is the body of an init function.
func (m *mender) start() {
	m.spread()
	for _, file := range m.files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if isInit(d) && d.Body != nil && m.callsBroken(d.Body) {
					m.breakFunc(d)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						m.startValue(file, v)
					}
				}
			}
		}
	}
}

func (m *mender) startValue(file *ast.File, s *ast.ValueSpec) {
	for _, v := range s.Values {
		if m.callsBroken(v) {
			m.clear(file, s) // what cannot be spelled stays, and panics
			return
		}
	}
}

// spread adds to the broken functions those of this package that were given another body, and those that call one.
func (m *mender) spread() {
	for more := true; more; {
		more = false
		for _, file := range m.files {
			for _, d := range file.Decls {
				d, ok := d.(*ast.FuncDecl)
				if !ok || d.Body == nil || isInit(d) {
					continue
				}
				if obj := m.info.Defs[d.Name]; !m.broken[obj] && (m.given[funcKey(d)] || m.callsBroken(d.Body)) {
					m.broken[obj], more = true, true
				}
			}
		}
	}
}

// callsBroken reports whether running n calls a function that panics. A function in n runs later, if ever.
func (m *mender) callsBroken(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || m.broken[m.callee(n.Fun)]
		}
		return !found
	})
	return found
}

// callee is the function that an expression names, or nil.
func (m *mender) callee(x ast.Expr) types.Object {
	switch x := ast.Unparen(x).(type) {
	case *ast.IndexExpr:
		return m.callee(x.X)
	case *ast.IndexListExpr:
		return m.callee(x.X)
	case *ast.SelectorExpr:
		return m.callee(x.Sel)
	case *ast.Ident:
		if fn, ok := m.info.Uses[x].(*types.Func); ok {
			return fn.Origin()
		}
	}
	return nil
}
