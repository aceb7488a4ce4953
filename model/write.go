package model

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// CanWrite reports whether code in the package home can write the type t as Go source. It cannot write unexported types of other packages,
// structs with unexported or blank fields that are declared there, and types of internal packages that it cannot import. It returns
// false for interfaces without a name.
func CanWrite(t Type, home string) bool {
	switch t := t.(type) {
	case *Basic, *Time:
		return true
	case *Named:
		return CanName(t, home)
	case *Array:
		return CanWrite(t.Elem, home)
	case *Slice:
		return CanWrite(t.Elem, home)
	case *Pointer:
		return CanWrite(t.Elem, home)
	case *Map:
		return CanWrite(t.Key, home) && CanWrite(t.Elem, home)
	case *Struct:
		return t.source != nil && canWriteSource(t.source, home)
	}
	return false
}

// canWriteSource is CanWrite for a type of go/types.
func canWriteSource(t types.Type, home string) bool {
	switch t := t.(type) {
	case interface {
		Obj() *types.TypeName
		TypeArgs() *types.TypeList
	}: // a type with a name, or an alias
		if pkg := t.Obj().Pkg(); pkg != nil && !canName(pkg.Path(), t.Obj().Name(), home) {
			return false
		}
		for arg := range t.TypeArgs().Types() {
			if !canWriteSource(arg, home) {
				return false
			}
		}
	case *types.Map:
		return canWriteSource(t.Key(), home) && canWriteSource(t.Elem(), home)
	case interface{ Elem() types.Type }:
		return canWriteSource(t.Elem(), home)
	case *types.Interface:
		return t.Empty()
	case *types.Signature:
		return t.Params().Len()+t.Results().Len() == 0
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() && f.Pkg().Path() != home || !canWriteSource(f.Type(), home) {
				return false
			}
		}
	}
	return true
}

// CanCopy reports whether code in the package home can declare a struct with fields of the types that those of t have.
func CanCopy(t *Struct, home string) bool {
	for f := range t.source.Fields() {
		if !canWriteSource(f.Type(), home) {
			return false
		}
	}
	return true
}

// CanName reports whether code in the package home can refer to the name of n.
func CanName(n *Named, home string) bool {
	return (n.Package == "" || canName(n.Package, n.Name, home)) && !slices.ContainsFunc(n.Args, func(arg Type) bool { return !CanWrite(arg, home) })
}

// HidesName reports whether code in the package home cannot refer to the name of n or to one in its type arguments.
func HidesName(n *Named, home string) bool {
	return n.Package != "" && !canName(n.Package, n.Name, home) || slices.ContainsFunc(n.Args, func(arg Type) bool { return hidesName(arg, home) })
}

// hidesName is HidesName for a type argument.
func hidesName(t Type, home string) bool {
	switch t := t.(type) {
	case *Named:
		return HidesName(t, home)
	case *Map:
		return hidesName(t.Key, home) || hidesName(t.Elem, home)
	case *Pointer:
		return hidesName(t.Elem, home)
	}
	elem := ListElem(t)
	return elem != nil && hidesName(elem, home)
}

// canName reports whether code in the package home can refer to a name that another package declares.
func canName(importPath, name, home string) bool {
	return importPath == home || token.IsExported(name) && CanImport(importPath, home)
}

// CanImport reports whether the package home can import another one: a package in a folder "internal" can be imported only from the
// parent of that folder and the folders below it.
func CanImport(importPath, home string) bool {
	parts := strings.Split(importPath, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == "internal" {
			parent := strings.Join(parts[:i], "/")
			return i > 0 && (home == parent || strings.HasPrefix(home, parent+"/"))
		}
	}
	return true
}

// CanWriteMemory reports whether code in the package home can name all types with names that EachInMemory visits for t and can write what
// they are, so that conversions in it no longer compile after one has changed.
func CanWriteMemory(t Type, home string) bool {
	can := true
	EachInMemory(t, func(part Type) {
		can = can && CanWrite(part, home) && CanWrite(Underlying(part), home)
	})
	return can
}

// EachInMemory calls visit for t and for each type whose values are stored inside a value of t, at any depth, including those in fields
// that are left out. t must have no pointers. visit may get a type more than once, and gets nil for an instance of a generic type in
// a field that is left out.
func EachInMemory(t Type, visit func(Type)) {
	visit(t)
	switch u := Underlying(t).(type) {
	case *Array:
		if u.Len > 0 {
			EachInMemory(u.Elem, visit)
		}
	case *Struct:
		for f := range u.source.Fields() {
			EachInMemory(u.fieldInMemory(f), visit)
		}
	}
}

// fieldInMemory returns the type of a field. The field may be left out.
func (s *Struct) fieldInMemory(source *types.Var) Type {
	for _, f := range s.Fields {
		if f.Name == source.Name() {
			return f.Type
		}
	}
	return inMemory(source.Type())
}

// inMemory returns the node of a type without pointers, or nil for an instance of a generic type. Nodes of structs have no Fields.
func inMemory(t types.Type) Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return &Basic{Kind: Kind(t.Kind())}
	case *types.Array:
		return &Array{Len: t.Len(), Elem: inMemory(t.Elem())}
	case *types.Struct:
		return &Struct{source: t}
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return &Named{Package: t.Obj().Pkg().Path(), Name: t.Obj().Name(), Underlying: inMemory(t.Underlying())}
		}
	}
	return nil
}
