package inspect

import "reflect"

// Clone returns a copy of v that shares no memory with it, except for functions, channels, the locations of times and the internal
// fields of protobuf messages.
func Clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	unshare(c)
	return c
}

// unshare replaces everything that v, which is addressable, shares with the value that it was copied from.
func unshare(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type().ConvertibleTo(timeType) {
			return
		}
		internal := omittedFields(v.Type())
		for k := 0; k < v.NumField(); k++ {
			if internal == nil || !internal[k] {
				unshare(Accessible(v.Field(k)))
			}
		}
	case reflect.Array:
		unshareAll(v)
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(s, v)
		unshareAll(s)
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
		for _, e := range Entries(v) {
			unshare(e.Key)
			unshare(e.Value)
			m.SetMapIndex(e.Key, e.Value)
		}
		v.Set(m)
	case reflect.String:
		v.SetString(string(append([]byte(nil), v.String()...)))
	}
}

func unshareAll(v reflect.Value) {
	if PlainType(v.Type().Elem()) {
		return
	}
	for k := 0; k < v.Len(); k++ {
		unshare(v.Index(k))
	}
}
