//go:build balesafe

package json

import "reflect"

// IsZero reports whether *v is zero.
func IsZero[T any](v *T) bool { return reflect.ValueOf(v).Elem().IsZero() }
