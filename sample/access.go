package sample

import (
	"bytes"
	"reflect"
	"time"
	"unsafe"
)

// reach lifts reflect's ban on values that were got through unexported fields. v must be
// addressable.
func reach(v reflect.Value) reflect.Value {
	if v.CanInterface() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// addressable is v itself, or a copy of it that can be addressed.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return reach(v)
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// instant is the time in v, which is addressable and of class clock.
func instant(v reflect.Value) *time.Time {
	return (*time.Time)(v.Addr().UnsafePointer())
}

// memory is the n bytes at p.
func memory(p unsafe.Pointer, n uintptr) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(p), n)
}

// sameMemory reports whether two addressable values of one type are bit by bit the same,
// and therefore equal. (The reverse does not hold.)
func sameMemory(a, b reflect.Value) bool {
	n := a.Type().Size()
	return bytes.Equal(memory(a.Addr().UnsafePointer(), n), memory(b.Addr().UnsafePointer(), n))
}

// entry is one key and value of a map, both addressable.
type entry struct {
	key, value reflect.Value
}

// entries is a copy of the entries of m, in no order.
func entries(m reflect.Value) []entry {
	all := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		e := entry{reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()}
		e.key.SetIterKey(it)
		e.value.SetIterValue(it)
		all = append(all, e)
	}
	return all
}
