package inspect

import "reflect"

// Size returns the memory size of v and everything it points to, in bytes, without spare capacity. Memory with two pointers to it
// counts twice. A map counts as its keys and values.
func Size(v reflect.Value) int64 {
	if !v.IsValid() {
		return 0
	}
	return int64(v.Type().Size()) + pointedSize(v)
}

// pointedSize returns the size of everything that v points to.
func pointedSize(v reflect.Value) int64 {
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return Size(v.Elem())
	case reflect.Slice:
		return int64(v.Len())*int64(v.Type().Elem().Size()) + pointedSizeAll(v)
	case reflect.Array:
		return pointedSizeAll(v)
	case reflect.Map:
		var n int64
		for it := v.MapRange(); it.Next(); {
			n += Size(it.Key()) + Size(it.Value())
		}
		return n
	case reflect.Struct:
		if v.Type().ConvertibleTo(timeType) { // times share their locations
			return 0
		}
		var n int64
		internal := omittedFields(v.Type())
		for k := 0; k < v.NumField(); k++ {
			if internal == nil || !internal[k] {
				n += pointedSize(v.Field(k))
			}
		}
		return n
	}
	return 0
}

// pointedSizeAll returns the size of everything that the elements of v point to.
func pointedSizeAll(v reflect.Value) int64 {
	if PlainType(v.Type().Elem()) {
		return 0
	}
	var n int64
	for k := 0; k < v.Len(); k++ {
		n += pointedSize(v.Index(k))
	}
	return n
}

// PlainType reports whether values of t contain no pointers.
func PlainType(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() == 0 || PlainType(t.Elem())
	case reflect.Struct:
		for k := 0; k < t.NumField(); k++ {
			if !PlainType(t.Field(k).Type) {
				return false
			}
		}
		return true
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	}
	return false
}
