package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// pruneMembers removes the fields of the file's structs that no code mentions, and unused constants. It keeps the fields of structs with literals
// that have no names of fields, and of structs on one line: these stand for a type of the user, and pointers are converted between the two.
func pruneMembers(text string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	mentioned, positional := map[string]bool{}, map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			mentioned[n.Sel.Name] = true
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				mentioned[key.Name] = true
			}
		case *ast.CompositeLit:
			for _, elem := range n.Elts {
				if _, keyed := elem.(*ast.KeyValueExpr); !keyed {
					positional[typeName(n.Type)] = true
				}
				key, value := keyElemTypes(n.Type)
				if kv, ok := elem.(*ast.KeyValueExpr); ok {
					notePositional(positional, kv.Key, key)
					elem = kv.Value
				}
				notePositional(positional, elem, value)
			}
		}
		return true
	})
	s := &simplifier{text: text, file: file}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, spec := range g.Specs {
			t := spec.(*ast.TypeSpec)
			x, ok := t.Type.(*ast.StructType)
			if ok && !positional[t.Name.Name] && strings.Contains(text[x.Pos()-file.FileStart:x.End()-file.FileStart], "\n") {
				s.fields(x, mentioned)
			}
		}
	}
	s.constants()
	return applyEdits(text, s.edits), nil
}

// fields removes the fields of a struct that are not mentioned. Embedded ones stay.
func (s *simplifier) fields(x *ast.StructType, mentioned map[string]bool) {
	for _, f := range x.Fields.List {
		used := len(f.Names) == 0
		for _, name := range f.Names {
			used = used || mentioned[name.Name] || name.Name == "_"
		}
		if used {
			continue
		}
		from, to := f.Pos(), f.End()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		if f.Comment != nil {
			to = f.Comment.End()
		}
		s.cut(from, lineEnd(s.text, s.file, to), "")
	}
}

// typeName returns the name of the type of a literal, or "".
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	}
	return ""
}

// notePositional records the type of an element of a literal if the element is a literal without a type and without names of fields.
func notePositional(positional map[string]bool, elem, t ast.Expr) {
	x, ok := elem.(*ast.CompositeLit)
	if ok && x.Type == nil && slices.ContainsFunc(x.Elts, func(e ast.Expr) bool { _, keyed := e.(*ast.KeyValueExpr); return !keyed }) {
		positional[typeName(t)] = true
	}
}

// keyElemTypes returns the types of the keys and the elements of a list or map, or nil.
func keyElemTypes(t ast.Expr) (key, elem ast.Expr) {
	switch t := t.(type) {
	case *ast.ArrayType:
		return nil, t.Elt
	case *ast.MapType:
		return t.Key, t.Value
	}
	return nil, nil
}
