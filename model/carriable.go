package model

import "go/types"

// carriable reports whether t has a node. Every struct has one, since its fields that are not carriable are left out.
func carriable(t types.Type) bool {
	return carriableExcept(t, make(map[*types.Named]bool))
}

// carriableExcept is carriable for types that may refer to the types in visiting, which count as carriable.
func carriableExcept(t types.Type, visiting map[*types.Named]bool) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Bool <= t.Kind() && t.Kind() <= types.String
	case *types.Named:
		if visiting[t] || isTime(t) {
			return true
		}
		visiting[t] = true
		return carriableExcept(t.Underlying(), visiting)
	case *types.Array:
		return carriableExcept(t.Elem(), visiting)
	case *types.Slice:
		return carriableExcept(t.Elem(), visiting)
	case *types.Map:
		return carriableExcept(t.Key(), visiting) && carriableExcept(t.Elem(), visiting)
	case *types.Pointer:
		return carriableExcept(t.Elem(), visiting)
	case *types.Struct, *types.Interface:
		return true
	}
	return false
}

// isTime reports whether t is time.Time.
func isTime(t *types.Named) bool {
	obj := t.Obj()
	return obj.Name() == "Time" && obj.Pkg() != nil && obj.Pkg().Path() == "time"
}
