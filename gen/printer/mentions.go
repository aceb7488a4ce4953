package printer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

// usesOf returns what the identifiers of a file refer to, as far as the file tells. Types of the user are not declared in it. They are checked as structs
// without fields, so that the types of helpers with such arguments are known.
func usesOf(fset *token.FileSet, file *ast.File) map[*ast.Ident]types.Object {
	text, declared := "package p\n", map[string]bool{}
	for _, id := range file.Unresolved {
		if !declared[id.Name] && types.Universe.Lookup(id.Name) == nil {
			declared[id.Name] = true
			text += "type " + id.Name + " struct{}\n"
		}
	}
	files := []*ast.File{file}
	if stubs, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution); err == nil {
		files = append(files, stubs)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := &types.Config{Error: func(error) {}}
	conf.Check("p", fset, files, info) // has errors, which do not matter
	return info.Uses
}

// mentionedNames returns the names in a declaration. A method is mentioned as "type.name" if its type is known, and as ".name" if it is not: of an interface,
// or of a variable whose type the file does not declare. Fields of known types are not mentioned.
func mentionedNames(d ast.Decl, uses map[*ast.Ident]types.Object) []string {
	var list []string
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			list = append(list, methodNames(uses[n.Sel], n.Sel.Name)...)
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			list = append(list, n.Name)
		}
		return true
	}
	ast.Inspect(d, visit)
	return list
}

// methodNames returns the name by which a method is mentioned, and nothing if obj is a field. obj is nil if it is not known.
func methodNames(obj types.Object, name string) []string {
	switch obj := obj.(type) {
	case *types.Var:
		return nil
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil {
			if t := ownerOf(recv.Type()); t != "" {
				return []string{t + "." + name}
			}
		}
	}
	return []string{"." + name}
}

// ownerOf returns the name of the type of a receiver, or "" if it is an interface.
func ownerOf(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && !types.IsInterface(n) {
		return n.Obj().Name()
	}
	return ""
}
