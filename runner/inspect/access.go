package inspect

import (
	"bytes"
	"reflect"
	"time"
	"unsafe"
)

// Accessible removes reflect's restriction on values obtained through unexported fields. v must be addressable.
func Accessible(v reflect.Value) reflect.Value {
	if v.CanInterface() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// Addressable returns v if it is addressable, else an addressable copy.
func Addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return Accessible(v)
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// Instant returns a pointer to the time in v, which is addressable and of class Timestamp.
func Instant(v reflect.Value) *time.Time {
	return (*time.Time)(v.Addr().UnsafePointer())
}

// Memory returns the n bytes at p.
func Memory(p unsafe.Pointer, n uintptr) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(p), n)
}

// ElementMemory returns the memory of a slice's elements. Slices with identical memory are equal.
func ElementMemory(v reflect.Value) []byte {
	return Memory(v.UnsafePointer(), uintptr(v.Len())*v.Type().Elem().Size())
}

// SameMemory reports whether the memory of two addressable values of one type is identical. If it is, they are equal; equal values may
// have different memory.
func SameMemory(a, b reflect.Value) bool {
	n := a.Type().Size()
	return bytes.Equal(Memory(a.Addr().UnsafePointer(), n), Memory(b.Addr().UnsafePointer(), n))
}

// Entry is a key and its value in a map, both addressable.
type Entry struct {
	Key, Value reflect.Value
}

// Entries returns copies of the entries of m, in no particular order.
func Entries(m reflect.Value) []Entry {
	all := make([]Entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		e := Entry{reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()}
		e.Key.SetIterKey(it)
		e.Value.SetIterValue(it)
		all = append(all, e)
	}
	return all
}
