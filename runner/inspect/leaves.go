package inspect

import "reflect"

// Leaves returns the number of items in v that a serializer handles one by one: numbers, strings, byte slices and byte arrays, times,
// lengths of slices and maps, and pointers. As in [Size], memory of a type that can hold itself counts once.
func Leaves(v reflect.Value) int {
	n := 0
	Walk(v, func(v reflect.Value) (into bool) {
		switch v.Kind() {
		case reflect.Array:
			into = v.Type().Elem().Kind() != reflect.Uint8
			if into {
				return true
			}
		case reflect.Struct:
			if into = !v.Type().ConvertibleTo(timeType); into {
				return true
			}
		case reflect.Slice:
			into = v.Type().Elem().Kind() != reflect.Uint8
		case reflect.Pointer, reflect.Interface, reflect.Map:
			into = true
		}
		n++
		return into
	})
	return n
}
