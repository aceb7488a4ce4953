package json

import "reflect"

// Kept returns a function that sets *v to the value that it has now. The result of a method UnmarshalJSON or UnmarshalText may depend on the value
// before, and encoding/json calls it again if the fast path gives up.
func Kept[T any](v *T) func() {
	old := *v
	return func() { *v = old }
}

// KeptMap is Kept for a map, to which the method may add entries.
func KeptMap[M ~map[K]V, K comparable, V any](v *M) func() {
	m, old := *v, make(map[K]V, len(*v))
	for k, x := range m {
		old[k] = x
	}
	return func() {
		clear(m)
		for k, x := range old {
			m[k] = x
		}
		*v = m
	}
}

// Restore undoes what methods have changed.
func (d *Input) Restore() {
	for i := len(d.Undo) - 1; i >= 0; i-- {
		d.Undo[i]()
	}
}

// HoldsNil reports whether an interface holds a nil pointer.
func HoldsNil(v any) bool {
	x := reflect.ValueOf(v)
	return x.Kind() == reflect.Pointer && x.IsNil()
}

// ZeroInterface reports whether an interface is zero: nil, or zero by a method IsZero that its type has. It does not call the method by reflect: a program
// that does so keeps all exported methods of its types.
func ZeroInterface[T any](v *T) bool {
	type zeroer interface{ IsZero() bool }
	x := any(*v)
	z, ok := x.(zeroer)
	return x == nil || ok && reflect.TypeFor[T]().Implements(reflect.TypeFor[zeroer]()) && (HoldsNil(x) || z.IsZero())
}
