package plan

import (
	"go/token"
	"slices"
	"strings"

	"bale/schema"
)

// Members are the types that a value of t may have, where t is an interface whose union has been declared; else nil.
// Such a t is a *schema.Named.
func Members(t schema.Type) []schema.Type {
	if i, ok := schema.Underlying(t).(*schema.Interface); ok {
		return i.Members
	}
	return nil
}

// HiddenUnion reports whether t is a union whose interface type package home cannot name: another package does not export it, as
// those of oneof fields.
func HiddenUnion(t schema.Type, home string) bool {
	n, ok := t.(*schema.Named)
	if ok && n.Alias {
		n, ok = n.Underlying.(*schema.Named)
	}
	return ok && Members(t) != nil && n.Package != "" && n.Package != home && !token.IsExported(n.Name)
}

// Member is a type of a union in the path of an error, for code in package home.
func Member(m schema.Type, home string) string { return "(" + Spell(m, home) + ")" }

// Spell spells a type as messages do, for code in package home: with other packages called by the ends of their paths.
func Spell(t schema.Type, home string) string {
	return schema.GoType(t, func(path string) string {
		if path == home {
			return ""
		}
		return Base(path)
	})
}

// FullName is what a type is called in the lock file of package home: with the import paths of other packages, and without spaces.
func FullName(t schema.Type, home string) string {
	return strings.ReplaceAll(schema.GoType(t, func(path string) string {
		if path == home {
			return ""
		}
		return path
	}), " ", "")
}

// Base is the end of a path.
func Base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// Points reports whether t is a pointer, with a name or without.
func Points(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Pointer)
	return ok
}

// Marked reports whether is holds for a part of a type without a name, which a directive at a field has marked: where it
// is called what another one is that has no such part, it has functions of its own.
func Marked(t schema.Type, is func(schema.Type) bool) bool {
	if is(t) {
		return true
	}
	switch t := t.(type) {
	case *schema.Map:
		return Marked(t.Key, is) || Marked(t.Elem, is)
	case *schema.Slice:
		return Marked(t.Elem, is)
	case *schema.Array:
		return Marked(t.Elem, is)
	case *schema.Pointer:
		return Marked(t.Elem, is)
	case *schema.Struct:
		return slices.ContainsFunc(t.Fields, func(f *schema.Field) bool { return Marked(f.Type, is) })
	}
	return false
}
