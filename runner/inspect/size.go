package inspect

import "reflect"

// Size returns the memory size of v and everything it points to, in bytes, without spare capacity. Memory with two pointers to it
// counts twice, but what it refers to counts once if its type can hold itself. A map counts as its keys and values.
func Size(v reflect.Value) int64 {
	if !v.IsValid() {
		return 0
	}
	n := int64(v.Type().Size())
	Walk(v, func(v reflect.Value) (into bool) {
		n += referredSize(v)
		return v.Kind() != reflect.Slice && v.Kind() != reflect.Array || !PlainType(v.Type().Elem())
	})
	return n
}

// referredSize returns the size of the memory that v directly refers to.
func referredSize(v reflect.Value) int64 {
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size())
	case reflect.Slice:
		return int64(v.Len()) * int64(v.Type().Elem().Size())
	case reflect.Map:
		return int64(v.Len()) * int64(v.Type().Key().Size()+v.Type().Elem().Size())
	}
	return 0
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
