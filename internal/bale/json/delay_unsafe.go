//go:build !purego

package json

import (
	"reflect"
	"unsafe"
)

// delays says whether texts are decoded before they have been checked: methods are called at the end, and what a text replaces in a used value is copied.
const delays = true

// moveDelayed makes the methods of calls decode into the elements of to instead of those of from, which were copied there.
func moveDelayed[T any](calls []delayed, from, to []T) {
	var zero T
	p, size := unsafe.Pointer(unsafe.SliceData(from)), uintptr(len(from))*unsafe.Sizeof(zero)
	for i := range calls {
		c := &calls[i]
		v := reflect.ValueOf(c.v)
		if at := v.Pointer() - uintptr(p); at < size {
			c.v = reflect.NewAt(v.Type().Elem(), unsafe.Add(unsafe.Pointer(unsafe.SliceData(to)), at)).Interface()
		}
	}
}
