package model

import (
	"go/types"
	"slices"
)

// HoldsLock reports whether a value of t holds a lock, which must not be copied. As for go vet, that is a value that has methods Lock and Unlock if it is
// addressable. A lock behind a pointer does not count.
func HoldsLock(t Type) bool {
	switch u := Underlying(t).(type) {
	case *Struct:
		if n, ok := t.(*Named); ok && slices.Contains(n.Methods.Names, "Lock") && slices.Contains(n.Methods.Names, "Unlock") {
			return true
		}
		return u.source != nil && holdsLock(u.source)
	case *Array:
		return HoldsLock(u.Elem)
	}
	return false
}

func holdsLock(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsLock(u.Elem())
	case *types.Struct:
		methods := types.NewMethodSet(types.NewPointer(t))
		if methods.Lookup(nil, "Lock") != nil && methods.Lookup(nil, "Unlock") != nil {
			return true
		}
		for i := range u.NumFields() {
			if holdsLock(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}
