package inspect

import (
	"reflect"
	"unsafe"
)

// readBytes is the number of bytes whose reading counts as much as that of one value.
const readBytes = 64

// Read reads v and all memory that it refers to, and calls no methods. Invalid memory makes it panic or ends the process. Read reads memory
// with several pointers to it once, so v may be cyclic. It returns false if it stopped after limit values, each of which has at most
// readBytes bytes.
func Read(v reflect.Value, limit int) (complete bool) {
	r := &reader{left: limit, walker: walker{once: func(reflect.Type) bool { return true }}}
	r.push(v)
	for len(r.todo) > 0 {
		if r.left <= 0 {
			return false
		}
		r.value(r.pop())
	}
	return r.left > 0
}

// reader is a walker that reads memory, as far as the limit allows.
type reader struct {
	walker
	left int
	sum  byte // uses the bytes that are read
}

// bytes reads b, as far as the limit allows.
func (r *reader) bytes(b []byte) {
	if most := r.left * readBytes; len(b) > most {
		b, r.left = b[:max(most, 0)], 0
	}
	r.left -= len(b) / readBytes
	for _, c := range b {
		r.sum += c
	}
}

// value reads v, and adds the values that it contains or refers to to the list.
func (r *reader) value(v reflect.Value) {
	r.left--
	switch v.Kind() {
	case reflect.String:
		r.bytes(unsafe.Slice(unsafe.StringData(v.String()), v.Len()))
	case reflect.Slice:
		if v.Len() > 0 && r.first(v) {
			if PlainType(v.Type().Elem()) {
				r.bytes(ElementMemory(v))
			} else {
				r.elements(v)
			}
		}
	case reflect.Array:
		if !PlainType(v.Type()) {
			r.elements(v)
		}
	case reflect.Pointer:
		if !v.IsNil() && r.first(v) {
			r.push(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			r.push(v.Elem())
		}
	case reflect.Map:
		if !v.IsNil() && r.first(v) {
			for it := v.MapRange(); r.left > 0 && it.Next(); r.left-- {
				r.push(it.Key())
				r.push(it.Value())
			}
		}
	case reflect.Struct:
		r.fields(v)
	}
}

func (r *reader) elements(v reflect.Value) {
	for k := 0; k < v.Len() && r.left > 0; k++ {
		r.push(v.Index(k))
		r.left--
	}
}
