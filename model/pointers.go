package model

import "go/types"

// HoldsPointers reports whether the memory of a value of t contains pointers, including those in fields that are left out. Memory
// allocated for other elements may be reused for a t only if it contains none. It is true for a struct that was not loaded.
func HoldsPointers(t Type) bool {
	switch u := Underlying(t).(type) {
	case *Basic:
		return u.Kind == String
	case *Array:
		return u.Len > 0 && HoldsPointers(u.Elem)
	case *Struct:
		return u.source == nil || holdsPointers(u.source)
	}
	return true
}

// Pointee returns the type that pointers of type t finally point to: t itself if it is no pointer, and nil if t leads only to pointers, as
// type P *P does.
func Pointee(t Type) Type {
	for seen := map[Type]bool{}; !seen[t]; {
		p, ok := Underlying(t).(*Pointer)
		if !ok {
			return t
		}
		seen[t] = true
		t = p.Elem
	}
	return nil
}

func holdsPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsBoolean|types.IsNumeric) == 0
	case *types.Array:
		return u.Len() > 0 && holdsPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
