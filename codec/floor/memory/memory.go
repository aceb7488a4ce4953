// Package memory keeps the values that the floor copies from, and the bytes that it copies.
//
// All of it is prepared outside the timing, and is mapped outside the Go heap where the system
// can do that: so the collector has to do with what it has with any other codec.
//
// It is compiled inside the measured module, under another import path: so it imports the
// standard library only, and needs no Go newer than 1.22.
package memory

import (
	"encoding/binary"
	"errors"
	"reflect"
	"sync"
	"unsafe"
)

// Source is a packed value of type T: what its pointers lead to stands, by element type, in the
// slices of Slabs, a struct; all strings and byte slices are in the slice of bytes. The pointer
// in the place of a map is a *[]pair of its entries.
type Source[T, Slabs any] struct {
	Value T
	Slabs Slabs
	keep  []any
}

// Images are the messages of the values that stand in a row from Base.
type Images[T any] struct {
	List [][]byte
	Base uintptr
	keep []any // the values, too: no other can come to stand there
}

// A Layout says how the values of a type are packed.
type Layout struct {
	Slabs, Pairs reflect.Type // structs of slices
	Home         string       // import path of the package whose unexported fields are copied, too
}

// Prepare makes the images of values that are encoded again and again. They cannot be decoded:
// to remember what they stand for would keep the values alive.
func Prepare[T any](l *Layout, values []T) (Images[T], error) {
	m := Images[T]{Base: uintptr(unsafe.Pointer(unsafe.SliceData(values))), keep: []any{values}}
	var p *packer
	for i := range values {
		p = newPacker(l)
		if err := p.try(reflect.TypeFor[T](), unsafe.Pointer(&values[i])); err != nil {
			return m, err
		}
		m.add(p.leaf, 0)
	}
	return m, nil
}

func (m *Images[T]) add(leaf int, index uint64) {
	image, owner := outside(max(leaf, 8))
	for i := range image {
		image[i] = byte(i) | 1 // pages that were never written would all be one page of zeros
	}
	binary.LittleEndian.PutUint64(image, index)
	m.List, m.keep = append(m.List, image), append(m.keep, owner)
}

// The sources that messages can be decoded to.
var known struct {
	sync.Mutex
	first uint64 // index of list[0]; message 0 is none
	list  []entry
	bytes int // of all in list
}

type entry struct {
	source any
	bytes  int
}

// limit bounds what known holds: far more than the samples of a shape take, which is what has to
// be known at a time. The oldest go first.
const limit = 128 << 20

// Register packs one value, and makes the image that stands for it.
func Register[T, Slabs any](l *Layout, v *T) (Images[T], error) {
	m := Images[T]{Base: uintptr(unsafe.Pointer(v)), keep: []any{v}}
	s := &Source[T, Slabs]{Value: *v}
	p := newPacker(l)
	if err := p.try(reflect.TypeFor[T](), unsafe.Pointer(v)); err != nil {
		return m, err
	}
	leaf := p.leaf
	p.place(unsafe.Pointer(&s.Slabs))
	if err := p.try(reflect.TypeFor[T](), unsafe.Pointer(&s.Value)); err != nil {
		return m, err
	}
	s.keep = p.keep
	if p.shared {
		s.keep = append(s.keep, v)
	}
	known.Lock()
	defer known.Unlock()
	known.first = max(known.first, 1)
	m.add(leaf, known.first+uint64(len(known.list)))
	known.list = append(known.list, entry{s, p.bytes + 256})
	known.bytes += p.bytes + 256
	for known.bytes > limit && len(known.list) > 1 {
		known.bytes -= known.list[0].bytes
		known.list[0] = entry{}
		known.list = known.list[1:]
		known.first++
	}
	return m, nil
}

// Known is a copy of what messages stand for, so that nothing has to be locked to look one up.
type Known[T, Slabs any] struct {
	First uint64
	List  []*Source[T, Slabs] // nil for values of other types
}

// Refresh makes k hold the message b, if that stands for anything.
func (k *Known[T, Slabs]) Refresh(b []byte) (*Source[T, Slabs], error) {
	known.Lock()
	defer known.Unlock()
	k.First, k.List = known.first, nil
	for _, e := range known.list {
		s, _ := e.source.(*Source[T, Slabs])
		k.List = append(k.List, s)
	}
	if len(b) >= 8 {
		if i := binary.LittleEndian.Uint64(b) - k.First; i < uint64(len(k.List)) && k.List[i] != nil {
			return k.List[i], nil
		}
	}
	return nil, errors.New("the message stands for no value that is known")
}

// Move makes the pointer at p, into memory at from, a pointer to the same place of the copy at to.
// What starts with a pointer may stand at p: a string or a slice.
func Move(p unsafe.Pointer, from, to unsafe.Pointer) {
	if q := (*unsafe.Pointer)(p); *q != nil {
		*q = unsafe.Add(to, uintptr(*q)-uintptr(from))
	}
}
