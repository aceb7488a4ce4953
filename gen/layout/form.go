package layout

import (
	"slices"

	"bale/gen/plan"
	"bale/schema"
)

// Form returns what the lock file calls a t in formats whose fields have numbers, for code in package home: "[]Line".
func Form(t schema.Type, home string) string { return formOf(t, home, nil).String() }

// formOf is the type that Form prints. Structs, unions, and what holds itself, are called by their names: those in around hold t.
func formOf(t schema.Type, home string, around []*schema.Named) *Type {
	if n, ok := t.(*schema.Named); ok {
		if m := plan.Marshals(n, home); m != "" {
			return &Type{Op: Custom, Name: plan.FullName(n, home), Method: m}
		}
		if slices.Contains(around, n) {
			return &Type{Op: Ref, Name: plan.FullName(n, home)}
		}
		around = append(slices.Clone(around), n)
	}
	inner := func(t schema.Type) *Type { return formOf(t, home, around) }
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return &Type{Op: Basic, Name: u.Kind.String()}
	case *schema.Time:
		return &Type{Op: Time}
	case *schema.Slice:
		return &Type{Op: Slice, Elem: inner(u.Elem)}
	case *schema.Array:
		return &Type{Op: Array, Len: u.Len, Elem: inner(u.Elem)}
	case *schema.Pointer:
		return &Type{Op: Pointer, Elem: inner(u.Elem)}
	case *schema.Map:
		return &Type{Op: Map, Key: inner(u.Key), Elem: inner(u.Elem)}
	}
	if n, ok := t.(*schema.Named); ok && !n.Alias {
		return &Type{Op: Ref, Name: plan.FullName(n, home)}
	}
	if _, ok := schema.Underlying(t).(*schema.Interface); ok {
		return &Type{Op: Ref, Name: "union"}
	}
	return &Type{Op: Ref, Name: "struct"}
}

// Reads reports whether a value of the form to holds each value of the form from, where both are written alike. A pointer is what it
// points at.
func Reads(from, to string) bool {
	a, restA := parseType(from)
	b, restB := parseType(to)
	return from == to || a != nil && b != nil && restA == "" && restB == "" && reads(a, b)
}

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
		return from.Name == to.Name || holds(KindOf(from.Name), KindOf(to.Name))
	}
	return from.Name == to.Name && from.Method == to.Method
}

// readsInside is reads for elements, keys and values. Lists and maps in them have to be the same, and so do pointers to
// these and to pointers: the form of a field does not say how what they hold is written.
func readsInside(from, to *Type) bool {
	from, to = from.pointed(), to.pointed()
	if from.isSimple() && to.isSimple() || from.isText() && to.isText() {
		return reads(from, to)
	}
	return from.String() == to.String()
}

// pointed returns what a pointer points at, if that is simple.
func (t *Type) pointed() *Type {
	if t.Op == Pointer && t.Elem.isSimple() {
		return t.Elem
	}
	return t
}

// isSimple reports whether t is no pointer, list or map.
func (t *Type) isSimple() bool { return t.Op != Pointer && t.Op != Map && !t.isList() }

func (t *Type) isList() bool { return t.Op == Slice || t.Op == Array }

// isText reports whether t is a string, or a list that can have its bytes.
func (t *Type) isText() bool {
	return t.Op == Basic && t.Name == schema.String.String() || t.isList() && t.Elem.Op == Basic && t.Elem.Name == schema.Uint8.String()
}

// holds reports whether a number of kind to can be each one of kind from.
func holds(from, to schema.Kind) bool {
	switch from {
	case schema.Bool:
		return to.Unsigned()
	case schema.Float32:
		return to == schema.Float64
	case schema.Complex64:
		return to == schema.Complex128
	}
	return Wider(from, to)
}
