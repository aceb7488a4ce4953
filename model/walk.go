package model

import "iter"

// Children yields the types that t consists of: the types of a struct's fields, the element of an array, slice or pointer, the key and
// the element of a map, and the members of an interface. The children of a Named are those of its Underlying. A Basic and a Time have
// none.
func Children(t Type) iter.Seq[Type] {
	return func(yield func(Type) bool) {
		switch u := Underlying(t).(type) {
		case *Struct:
			for _, f := range u.Fields {
				if !yield(f.Type) {
					return
				}
			}
		case *Array:
			yield(u.Elem)
		case *Slice:
			yield(u.Elem)
		case *Pointer:
			yield(u.Elem)
		case *Map:
			_ = yield(u.Key) && yield(u.Elem)
		case *Interface:
			for _, m := range u.Members {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// Walk calls visit for t and every type in it, each once and before its parts. It skips the parts of a type for which visit returns
// false.
func Walk(t Type, visit func(Type) bool) {
	walk(t, visit, map[Type]bool{})
}

func walk(t Type, visit func(Type) bool, seen map[Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if !visit(t) {
		return
	}
	for child := range Children(t) {
		walk(child, visit, seen)
	}
}

// Inline reports whether is holds for t, or for a type whose values are stored inside a value of t: in a struct's fields or an array's
// elements, at any depth.
func Inline(t Type, is func(Type) bool) bool {
	if is(t) {
		return true
	}
	switch Underlying(t).(type) {
	case *Struct, *Array:
		for child := range Children(t) {
			if Inline(child, is) {
				return true
			}
		}
	}
	return false
}

// ListElem returns the element of a slice or an array, or nil for other types.
func ListElem(t Type) Type {
	switch u := Underlying(t).(type) {
	case *Slice:
		return u.Elem
	case *Array:
		return u.Elem
	}
	return nil
}
