package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// A gogoSyntax is the syntax of a Go file that gogo has generated.
type gogoSyntax struct {
	methods map[string][]*ast.FuncDecl // by the name of the type
	// sorted means that some method sorts the keys of a map: it has a variable such as keysForTotals.
	sorted bool
}

// syntax returns the syntax of the file at pos. The syntax of other packages has not been loaded, so the file is parsed, once.
func (g *gogoMessages) syntax(pos token.Pos) *gogoSyntax {
	name := g.fset.Position(pos).Filename
	if found := g.files[name]; found != nil {
		return found
	}
	found := &gogoSyntax{methods: map[string][]*ast.FuncDecl{}}
	g.files[name] = found
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return found // the package does not compile
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
			if star, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok && isIdent(star.X) {
				typ := star.X.(*ast.Ident).Name
				found.methods[typ] = append(found.methods[typ], fn)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found.sorted = found.sorted || ok && strings.HasPrefix(id.Name, "keysFor")
		return !found.sorted
	})
	return found
}

// readUnmarshal reads the fields that the method Unmarshal decodes. It has a case for each:
//
//	switch fieldNum {
//	case 1:
//		if wireType != 2 {
//			return fmt.Errorf("proto: wrong wireType = %d for field Name", wireType)
//		}
func (m *GogoMessage) readUnmarshal(methods []*ast.FuncDecl) {
	for _, fn := range methods {
		if fn.Name.Name != "Unmarshal" {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			s, ok := n.(*ast.SwitchStmt)
			if !ok || !isIdent(s.Tag, "fieldNum") {
				return true
			}
			for _, c := range s.Body.List {
				c := c.(*ast.CaseClause)
				if len(c.List) == 1 {
					m.Fields[intOf(c.List[0])] = gogoField(c)
				}
			}
			return false
		})
	}
}

// gogoField returns the field that a case of the method Unmarshal decodes. A packed list has a second wire type, which comes after that of its elements.
func gogoField(c *ast.CaseClause) GogoMethodField {
	f := GogoMethodField{Wire: -1}
	ast.Inspect(c, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.BinaryExpr:
			if f.Wire < 0 && isIdent(x.X, "wireType") {
				f.Wire = intOf(x.Y)
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(x.Value); x.Kind == token.STRING && err == nil && f.Name == "" {
				_, f.Name, _ = strings.Cut(text, " for field ")
			}
		}
		return true
	})
	return f
}

// readMarshal reads which fields the methods whose names begin with Marshal refuse if they are nil:
//
//	if m.Name == nil {
//		return 0, new(proto.RequiredNotSetError)
//	}
func (m *GogoMessage) readMarshal(methods []*ast.FuncDecl) {
	for _, fn := range methods {
		if !strings.HasPrefix(fn.Name.Name, "Marshal") {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			if x, ok := n.(*ast.IfStmt); ok && nilField(x) != "" {
				m.Needs[nilField(x)] = true
			}
			return true
		})
	}
}

// nilField returns the name of the field of m for which the statement returns 0 and an error if the field is nil, or "".
func nilField(x *ast.IfStmt) string {
	cond, ok := x.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || !isIdent(cond.Y, "nil") {
		return ""
	}
	field, ok := cond.X.(*ast.SelectorExpr)
	if !ok || !isIdent(field.X, "m") {
		return ""
	}
	if len(x.Body.List) == 0 {
		return ""
	}
	ret, ok := x.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || intOf(ret.Results[0]) != 0 {
		return ""
	}
	return field.Sel.Name
}

// isIdent reports whether x is an identifier, and one of names unless there are none.
func isIdent(x ast.Expr, names ...string) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	for _, name := range names {
		if id.Name == name {
			return true
		}
	}
	return len(names) == 0
}

// intOf returns the value of an integer literal, or -1 for another expression.
func intOf(x ast.Expr) int {
	lit, ok := x.(*ast.BasicLit)
	if !ok {
		return -1
	}
	n, err := strconv.Atoi(lit.Value)
	if err != nil {
		return -1
	}
	return n
}
