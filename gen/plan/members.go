package plan

import (
	"go/token"
	"slices"
	"strings"

	"bale/schema"
)

// Members returns the member types of t if t is an interface with a declared union, and nil otherwise. Such a t is a *schema.Named.
func Members(t schema.Type) []schema.Type {
	if i, ok := schema.Underlying(t).(*schema.Interface); ok {
		return i.Members
	}
	return nil
}

// HiddenUnion reports whether t is a union whose interface type package home cannot name, because another package does not export
// it. The interfaces of protobuf's oneof fields are an example.
func HiddenUnion(t schema.Type, home string) bool {
	n, ok := t.(*schema.Named)
	if ok && n.Alias {
		n, ok = n.Underlying.(*schema.Named)
	}
	return ok && Members(t) != nil && n.Package != "" && n.Package != home && !token.IsExported(n.Name)
}

// MemberPath returns the text for a union member in the path of an error, for code in package home.
func MemberPath(m schema.Type, home string) string { return "(" + schema.TypeText(m, home) + ")" }

// FullName returns the name of a type in the lock file of package home: with the import paths of other packages, and without
// spaces.
func FullName(t schema.Type, home string) string {
	return strings.ReplaceAll(schema.GoType(t, func(path string) string {
		if path == home {
			return ""
		}
		return path
	}), " ", "")
}

// IsPointer reports whether the underlying type of t is a pointer.
func IsPointer(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Pointer)
	return ok
}

// HasMarkedPart reports whether is holds for an unnamed part of type t. A directive at a field can mark such parts; a type with a marked
// part needs functions of its own, even if another type has the same Go spelling.
func HasMarkedPart(t schema.Type, is func(schema.Type) bool) bool {
	if is(t) {
		return true
	}
	switch t := t.(type) {
	case *schema.Map:
		return HasMarkedPart(t.Key, is) || HasMarkedPart(t.Elem, is)
	case *schema.Slice:
		return HasMarkedPart(t.Elem, is)
	case *schema.Array:
		return HasMarkedPart(t.Elem, is)
	case *schema.Pointer:
		return HasMarkedPart(t.Elem, is)
	case *schema.Struct:
		return slices.ContainsFunc(t.Fields, func(f *schema.Field) bool { return HasMarkedPart(f.Type, is) })
	}
	return false
}
