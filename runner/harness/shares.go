package harness

import (
	"reflect"
	"time"

	"bale/runner/inspect"
)

// sharesMemory reports whether messages of the floor, which are copies of the memory of v, share memory with v: the values of interfaces,
// functions and structs with unexported fields, and locations of times other than UTC and Local. Such values must stay alive as long as their
// messages. Other values are not kept, because the collector would have to scan them: with 4,096 of them, the floor took 1.12 times
// bale/compact's time to decode small, instead of 1.03 times.
func sharesMemory(v reflect.Value) (shares bool) {
	inspect.Walk(v, func(v reflect.Value) (into bool) {
		if shares || !holdsPointers(v.Type()) {
			return false
		}
		switch v.Kind() {
		case reflect.String, reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			return true
		case reflect.Struct:
			shares, into = structSharesMemory(v)
			return into
		}
		shares = !v.IsZero()
		return false
	})
	return shares
}

// structSharesMemory is sharesMemory for structs. If it returns false, but true for into, the fields decide.
func structSharesMemory(v reflect.Value) (shares, into bool) {
	if v.Type() == reflect.TypeFor[time.Time]() && v.CanInterface() {
		at := v.Interface().(time.Time).Location()
		return at != time.UTC && at != time.Local, false
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); !f.IsExported() && f.Type.Size() > 0 {
			return !v.IsZero(), false
		}
	}
	return false, true
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
