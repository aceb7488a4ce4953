package schema

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// CanWrite reports whether code in the package home can write the type t, which has no pointers, as Go source. It cannot write unexported
// types of other packages, structs with unexported or blank fields that are declared there, and types of internal packages that it
// cannot import. It returns false for types with pointers.
func CanWrite(t Type, home string) bool {
	switch t := t.(type) {
	case *Basic:
		return true
	case *Named:
		return CanName(t, home)
	case *Array:
		return CanWrite(t.Elem, home)
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
	case interface{ Elem() types.Type }:
		return canWriteSource(t.Elem(), home)
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() && f.Pkg().Path() != home || !canWriteSource(f.Type(), home) {
				return false
			}
		}
	}
	return true
}

// CanName reports whether code in the package home can refer to the name of n.
func CanName(n *Named, home string) bool {
	return (n.Package == "" || canName(n.Package, n.Name, home)) && !slices.ContainsFunc(n.Args, func(arg Type) bool {
		a, ok := arg.(*Named)
		return ok && !CanName(a, home)
	})
}

// canName reports whether code in the package home can refer to a name that another package declares.
func canName(importPath, name, home string) bool {
	return importPath == home || token.IsExported(name) && canImport(importPath, home)
}

// canImport reports whether the package home can import another one: a package in a folder "internal" can be imported only from the
// parent of that folder and the folders below it.
func canImport(importPath, home string) bool {
	parts := strings.Split(importPath, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == "internal" {
			parent := strings.Join(parts[:i], "/")
			return i > 0 && (home == parent || strings.HasPrefix(home, parent+"/"))
		}
	}
	return true
}

// Memory returns the Go source of a type without names whose values have the same layout in memory as those of t, which have no pointers.
// It includes the fields that are left out. It returns "" if t was not loaded.
func Memory(t Type) string {
	switch u := Underlying(t).(type) {
	case *Basic:
		return u.Kind.String()
	case *Array:
		if elem := Memory(u.Elem); elem != "" {
			return fmt.Sprintf("[%d]%s", u.Len, elem)
		}
	case *Struct:
		if u.source != nil {
			return sourceMemory(u.source)
		}
	}
	return ""
}

// sourceMemory is Memory for a type of go/types.
func sourceMemory(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return fmt.Sprintf("[%d]%s", u.Len(), sourceMemory(u.Elem()))
	case *types.Struct:
		var fields []string
		for f := range u.Fields() {
			fields = append(fields, "_ "+sourceMemory(f.Type()))
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	case *types.Basic:
		return u.Name()
	}
	return "*byte" // the element of an array without elements
}
