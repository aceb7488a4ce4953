package layout

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// Form returns the text for type t in the lock file, such as "[]Line", for formats with field numbers and code in package home.
func Form(t model.Type, home string) string { return formOf(t, home, nil).String() }

// formOf returns the type that Form prints. Structs, unions and types that contain themselves are referred to by name. around are
// the named types that contain t.
func formOf(t model.Type, home string, around []*model.Named) *Type {
	if n, ok := t.(*model.Named); ok {
		if m := plan.MethodSuffix(n, home); m != "" {
			return &Type{Op: Custom, Name: plan.FullName(n, home), Method: m}
		}
		if slices.Contains(around, n) {
			return &Type{Op: Ref, Name: plan.FullName(n, home)}
		}
		around = append(slices.Clone(around), n)
	}
	inner := func(t model.Type) *Type { return formOf(t, home, around) }
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return &Type{Op: Basic, Name: u.Kind.String()}
	case *model.Time:
		return &Type{Op: Time}
	case *model.Slice:
		return &Type{Op: Slice, Elem: inner(u.Elem)}
	case *model.Array:
		return &Type{Op: Array, Len: u.Len, Elem: inner(u.Elem)}
	case *model.Pointer:
		return &Type{Op: Pointer, Elem: inner(u.Elem)}
	case *model.Map:
		return &Type{Op: Map, Key: inner(u.Key), Elem: inner(u.Elem)}
	}
	if n, ok := t.(*model.Named); ok && !n.Alias {
		return &Type{Op: Ref, Name: plan.FullName(n, home)}
	}
	if _, ok := model.Underlying(t).(*model.Interface); ok {
		return &Type{Op: Ref, Name: "union"}
	}
	return &Type{Op: Ref, Name: "struct"}
}

// Holds reports whether a field of form f can hold each value of a field of form from, given that both are encoded alike. A pointer is
// treated like the value that it points to.
func (f NumberedForm) Holds(from NumberedForm) bool {
	return from.text == f.text || from.Type != nil && f.Type != nil && reads(from.Type, f.Type)
}

// reads reports whether a value of type to can hold each value of type from.
func reads(from, to *Type) bool {
	switch {
	case from.Op == Pointer:
		return reads(from.Elem, to)
	case to.Op == Pointer:
		return reads(from, to.Elem)
	case from.isList() && to.isList():
		return (to.Op == Slice || from.Op == Array && from.Len == to.Len) && readsInside(from.Elem, to.Elem)
	case from.isText() && to.isText():
		return to.Op != Array
	case from.Op != to.Op:
		return false
	case from.Op == Map:
		return readsInside(from.Key, to.Key) && readsInside(from.Elem, to.Elem)
	case from.Op == Basic:
		return from.Name == to.Name || canHold(kindOf(from.Name), kindOf(to.Name))
	}
	return from.Name == to.Name && from.Method == to.Method
}

// readsInside is reads for elements, keys and values. Lists and maps in them have to be equal, and so do pointers to lists, maps
// and pointers: the form of a field does not show how their contents are encoded.
func readsInside(from, to *Type) bool {
	from, to = from.indirect(), to.indirect()
	if from.isSimple() && to.isSimple() || from.isText() && to.isText() {
		return reads(from, to)
	}
	return from.String() == to.String()
}

// indirect returns the type that pointer t points to if that is simple, and t otherwise.
func (t *Type) indirect() *Type {
	if t.Op == Pointer && t.Elem.isSimple() {
		return t.Elem
	}
	return t
}

// isSimple reports whether t is neither a pointer nor a list nor a map.
func (t *Type) isSimple() bool { return t.Op != Pointer && t.Op != Map && !t.isList() }

// isList reports whether t is a slice or an array.
func (t *Type) isList() bool { return t.Op == Slice || t.Op == Array }

// isText reports whether t is a string or a list of bytes.
func (t *Type) isText() bool {
	return t.Op == Basic && t.Name == model.String.String() || t.isList() && t.Elem.Op == Basic && t.Elem.Name == model.Uint8.String()
}

// canHold reports whether a number of kind to can have each value of kind from.
func canHold(from, to model.Kind) bool {
	switch from {
	case model.Bool:
		return to.Unsigned()
	case model.Float32:
		return to == model.Float64
	case model.Complex64:
		return to == model.Complex128
	}
	return HoldsInteger(from, to)
}
