package build

import (
	"go/ast"
	"go/token"
	"go/types"
)

// breakInit finds the functions that lead to one that panics, and keeps the program from calling them during initialization: it removes
// initial values of variables and bodies of init functions that call one.
func (m *mender) breakInit() {
	m.markBroken()
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
						m.clearBroken(file, v)
					}
				}
			}
		}
	}
}

func (m *mender) clearBroken(file *ast.File, s *ast.ValueSpec) {
	for _, v := range s.Values {
		if m.callsBroken(v) {
			m.clear(file, s) // a value whose type cannot be expressed remains, and panics
			return
		}
	}
}

// markBroken adds to the broken functions those of this package whose body was replaced, and those that call a broken function.
func (m *mender) markBroken() {
	for more := true; more; {
		more = false
		for _, file := range m.files {
			for _, d := range file.Decls {
				d, ok := d.(*ast.FuncDecl)
				if !ok || d.Body == nil || isInit(d) {
					continue
				}
				if obj := m.info.Defs[d.Name]; !m.broken[obj] && (m.replaced[funcKey(d)] || m.callsBroken(d.Body)) {
					m.broken[obj], more = true, true
				}
			}
		}
	}
}

// callsBroken reports whether executing n calls a function that panics. Function literals in n are ignored: they run later, if at all.
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

// callee returns the function that an expression refers to, or nil.
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
