package json

import (
	"reflect"
	"slices"
)

// Types describes the types of a package with generated code. The generated code of the package declares the one type that implements it.
type Types interface {
	// AppendRoot appends v if its type is one for which methods are generated, or a pointer to it, and reports whether it did.
	AppendRoot(e *Output, b []byte, v any) ([]byte, bool)
	// IsRoot reports whether methods are generated for t, or for what it points to.
	IsRoot(t reflect.Type) bool
	// Original returns the type for which t stands in encoding/json, or t if it stands for none.
	Original(t reflect.Type) reflect.Type
}

// IsOneOf reports whether t, or what it points to, is one of some types.
func IsOneOf(t reflect.Type, types ...reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return slices.Contains(types, t)
}

// OriginalOf returns t with the types for which others stand. originals has them by the types that stand for them. Only code with such types calls it:
// the functions of package reflect that make types add 0.1 MB to a program.
func OriginalOf(t reflect.Type, originals map[reflect.Type]reflect.Type) reflect.Type {
	if t == nil {
		return nil
	}
	switch o := originals[t]; {
	case o != nil:
		return o
	case t.Name() != "":
		return t
	}
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(OriginalOf(t.Elem(), originals))
	case reflect.Slice:
		return reflect.SliceOf(OriginalOf(t.Elem(), originals))
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), OriginalOf(t.Elem(), originals))
	case reflect.Map:
		return reflect.MapOf(t.Key(), OriginalOf(t.Elem(), originals))
	}
	return t
}
