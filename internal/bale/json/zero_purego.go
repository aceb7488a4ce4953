//go:build purego

package json

import (
	"math"
	"reflect"
)

// IsZero reports whether *v is zero. -0 is not, unlike in package reflect.
func IsZero[T any](v *T) bool { return isZero(reflect.ValueOf(v).Elem()) }

func isZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !isZero(v.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range v.Len() {
			if !isZero(v.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(v.Float()) == 0
	}
	return v.IsZero()
}
