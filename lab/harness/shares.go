package harness

import (
	"reflect"
	"time"
)

// shares reports whether a copy of the memory of v has addresses that may not be replaced: of what an interface, a function or a
// struct with unexported fields leads to, which is copied as it stands, or of a time's location other than UTC and Local. Values of which a message has such addresses are
// kept for it. They are not kept without need: when the collector went over 4,096 of them again and again, the floor took 1.12 times
// bale/compact's time to decode small, and without them 1.03 times.
func shares(v reflect.Value) bool {
	if !holdsPointers(v.Type()) {
		return false
	}
	switch v.Kind() {
	case reflect.String:
		return false
	case reflect.Pointer:
		return !v.IsNil() && shares(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if shares(v.Index(i)) {
				return true
			}
		}
		return false
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if shares(it.Key()) || shares(it.Value()) {
				return true
			}
		}
		return false
	case reflect.Struct:
		return structShares(v)
	}
	return !v.IsZero()
}

func structShares(v reflect.Value) bool {
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
		if shares(v.Field(i)) {
			return true
		}
	}
	return false
}

// holdsPointers reports whether values of t are more than numbers. A recursive type is so by what leads back to it.
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
