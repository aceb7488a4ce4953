package printer

import (
	"go/ast"
	"go/token"
)

// constants removes the constants of groups that only keys of lists mention, together with the elements of these lists. The values of the
// constants have to be literals.
func (s *simplifier) constants() {
	specs := map[string]*ast.ValueSpec{}
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST || !g.Lparen.IsValid() {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Names) != 1 || len(v.Values) != 1 {
				continue
			}
			if _, ok := v.Values[0].(*ast.BasicLit); ok {
				specs[v.Names[0].Name] = v
			}
		}
	}
	elements := map[string][]*ast.KeyValueExpr{}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, x := range n.Values {
				ast.Inspect(x, s.mention(specs, elements))
			}
			return false
		}
		return s.mention(specs, elements)(n)
	})
	for name, v := range specs {
		to := v.End()
		if v.Comment != nil {
			to = v.Comment.End()
		}
		s.cut(v.Pos(), lineEnd(s.text, s.file, to), "")
		for _, e := range elements[name] {
			s.cutElement(e)
		}
	}
}

// mention returns a visitor that deletes the constants that code mentions from specs, and collects the elements of lists with constants as keys.
func (s *simplifier) mention(specs map[string]*ast.ValueSpec, elements map[string][]*ast.KeyValueExpr) func(ast.Node) bool {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if _, ok := n.Type.(*ast.ArrayType); !ok {
				return true
			}
			for _, x := range n.Elts {
				if e, ok := x.(*ast.KeyValueExpr); ok {
					if key, ok := e.Key.(*ast.Ident); ok {
						elements[key.Name] = append(elements[key.Name], e)
						x = e.Value
					}
				}
				ast.Inspect(x, visit)
			}
			return false
		case *ast.Ident:
			delete(specs, n.Name)
		}
		return true
	}
	return visit
}

// cutElement removes an element of a literal, with the comma after it.
func (s *simplifier) cutElement(e *ast.KeyValueExpr) {
	end := e.End()
	for at := int(end - s.file.FileStart); at < len(s.text) && (s.text[at] == ',' || s.text[at] == ' '); at++ {
		end++
	}
	s.cut(e.Pos(), lineEnd(s.text, s.file, end), "")
}
