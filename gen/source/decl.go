package source

import (
	"go/ast"
	"go/types"
)

// TakesMethods reports whether x is the name of a type of the package that can have methods, or of an alias of such a type.
func (p *Package) TakesMethods(x ast.Expr) bool {
	for range len(p.Decls) { // an alias may refer to itself
		name, ok := ast.Unparen(x).(*ast.Ident)
		if !ok {
			return false
		}
		d := p.Decls[name.Name]
		if d == nil || d.Spec.TypeParams != nil {
			return false
		}
		if x = d.Spec.Type; !d.Spec.Assign.IsValid() {
			return true
		}
	}
	return false
}

// KindWithoutMethods returns the kind of the type expression x if such a type cannot have methods, and "" otherwise. It does not know the
// types of other packages.
func (p *Package) KindWithoutMethods(x ast.Expr) string { return p.kindWithoutMethods(x, 0) }

func (p *Package) kindWithoutMethods(x ast.Expr, depth int) string {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return p.kindWithoutMethods(x.X, depth)
	case *ast.StarExpr:
		return "a pointer"
	case *ast.InterfaceType:
		return "an interface"
	case *ast.IndexExpr:
		return p.kindWithoutMethods(x.X, depth)
	case *ast.IndexListExpr:
		return p.kindWithoutMethods(x.X, depth)
	case *ast.Ident:
		d := p.Decls[x.Name]
		if obj, ok := types.Universe.Lookup(x.Name).(*types.TypeName); d == nil && ok && types.IsInterface(obj.Type()) {
			return "an interface"
		}
		if d != nil && depth < len(p.Decls) {
			return p.kindWithoutMethods(d.Spec.Type, depth+1)
		}
	}
	return ""
}

// IsSlice reports whether a type expression is a slice. It does not know the types of other packages.
func (p *Package) IsSlice(x ast.Expr) bool { return p.isSlice(x, 0) }

func (p *Package) isSlice(x ast.Expr, depth int) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return p.isSlice(x.X, depth)
	case *ast.ArrayType:
		return x.Len == nil
	case *ast.Ident:
		d := p.Decls[x.Name]
		return d != nil && depth < len(p.Decls) && p.isSlice(d.Spec.Type, depth+1)
	}
	return false
}

// MethodsOf returns the names of the hand-written methods of a type.
func (p *Package) MethodsOf(name string) []*ast.Ident {
	var list []*ast.Ident
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && len(fn.Recv.List) == 1 && receiver(fn.Recv.List[0].Type) == name {
				list = append(list, fn.Name)
			}
		}
	}
	return list
}

// receiver returns the name of the type that a method is declared on.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.ParenExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// Selects reports whether the package has a selector such as x.name.
func (p *Package) Selects(name string) (found bool) {
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			found = found || ok && x.Sel.Name == name
			return !found
		})
	}
	return found
}
