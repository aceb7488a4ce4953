package plan

import "bale/model"

// IsText reports whether t is a string or a slice of bytes.
func IsText(t model.Type) bool { return model.IsKind(t, model.String) || model.IsBytes(t) }

// AnyPart reports whether is holds for t or for the elements of its lists, maps and pointers. It does not look into structs: their
// fields have directives of their own.
func AnyPart(t model.Type, is func(model.Type) bool) bool {
	seen := map[model.Type]bool{}
	var look func(t model.Type) bool
	look = func(t model.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if is(t) {
			return true
		}
		switch u := model.Underlying(t).(type) {
		case *model.Slice:
			return look(u.Elem)
		case *model.Array:
			return look(u.Elem)
		case *model.Pointer:
			return look(u.Elem)
		case *model.Map:
			return look(u.Key) || look(u.Elem)
		}
		return false
	}
	return look(t)
}
