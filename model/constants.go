package model

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A Constant is a package-level constant of a named type, declared in the package of the type.
type Constant struct {
	Name  string
	Value string // a decimal number, or a quoted string
	Pos   string // file:line:column

	value constant.Value
}

// HasConstants reports whether t is a named type whose constants [Set.Constants] returns: one of integers or strings.
func HasConstants(t Type) bool {
	n, ok := t.(*Named)
	if !ok {
		return false
	}
	b, ok := n.Underlying.(*Basic)
	return ok && (b.Kind.Signed() || b.Kind.Unsigned() || b.Kind == String)
}

// Constants returns the constants of each type, with numbers in ascending order, and strings and bools in the order of the names. It leaves out
// the constants of the standard library, which keep their values, and constants in files with a build constraint that the file of the
// type does not have. constraint returns the build constraint of a file.
func (s *Set) Constants(list []*Named, constraint func(name string, file *ast.File) string) map[*Named][]*Constant {
	constants := map[*Named][]*Constant{}
	for _, n := range list {
		path, _ := n.declaration()
		if p := s.sources[path]; p != nil && p.Module != nil { // a package of the standard library has no module
			r := &constantReader{pkg: p.Package, places: newPlaces(s.dir, p.Fset), constraint: constraint}
			constants[n] = r.of(n)
		}
	}
	return constants
}

// A constantReader finds the constants of types in the package that declares them.
type constantReader struct {
	pkg        *packages.Package
	places     *places
	constraint func(name string, file *ast.File) string
}

// of returns the constants of type n.
func (r *constantReader) of(n *Named) []*Constant {
	scope, key := r.pkg.Types.Scope(), DeclaredKey(n)
	_, declared := n.declaration()
	var list []*Constant
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || types.TypeString(types.Unalias(c.Type()), (*types.Package).Path) != key || c.Val().Kind() == constant.Unknown {
			continue
		}
		if in := r.constraintAt(c.Pos()); in == "" || in == r.constraintAt(scope.Lookup(declared).Pos()) {
			list = append(list, &Constant{Name: name, Value: c.Val().ExactString(), Pos: r.places.of(c), value: c.Val()})
		}
	}
	slices.SortFunc(list, func(a, b *Constant) int {
		if kind := a.value.Kind(); kind == constant.String || kind == constant.Bool {
			return cmp.Compare(a.Name, b.Name)
		}
		return cmp.Or(constant.Sign(constant.BinaryOp(a.value, token.SUB, b.value)), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// constraintAt returns the build constraint of the file at pos, or "" if it has none.
func (r *constantReader) constraintAt(pos token.Pos) string {
	for _, file := range r.pkg.Syntax {
		if file.FileStart <= pos && pos <= file.FileEnd {
			return r.constraint(r.pkg.Fset.File(pos).Name(), file)
		}
	}
	return ""
}
