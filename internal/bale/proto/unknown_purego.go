//go:build purego

package proto

import "reflect"

// UnknownAt returns 0: without package unsafe, the unknown fields of a message of another package are read by its methods.
func UnknownAt(reflect.Type) uintptr { return 0 }

// BytesAt is not called if [UnknownAt] returns 0.
func BytesAt[T any](*T, uintptr) []byte { return nil }
