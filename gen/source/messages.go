package source

import (
	"go/ast"
	"slices"

	"bale/model"
)

// IsMessage reports whether protoc-gen-go or gogo has generated the type: it is a struct with the state that protoc-gen-go adds, or gogo has
// generated its methods.
func (d *Decl) IsMessage() bool {
	if d.Gogo {
		return true
	}
	s, ok := d.Spec.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		x, ok := f.Type.(*ast.SelectorExpr)
		return ok && x.Sel.Name == "MessageState"
	})
}

// MayBeMessage reports whether a type is a message, or is declared by the name of one. A type that is declared by the name of a type of another package
// may be one.
func (p *Package) MayBeMessage(d *Decl) bool {
	for range len(p.Decls) {
		switch x := ast.Unparen(d.Spec.Type).(type) {
		case *ast.SelectorExpr:
			return true
		case *ast.Ident:
			if d = p.Decls[x.Name]; d == nil {
				return false
			}
			if d.IsMessage() {
				return true
			}
		default:
			return false
		}
	}
	return false
}

// collectGogo finds the structs of the package for which gogo has generated methods, except for those that may have extensions.
func (p *Package) collectGogo() {
	methods := map[string]int{}
	for _, file := range p.Syntax {
		if len(file.Comments) == 0 || !slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool {
			return g.Pos() < file.Package && slices.ContainsFunc(g.List, func(x *ast.Comment) bool { return model.GogoFile([]byte(x.Text)) })
		}) {
			continue
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && slices.Contains(model.GogoMethods, fn.Name.Name) {
				if star, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
					if id, ok := star.X.(*ast.Ident); ok {
						methods[id.Name]++
					}
				}
			}
		}
	}
	for _, d := range p.Decls {
		d.Gogo = d.isOldMessage()
	}
	for name, n := range methods {
		if d := p.Decls[name]; d != nil && n == len(model.GogoMethods) {
			s, ok := d.Spec.Type.(*ast.StructType)
			d.Gogo = ok && d.Spec.TypeParams == nil && !slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
				return slices.ContainsFunc(model.FieldNames(f), func(id *ast.Ident) bool { return model.IsGogoExtensions(id.Name) })
			})
		}
	}
}

// isOldMessage reports whether protoc-gen-go before version 1.20, or gogo without methods, has generated the type: it is a struct with the
// fields that they add, and cannot have extensions.
func (d *Decl) isOldMessage() bool {
	s, ok := d.Spec.Type.(*ast.StructType)
	if !ok || d.Spec.TypeParams != nil {
		return false
	}
	old := false
	for _, f := range s.Fields.List {
		for _, id := range model.FieldNames(f) {
			if model.IsGogoExtensions(id.Name) {
				return false
			}
			old = old || id.Name == "XXX_unrecognized" || id.Name == "XXX_NoUnkeyedLiteral"
		}
	}
	return old
}
