// Package memory is called by the floor's adapters. It packs values into messages that can be decoded by copying, as images of memory
// or as streams.
//
// An image consists of the memory of the value, followed by everything that it points to, in one run of elements for each element type.
// An address is replaced by the offset of its target's image in the message, plus Low.
//
// The package is compiled inside the measured module, under another import path. So it imports only the standard library, and needs no
// Go version newer than 1.22.
package memory

import (
	"errors"
	"reflect"
	"runtime"
	"unsafe"
)

// Low is added to the offsets that replace addresses. They are then lower than any heap address of Go, so that the garbage collector
// ignores them, and different from zero, which is nil.
const Low = 1 << 16

// ErrShort is returned for bytes that are not a message.
var ErrShort = errors.New("the message has another length than it says")

// A Run is the position of the elements of one type in a message.
type Run struct {
	At uintptr // offset
	N  int
}

// Entries takes the place of a map: the map's pointer is replaced by its address.
type Entries struct {
	Pairs Run // of struct{Key, Elem}
}

// A Layout describes how the values of a type are packed. A message begins with a head, declared by the generated code: the length of
// the message, the position of the value, and the Run of each of the Slabs.
type Layout struct {
	Slabs, Pairs reflect.Type // structs of slices
	Home         string       // import path of the package whose unexported fields are also copied
}

// Images holds messages to copy, for the values in the slice that begins at Base. They have the minimum length of a message of the
// value: all strings, and the significant bytes of each number. They cannot be decoded.
type Images[T any] struct {
	List [][]byte
	Base uintptr
	keep []any // also the values, so that no others get the same addresses
}

// Prepare makes the images of values that are encoded repeatedly.
func Prepare[T any](l *Layout, values []T) (Images[T], error) {
	m := Images[T]{Base: uintptr(unsafe.Pointer(unsafe.SliceData(values))), keep: []any{values}}
	p := newPacker(l)
	for i := range values {
		p.needed = 0
		if err := p.try(reflect.TypeFor[T](), unsafe.Pointer(&values[i])); err != nil {
			return m, err
		}
		image, owner := outsideHeap(max(p.needed, 1))
		for k := range image {
			image[k] = byte(k) | 1 // pages that are never written would all map to one page of zeros
		}
		m.List, m.keep = append(m.List, image), append(m.keep, owner)
	}
	return m, nil
}

// Pack makes the message of a value. Types with hidden fields are copied as they are, so the value must outlive a message that contains
// addresses in them.
func Pack[T any](l *Layout, v *T) ([]byte, error) {
	t := reflect.TypeFor[T]()
	p := newPacker(l)
	if err := p.try(t, unsafe.Pointer(v)); err != nil {
		return nil, err
	}
	b := p.place(t, unsafe.Pointer(v))
	if err := p.try(t, unsafe.Pointer(&b[p.value])); err != nil {
		return nil, err
	}
	p.finish(b)
	runtime.KeepAlive(v)
	return b, nil
}

// String returns the string whose image is s, in the copy at to of a run that begins at from.
func String(s string, from uintptr, to unsafe.Pointer) string {
	if len(s) == 0 {
		return ""
	}
	return unsafe.String((*byte)(unsafe.Add(to, uintptr(unsafe.Pointer(unsafe.StringData(s)))-from)), len(s))
}

// Slice is String for a slice.
func Slice[E any](s []E, from uintptr, to unsafe.Pointer) []E {
	switch {
	case s == nil:
		return nil
	case len(s) == 0:
		return []E{}
	}
	return unsafe.Slice((*E)(unsafe.Add(to, uintptr(unsafe.Pointer(unsafe.SliceData(s)))-from)), len(s))
}

// Pointer is String for a pointer.
func Pointer[E any](p *E, from uintptr, to unsafe.Pointer) *E {
	if p == nil {
		return nil
	}
	return (*E)(unsafe.Add(to, uintptr(unsafe.Pointer(p))-from))
}

// Clone returns a copy of the string whose image is s, in the message at b.
func Clone(b unsafe.Pointer, s string) string {
	if len(s) == 0 {
		return ""
	}
	from := Elements[byte](b, unsafe.Pointer(unsafe.StringData(s)), len(s))
	to := make([]byte, len(from))
	copy(to, from)
	return unsafe.String(unsafe.SliceData(to), len(to))
}

// Text returns the string whose image is s, in the message at b.
func Text(b unsafe.Pointer, s string) string {
	if len(s) == 0 {
		return ""
	}
	return unsafe.String((*byte)(unsafe.Add(b, uintptr(unsafe.Pointer(unsafe.StringData(s)))-Low)), len(s))
}

// Present returns s, or an empty slice if s is nil.
func Present[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s
}

// Elements returns the n elements of type E whose image has the address at, in the message at b. It returns nil if n is 0: the address
// could be after the end of the message, in another object.
func Elements[E any](b, at unsafe.Pointer, n int) []E {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Add(b, uintptr(at)-Low)), n)
}

// Slab returns the elements of a run in the message at b.
func Slab[E any](b unsafe.Pointer, r Run) []E {
	if r.N == 0 {
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Add(b, r.At)), r.N)
}

// Words returns the part of the message at b between two offsets as words. from is a multiple of 8, and to is rounded up.
func Words(b unsafe.Pointer, from, to uintptr) []uint64 {
	if from == to {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Add(b, from)), (to-from+7)/8)
}
