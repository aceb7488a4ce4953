package plan

import "bale/schema"

// IsText reports whether t is a string or a slice of bytes.
func IsText(t schema.Type) bool { return schema.IsKind(t, schema.String) || schema.IsBytes(t) }

// AnyPart reports whether is holds for t or for the elements of its lists, maps and pointers. It does not look into structs: their
// fields have directives of their own.
func AnyPart(t schema.Type, is func(schema.Type) bool) bool {
	seen := map[schema.Type]bool{}
	var look func(t schema.Type) bool
	look = func(t schema.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if is(t) {
			return true
		}
		switch u := schema.Underlying(t).(type) {
		case *schema.Slice:
			return look(u.Elem)
		case *schema.Array:
			return look(u.Elem)
		case *schema.Pointer:
			return look(u.Elem)
		case *schema.Map:
			return look(u.Key) || look(u.Elem)
		}
		return false
	}
	return look(t)
}
