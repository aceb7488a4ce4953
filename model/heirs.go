package model

import (
	"go/ast"
	"go/types"
	"slices"
)

// An Heir is a type that gets a method of a type that it embeds.
type Heir struct {
	Name          string // "" for a struct without a name
	Pos, Embedded string
	Local         bool // it is declared in a function
}

// Heirs returns the types of a package of the set that get the method of one of the named types by embedding it: those with names of the
// package, sorted by name, then the others in source order. Structs without names in the declarations of the named types are left out.
func (s *Set) Heirs(path, method string, names []string) (list []Heir) {
	src := s.root(path)
	if src == nil {
		return nil
	}
	scope := src.Types.Scope()
	for _, name := range scope.Names() {
		if obj, ok := scope.Lookup(name).(*types.TypeName); ok && !obj.IsAlias() {
			if of := src.inherits(obj.Type(), method, names); of != "" {
				list = append(list, Heir{Name: name, Pos: relativePos(s.dir, src.Fset.Position(obj.Pos()).String()), Embedded: of})
			}
		}
	}
	for _, file := range src.Syntax {
		list = append(list, s.heirsIn(src, file, method, names)...)
	}
	return list
}

// inherits returns which of the named types has the method of t, or "" if t has no such method or declares it.
func (src *source) inherits(t types.Type, method string, names []string) string {
	m := types.NewMethodSet(types.NewPointer(t)).Lookup(src.Types, method)
	if m == nil || len(m.Index()) == 1 {
		return ""
	}
	of := m.Obj().(*types.Func).Signature().Recv().Type()
	if p, ok := of.(*types.Pointer); ok {
		of = p.Elem()
	}
	n, ok := types.Unalias(of).(*types.Named)
	if !ok || n.Obj().Pkg() != src.Types || !slices.Contains(names, n.Obj().Name()) {
		return ""
	}
	return n.Obj().Name()
}

// heirsIn returns the heirs in a file that have no name or are declared in a function.
func (s *Set) heirsIn(src *source, file *ast.File, method string, names []string) (list []Heir) {
	depth := 0 // of functions
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			switch stack[len(stack)-1].(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				depth--
			}
			stack = stack[:len(stack)-1]
			return true
		}
		var heir Heir
		switch x := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			depth++
		case *ast.TypeSpec:
			if depth == 0 && slices.Contains(names, x.Name.Name) {
				return false
			}
		case *ast.StructType:
			pos := x.Pos()
			if spec, ok := stack[len(stack)-1].(*ast.TypeSpec); ok && !spec.Assign.IsValid() {
				heir.Name, pos = spec.Name.Name, spec.Pos()
			}
			if heir.Local = depth > 0; heir.Local || heir.Name == "" {
				heir.Embedded = src.inherits(src.typeOf(x), method, names)
				heir.Pos = relativePos(s.dir, src.Fset.Position(pos).String())
			}
		}
		if heir.Embedded != "" {
			list = append(list, heir)
		}
		stack = append(stack, n)
		return true
	})
	return list
}

// typeOf returns the type of a struct in the source.
func (src *source) typeOf(x *ast.StructType) types.Type {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if err := types.CheckExpr(src.Fset, src.Types, x.Pos(), x, info); err != nil {
		return types.NewStruct(nil, nil) // the package does not compile
	}
	return info.Types[x].Type
}
