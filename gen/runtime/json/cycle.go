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
	if e.Seen[key] {
		e.failCycle(v, key.typ)
		return false
	}
	if e.Seen == nil {
		e.Seen = map[place]bool{}
	}
	e.Seen[key] = true
	return true
}

// Leave is called after Enter.
func (e *Output) Leave(v any) { delete(e.Seen, placeOf(reflect.ValueOf(v))) }

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

var marshalers = []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}

// cycle returns the type of a pointer, slice or map that is inside itself by values that encoding/json encodes without methods, or by generated
// ones, and nil if there is none. done has what has been visited, and whether it is on the way to v.
func cycle(v reflect.Value, done map[place]bool) reflect.Type {
	if !v.IsValid() || !IsRoot(v.Type()) && slices.ContainsFunc(marshalers, v.Type().Implements) {
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
	inner := func(x reflect.Value) reflect.Type { return cycle(x, done) }
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
