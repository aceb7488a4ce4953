// Package memory has what the floor's adapters call: it packs values into messages that can be decoded by copying alone, as
// images of memory or as streams.
//
// An image is the value itself as it is in memory, then everything that it points to, one run of elements for each element type.
// An address is replaced by the offset of its target's image in the message, plus Low.
//
// It is compiled inside the measured module, under another import path: so it imports the
// standard library only, and needs no Go newer than 1.22.
package memory

import (
	"errors"
	"reflect"
	"runtime"
	"unsafe"
)

// Low is added to offsets in the places of addresses. No heap of Go's is so low in memory, so that the collector passes over
// them, and none of them is zero, which is nil.
const Low = 1 << 16

// ErrShort says that bytes are no message.
var ErrShort = errors.New("the message has another length than it says")

// A Run is where the elements of one type stand in a message.
type Run struct {
	At uintptr // offset
	N  int
}

// Entries are what stands in the place of a map: its address is in the map's place.
type Entries struct {
	Pairs Run // of struct{Key, Elem}
}

// A Layout says how the values of a type are packed. A message begins with its length, where the value stands, and the
// Run of each of the Slabs: the head, as the generated code declares it.
type Layout struct {
	Slabs, Pairs reflect.Type // structs of slices
	Home         string       // import path of the package whose unexported fields are copied, too
}

// Images are messages to copy, of the values that stand in a row from Base. They are as long as any message of the value has
// to be: all text, and of each number the bytes that are not zero. They cannot be decoded.
type Images[T any] struct {
	List [][]byte
	Base uintptr
	keep []any // the values, too: no other can come to stand there
}

// Prepare makes the images of values that are encoded again and again.
func Prepare[T any](l *Layout, values []T) (Images[T], error) {
	m := Images[T]{Base: uintptr(unsafe.Pointer(unsafe.SliceData(values))), keep: []any{values}}
	p := newPacker(l)
	for i := range values {
		p.needed = 0
		if err := p.try(reflect.TypeFor[T](), unsafe.Pointer(&values[i])); err != nil {
			return m, err
		}
		image, owner := outside(max(p.needed, 1))
		for k := range image {
			image[k] = byte(k) | 1 // pages that were never written would all be one page of zeros
		}
		m.List, m.keep = append(m.List, image), append(m.keep, owner)
	}
	return m, nil
}

// Pack makes the message of a value. What cannot be looked into is copied as it is: the value has to outlive a message that holds
// the addresses of such things.
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

// String is the string whose image is s, in the copy at to of a run that starts at from.
func String(s string, from uintptr, to unsafe.Pointer) string {
	if len(s) == 0 {
		return ""
	}
	return unsafe.String((*byte)(unsafe.Add(to, uintptr(unsafe.Pointer(unsafe.StringData(s)))-from)), len(s))
}

// Slice is the same for a slice.
func Slice[E any](s []E, from uintptr, to unsafe.Pointer) []E {
	switch {
	case s == nil:
		return nil
	case len(s) == 0:
		return []E{}
	}
	return unsafe.Slice((*E)(unsafe.Add(to, uintptr(unsafe.Pointer(unsafe.SliceData(s)))-from)), len(s))
}

// Pointer is the same for a pointer.
func Pointer[E any](p *E, from uintptr, to unsafe.Pointer) *E {
	if p == nil {
		return nil
	}
	return (*E)(unsafe.Add(to, uintptr(unsafe.Pointer(p))-from))
}

// Clone is a copy of the string whose image is s, in the message at b.
func Clone(b unsafe.Pointer, s string) string {
	if len(s) == 0 {
		return ""
	}
	from := Elements[byte](b, unsafe.Pointer(unsafe.StringData(s)), len(s))
	to := make([]byte, len(from))
	copy(to, from)
	return unsafe.String(unsafe.SliceData(to), len(to))
}

// Text is the string whose image is s, in the message at b.
func Text(b unsafe.Pointer, s string) string {
	if len(s) == 0 {
		return ""
	}
	return unsafe.String((*byte)(unsafe.Add(b, uintptr(unsafe.Pointer(unsafe.StringData(s)))-Low)), len(s))
}

// Present is s, and an empty slice if s is nil.
func Present[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s
}

// Elements are the n elements of type E whose image's address is at, in the message at b. For none there is no pointer:
// where they would stand, the message may have ended and another object begun.
func Elements[E any](b, at unsafe.Pointer, n int) []E {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Add(b, uintptr(at)-Low)), n)
}

// Slab are the elements of a run of the message at b.
func Slab[E any](b unsafe.Pointer, r Run) []E {
	if r.N == 0 {
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Add(b, r.At)), r.N)
}

// Words are the message at b from an offset to another, rounded up, as words. The offset is a multiple of 8.
func Words(b unsafe.Pointer, from, to uintptr) []uint64 {
	if from == to {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Add(b, from)), (to-from+7)/8)
}
