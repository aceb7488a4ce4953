package json

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Enter is called for a value that v points to, or for a list or map v, that is nested deeper than MaxDepth. It reports whether encoding can go
// on. encoding/json looks for cycles, and from Go 1.27 on for a maximum depth. Only if it is active already, Enter looks for cycles.
func (e *Output) Enter(v any) bool {
	e.Failed = e.Failed || active.Load() == 0
	if e.Failed {
		return false
	}
	key := placeOf(reflect.ValueOf(v))
	if e.isInside(key) {
		e.failCycle(v, key.typ)
		return false
	}
	return true
}

// isInside reports whether a value with a place is inside itself, and notes the place until the value has been encoded.
func (e *Output) isInside(key place) bool {
	if e.Seen[key] {
		return true
	}
	if e.Seen == nil {
		e.Seen = map[place]bool{}
	}
	e.Seen[key] = true
	return false
}

// Leave is called after Enter.
func (e *Output) Leave(v any) { delete(e.Seen, placeOf(reflect.ValueOf(v))) }

// appendRoot appends v if its type, or that of what it points to, has generated code. It looks for cycles: a value with interfaces may hold itself, whether or
// not its type is recursive.
func (e *Output) appendRoot(b []byte, v any) ([]byte, bool) {
	if e.Depth++; e.Depth > MaxDepth && !e.enterAny(v) {
		return b, true
	}
	b, ok := e.Types.AppendRoot(e, b, v)
	if e.Depth > MaxDepth {
		e.leaveAny(v)
	}
	e.Depth--
	return b, ok
}

// enterAny reports whether encoding can go on with a value in an interface: it is not part of a cycle. A value without a place is another copy each time. If v
// is one, enterAny searches it, but only when the depth has doubled since the last search, and for short cycles: the search takes up to 1.4 kB of the stack
// for each level.
func (e *Output) enterAny(v any) bool {
	if e.Failed {
		return false
	}
	var t reflect.Type // of a cycle
	if key, ok := placeInAny(reflect.ValueOf(v)); ok {
		if e.isInside(key) {
			t = key.typ
		}
	} else if e.Depth >= e.nextSearch {
		e.nextSearch = 2 * e.Depth
		t = cycle(e.Types, reflect.ValueOf(v), map[place]bool{}, e.Depth/4)
	}
	if t != nil {
		e.failCycle(v, t)
	}
	return t == nil
}

// leaveAny is called after enterAny.
func (e *Output) leaveAny(v any) {
	if key, ok := placeInAny(reflect.ValueOf(v)); ok {
		delete(e.Seen, key)
	}
}

// placeInAny returns the place of a value in an interface, if it has one. It is not that of the same value outside of an interface.
func placeInAny(v reflect.Value) (place, bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		key := placeOf(v)
		key.n = -1 - key.n
		return key, true
	}
	return place{}, false
}

// failCycle notes the error of encoding/json for a value v that is inside itself by a t.
func (e *Output) failCycle(v any, t reflect.Type) {
	e.Failed, e.Err = true, &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: fmt.Sprintf("encountered a cycle via %s", t)}
}

// A place is where a pointer, list or map refers to.
type place struct {
	at  uintptr
	n   int // elements of a list
	typ reflect.Type
}

func placeOf(v reflect.Value) place {
	p := place{at: v.Pointer(), typ: v.Type()}
	if v.Kind() == reflect.Slice {
		p.n = v.Len()
	}
	return p
}

var (
	marshalers = []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}
	generated  = reflect.TypeFor[interface {
		AppendJSON(b []byte) ([]byte, error)
		DecodeJSON(b []byte) (int, error)
	}]()
)

// isOpaque reports whether encoding/json encodes a t by methods that are not generated. Each package has generated methods like those of generated. It
// does not look for methods by name: reflect's functions for that add 24 kB to a program.
func isOpaque(types Types, t reflect.Type) bool {
	return slices.ContainsFunc(marshalers, t.Implements) && !t.Implements(generated) && !types.IsRoot(t)
}

// maxLevels is the number of levels of a value for encoding/json that are searched for a cycle.
const maxLevels = 1 << 17

// cycle returns the type of a pointer, slice or map that is inside itself by values that encoding/json encodes without methods, or by generated
// ones, and nil if there is none in so many levels. done has what has been visited, and whether it is on the way to v.
func cycle(types Types, v reflect.Value, done map[place]bool, levels int) reflect.Type {
	if levels == 0 || !v.IsValid() || isOpaque(types, v.Type()) {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if v.IsNil() || v.Kind() == reflect.Slice && v.Len() == 0 {
			return nil
		}
		key := placeOf(v)
		if onWay, seen := done[key]; onWay {
			return v.Type()
		} else if seen {
			return nil
		}
		done[key] = true
		defer func() { done[key] = false }()
	}
	inner := func(x reflect.Value) reflect.Type { return cycle(types, x, done, levels-1) }
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return inner(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if t := inner(v.Index(i)); t != nil {
				return t
			}
		}
	case reflect.Map:
		for i := v.MapRange(); i.Next(); {
			if t := inner(i.Value()); t != nil {
				return t
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" {
				if t := inner(v.Field(i)); t != nil {
					return t
				}
			}
		}
	}
	return nil
}
