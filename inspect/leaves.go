package inspect

import "reflect"

// Leaves returns the number of items in v that a serializer handles one by one: numbers, strings, byte slices and byte arrays, times,
// lengths of slices and maps, and pointers.
func Leaves(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return 1
		}
		return 1 + Leaves(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return 1
		}
		return 1 + leavesOfAll(v)
	case reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return 1
		}
		return leavesOfAll(v)
	case reflect.Map:
		n := 1
		for it := v.MapRange(); it.Next(); {
			n += Leaves(it.Key()) + Leaves(it.Value())
		}
		return n
	case reflect.Struct:
		if v.Type().ConvertibleTo(timeType) {
			return 1
		}
		n, internal := 0, omittedFields(v.Type())
		for k := 0; k < v.NumField(); k++ {
			if internal == nil || !internal[k] {
				n += Leaves(v.Field(k))
			}
		}
		return n
	}
	return 1
}

func leavesOfAll(v reflect.Value) int {
	n := 0
	for k := 0; k < v.Len(); k++ {
		n += Leaves(v.Index(k))
	}
	return n
}
