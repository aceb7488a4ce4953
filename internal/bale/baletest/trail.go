package baletest

import (
	"fmt"
	"reflect"
)

// A Trail has the memory that a function has visited, or compared: the methods of a custom type may make values that contain themselves.
type Trail struct {
	depth int
	seen  map[Memory]bool
	noted []Memory // what is in seen, in the order in which it was added
}

// A Memory is what two pointers, slices or maps of a type refer to.
type Memory struct {
	a, b uintptr
	n    int // elements of a slice
	of   reflect.Type
}

// MostNested is the number of values inside each other that are visited.
const MostNested = 10_000

// enter reports whether the parts of a and b are to be visited. leave must be called afterwards.
func (t *Trail) enter(a, b reflect.Value) bool {
	t.depth++
	switch a.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
	default:
		return true
	}
	x := Memory{a: a.Pointer(), b: b.Pointer(), of: a.Type()}
	if a.Kind() == reflect.Slice {
		x.n = a.Len()
	}
	if t.seen[x] {
		return false
	}
	if t.seen == nil {
		t.seen = map[Memory]bool{}
	}
	t.seen[x] = true
	t.noted = append(t.noted, x)
	return true
}

// leave is called after enter, whatever it returned.
func (t *Trail) leave() { t.depth-- }

// try calls compare. If the values differ, it forgets what has been noted, since these parts may differ, too.
func (t *Trail) try(compare func() *Diff) *Diff {
	before := len(t.noted)
	d := compare()
	if d != nil {
		for _, x := range t.noted[before:] {
			delete(t.seen, x)
		}
		t.noted = t.noted[:before]
	}
	return d
}

// GoText returns a value as text in the syntax of Go. Package fmt does not end for a list or map that contains itself.
func GoText(x any) string {
	if Nested(reflect.ValueOf(x), 0) {
		return fmt.Sprintf("a %T, which contains itself or is nested too deep to be printed", x)
	}
	return fmt.Sprintf("%#v", x)
}

// Nested reports whether package fmt finds more than 100 values inside each other in v. It follows pointers only at the top.
func Nested(v reflect.Value, depth int) bool {
	if depth > 100 {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		return depth == 0 && Nested(v.Elem(), depth+1)
	case reflect.Interface:
		return Nested(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if Nested(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for x := v.MapRange(); x.Next(); {
			if Nested(x.Key(), depth+1) || Nested(x.Value(), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if Nested(v.Field(i), depth+1) {
				return true
			}
		}
	}
	return false
}
