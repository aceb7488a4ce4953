package harness

import (
	"reflect"
	"time"
)

// sharesMemory reports whether messages of the floor, which are copies of the memory of v, share memory with v: the values of interfaces,
// functions and structs with unexported fields, and locations of times other than UTC and Local. Such values must stay alive as long as their
// messages. Other values are not kept, because the collector would have to scan them: with 4,096 of them, the floor took 1.12 times
// bale/compact's time to decode small, instead of 1.03 times.
func sharesMemory(v reflect.Value) bool {
	if !holdsPointers(v.Type()) {
		return false
	}
	switch v.Kind() {
	case reflect.String:
		return false
	case reflect.Pointer:
		return !v.IsNil() && sharesMemory(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if sharesMemory(v.Index(i)) {
				return true
			}
		}
		return false
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if sharesMemory(it.Key()) || sharesMemory(it.Value()) {
				return true
			}
		}
		return false
	case reflect.Struct:
		return structSharesMemory(v)
	}
	return !v.IsZero()
}

// structSharesMemory is sharesMemory for structs.
func structSharesMemory(v reflect.Value) bool {
	if v.Type() == reflect.TypeFor[time.Time]() && v.CanInterface() {
		at := v.Interface().(time.Time).Location()
		return at != time.UTC && at != time.Local
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); !f.IsExported() && f.Type.Size() > 0 {
			return !v.IsZero()
		}
	}
	for i := range v.NumField() {
		if sharesMemory(v.Field(i)) {
			return true
		}
	}
	return false
}

// holdsPointers reports whether values of t may contain anything except booleans and numbers. It ends for recursive types, because recursion
// goes through a pointer, slice or map.
func holdsPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && holdsPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() > reflect.Complex128
}
