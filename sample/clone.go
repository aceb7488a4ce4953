package sample

import "reflect"

// Clone is a copy of v that shares no memory with it. Functions, channels, the locations of
// times and the internal fields of protobuf messages stay shared.
func Clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	part(c)
	return c
}

// part replaces all that v, which is addressable, shares with the value it was copied from.
func part(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type().ConvertibleTo(timeType) {
			return
		}
		internal := internals(v.Type())
		for k := 0; k < v.NumField(); k++ {
			if internal == nil || !internal[k] {
				part(reach(v.Field(k)))
			}
		}
	case reflect.Array:
		partAll(v)
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(s, v)
		partAll(s)
		v.Set(s)
	case reflect.Pointer:
		if !v.IsNil() {
			v.Set(Clone(v.Elem()).Addr().Convert(v.Type()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(Clone(v.Elem()))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for _, e := range entries(v) {
			part(e.key)
			part(e.value)
			m.SetMapIndex(e.key, e.value)
		}
		v.Set(m)
	case reflect.String:
		v.SetString(string(append([]byte(nil), v.String()...)))
	}
}

func partAll(v reflect.Value) {
	if plainType(v.Type().Elem()) {
		return
	}
	for k := 0; k < v.Len(); k++ {
		part(v.Index(k))
	}
}
