package sample

import (
	"bytes"
	"reflect"
	"time"
	"unsafe"
)

// accessible removes reflect's restriction on values obtained through unexported fields. v must be addressable.
func accessible(v reflect.Value) reflect.Value {
	if v.CanInterface() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// addressable returns v if it is addressable, else an addressable copy.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return accessible(v)
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// instant returns a pointer to the time in v, which is addressable and of class timestamp.
func instant(v reflect.Value) *time.Time {
	return (*time.Time)(v.Addr().UnsafePointer())
}

// memory returns the n bytes at p.
func memory(p unsafe.Pointer, n uintptr) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(p), n)
}

// sameMemory reports whether the memory of two addressable values of one type is identical. If it is, they are equal; equal values may
// have different memory.
func sameMemory(a, b reflect.Value) bool {
	n := a.Type().Size()
	return bytes.Equal(memory(a.Addr().UnsafePointer(), n), memory(b.Addr().UnsafePointer(), n))
}

// entry is a key and its value in a map, both addressable.
type entry struct {
	key, value reflect.Value
}

// entries returns copies of the entries of m, in no particular order.
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
