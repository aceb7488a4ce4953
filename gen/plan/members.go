package plan

import (
	"go/token"
	"slices"
	"strings"

	"bale/model"
)

// Members returns the member types of t if t is an interface with a declared union, and nil otherwise. Such a t is a *model.Named.
func Members(t model.Type) []model.Type {
	if i, ok := model.Underlying(t).(*model.Interface); ok {
		return i.Members
	}
	return nil
}

// HiddenUnion reports whether t is a union whose interface type package home cannot name, because another package does not export
// it. The interfaces of protobuf's oneof fields are an example.
func HiddenUnion(t model.Type, home string) bool {
	n, ok := t.(*model.Named)
	if ok && n.Alias {
		n, ok = n.Underlying.(*model.Named)
	}
	return ok && Members(t) != nil && n.Package != "" && n.Package != home && !token.IsExported(n.Name)
}

// UnnamedUnion returns the union without a declared type that x is, or that its lists, maps and pointers hold, or nil. It does not look
// into structs and named types.
func UnnamedUnion(x model.Type) *model.Named {
	if n, ok := x.(*model.Named); ok {
		if Members(n) != nil && n.Alias {
			return n
		}
		return nil
	}
	if _, ok := x.(*model.Struct); ok {
		return nil
	}
	for part := range model.Children(x) {
		if n := UnnamedUnion(part); n != nil {
			return n
		}
	}
	return nil
}

// HoldsUnion reports whether values of t hold a union.
func HoldsUnion(t model.Type) (holds bool) {
	model.Walk(t, func(x model.Type) bool {
		holds = holds || Members(x) != nil
		return !holds
	})
	return holds
}

// MemberPath returns the text for a union member in the path of an error, for code in package home.
func MemberPath(m model.Type, home string) string { return "(" + model.TypeText(m, home) + ")" }

// FullName returns the name of a type in the lock file of package home: with the import paths of other packages, and without
// spaces.
func FullName(t model.Type, home string) string {
	return strings.ReplaceAll(model.GoType(t, func(path string) string {
		if path == home {
			return ""
		}
		return path
	}), " ", "")
}

// IsPointer reports whether the underlying type of t is a pointer.
func IsPointer(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Pointer)
	return ok
}

// HasMarkedPart reports whether is holds for an unnamed part of type t. A directive at a field can mark such parts; a type with a marked
// part needs functions of its own, even if another type has the same Go spelling.
func HasMarkedPart(t model.Type, is func(model.Type) bool) bool {
	if is(t) {
		return true
	}
	switch t := t.(type) {
	case *model.Map:
		return HasMarkedPart(t.Key, is) || HasMarkedPart(t.Elem, is)
	case *model.Slice:
		return HasMarkedPart(t.Elem, is)
	case *model.Array:
		return HasMarkedPart(t.Elem, is)
	case *model.Pointer:
		return HasMarkedPart(t.Elem, is)
	case *model.Struct:
		return slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return HasMarkedPart(f.Type, is) })
	}
	return false
}
