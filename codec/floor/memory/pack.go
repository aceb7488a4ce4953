package memory

import (
	"encoding"
	"fmt"
	"math/bits"
	"reflect"
	"runtime"
	"time"
	"unsafe"
)

// A packer visits a value twice. The first visit counts the elements that the value refers to. After place, the second visit copies
// these into the message and continues in the copies.
type packer struct {
	layout *Layout
	slabs  map[reflect.Type]*slab
	pairs  map[reflect.Type]*slab // by map type
	maps   slab                   // of Entries
	order  []*slab                // in the order of the head
	placed bool
	base   unsafe.Pointer // the message
	value  uintptr        // offset of the value in the message
	needed int            // minimum number of bytes of a message of the value
	depth  int            // number of pointers, lists and maps around the part that is visited
}

// maxDepth is the maximum depth of a value. A value that contains itself exceeds it.
const maxDepth = 100_000

type slab struct {
	elem   reflect.Type
	n, at  int // number of elements, and of elements that have been copied
	offset uintptr
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// headWords is the number of words before the runs of a head: the message's length, and the offset of the value.
const headWords = 2

func newPacker(l *Layout) *packer {
	p := &packer{layout: l, slabs: map[reflect.Type]*slab{}, pairs: map[reflect.Type]*slab{}, maps: slab{elem: reflect.TypeFor[Entries]()}}
	for i := 0; i < l.Slabs.NumField(); i++ {
		s := &slab{elem: l.Slabs.Field(i).Type.Elem()}
		p.slabs[s.elem] = s
		p.order = append(p.order, s)
	}
	for i := 0; i < l.Pairs.NumField(); i++ {
		s := &slab{elem: l.Pairs.Field(i).Type.Elem()}
		p.pairs[reflect.MapOf(s.elem.Field(0).Type, s.elem.Field(1).Type)] = s
	}
	return p
}

// place allocates memory for the counted elements, and copies the value into it.
func (p *packer) place(t reflect.Type, v unsafe.Pointer) []byte {
	end := (headWords + 2*uintptr(len(p.order))) * unsafe.Sizeof(uintptr(0))
	take := func(size uintptr) uintptr {
		at := (end + 15) &^ 15
		end = at + size
		return at
	}
	p.value = take(t.Size())
	list := append(append([]*slab{}, p.order...), &p.maps)
	for _, s := range p.pairs {
		list = append(list, s)
	}
	for _, s := range list {
		s.offset = take(uintptr(s.n) * s.elem.Size())
	}
	end = (end + 7) &^ 7
	words := make([]uint64, end/8) // aligned for anything
	p.base = unsafe.Pointer(unsafe.SliceData(words))
	b := unsafe.Slice((*byte)(p.base), end)
	copy(b[p.value:], unsafe.Slice((*byte)(v), t.Size()))
	p.placed = true
	return b
}

// finish writes the head.
func (p *packer) finish(b []byte) {
	words := unsafe.Slice((*uintptr)(p.base), headWords+2*len(p.order))
	words[0], words[1] = uintptr(len(b)), p.value
	for i, s := range p.order {
		words[headWords+2*i], words[headWords+2*i+1] = s.offset, uintptr(s.n)
	}
}

// take returns the offset of the next n elements of a slab in the message, or 0 during the first visit.
func (p *packer) take(s *slab, n int) uintptr {
	if !p.placed {
		s.n += n
		return 0
	}
	s.at += n
	return s.offset + uintptr(s.at-n)*s.elem.Size()
}

// copyElements copies the n elements of type t at from into the message. It returns the address at which they are to be visited, and
// the address of their image.
func (p *packer) copyElements(t reflect.Type, from unsafe.Pointer, n int) (to, image unsafe.Pointer) {
	s := p.slabs[t]
	if s == nil {
		panic(fmt.Sprintf("no slab of %s", t))
	}
	at := p.take(s, n)
	if !p.placed {
		return from, nil
	}
	to = unsafe.Add(p.base, at)
	size := n * int(t.Size())
	copy(unsafe.Slice((*byte)(to), size), unsafe.Slice((*byte)(from), size))
	return to, address(at)
}

// address returns the value that replaces an address for the offset at.
func address(at uintptr) unsafe.Pointer {
	a := at + Low
	return *(*unsafe.Pointer)(unsafe.Pointer(&a))
}

// try visits the value of type t at at, and returns a panic as an error.
func (p *packer) try(t reflect.Type, at unsafe.Pointer) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("packing: %v", r)
		}
	}()
	p.visit(t, at)
	return nil
}

func (p *packer) visit(t reflect.Type, at unsafe.Pointer) {
	if p.depth++; p.depth > maxDepth {
		panic(fmt.Sprintf("a value of %s contains itself, or is nested deeper than %d levels", t, maxDepth))
	}
	defer func() { p.depth-- }()
	switch t.Kind() {
	case reflect.String:
		h := (*sliceHeader)(at) // without the capacity, which a string does not have
		p.needed += h.len
		if _, image := p.copyElements(reflect.TypeFor[byte](), h.data, h.len); p.placed {
			h.data = image
		}
	case reflect.Pointer:
		if q := (*unsafe.Pointer)(at); *q != nil {
			to, image := p.copyElements(t.Elem(), *q, 1)
			if p.placed {
				*q = image
			}
			p.visit(t.Elem(), to)
		}
	case reflect.Slice:
		if h := (*sliceHeader)(at); h.data != nil {
			to, image := p.copyElements(t.Elem(), h.data, h.len)
			if p.placed {
				*h = sliceHeader{image, h.len, h.len}
			}
			p.elements(t.Elem(), to, h.len)
		}
	case reflect.Array:
		p.elements(t.Elem(), at, t.Len())
	case reflect.Struct:
		p.fields(t, at)
	case reflect.Map:
		p.entries(t, at)
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer: // the values behind these are shared
	default:
		if !p.placed {
			p.needed += significant(t, at)
		}
	}
}

// significant returns the number of significant bytes of a number. A format needs at least as many to distinguish it from other
// numbers.
func significant(t reflect.Type, at unsafe.Pointer) int {
	switch size := t.Size(); {
	case t.Kind() == reflect.Bool:
		return 0 // eight bools fit into a byte
	case size == 1:
		return (bits.Len8(*(*uint8)(at)) + 7) / 8
	case size == 2:
		return (bits.Len16(*(*uint16)(at)) + 7) / 8
	case size == 4 && t.Kind() == reflect.Float32:
		return (32 - bits.TrailingZeros32(*(*uint32)(at)) + 7) / 8
	case size == 4:
		return (bits.Len32(magnitude(uint32(1<<31), *(*uint32)(at), t)) + 7) / 8
	case size == 8 && t.Kind() == reflect.Float64:
		return (64 - bits.TrailingZeros64(*(*uint64)(at)) + 7) / 8
	case size == 8 && t.Kind() != reflect.Complex64:
		return (bits.Len64(magnitude(uint64(1<<63), *(*uint64)(at), t)) + 7) / 8
	default:
		return int(size) / 2
	}
}

// magnitude returns a non-negative number with as many significant bits as x.
func magnitude[U uint32 | uint64](sign, x U, t reflect.Type) U {
	if k := t.Kind(); k >= reflect.Int && k <= reflect.Int64 && x&sign != 0 {
		return ^x
	}
	return x
}

func (p *packer) elements(t reflect.Type, at unsafe.Pointer, n int) {
	if p.placed && plain(t) {
		return
	}
	if t.Kind() == reflect.Uint8 {
		p.needed += n
		return
	}
	for i := 0; i < n; i++ {
		p.visit(t, unsafe.Add(at, i*int(t.Size())))
	}
}

// plain reports whether t is a number or an array of numbers.
func plain(t reflect.Type) bool {
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128 || t.Kind() == reflect.Array && plain(t.Elem())
}

func (p *packer) fields(t reflect.Type, at unsafe.Pointer) {
	message := isMessage(t)
	for i := 0; i < t.NumField(); i++ {
		if f := t.Field(i); !f.IsExported() && f.PkgPath != p.layout.Home && f.Type.Size() > 0 && !message {
			p.countHidden(t, at)
			return
		}
	}
	for i := 0; i < t.NumField(); i++ {
		if f := t.Field(i); f.Name != "_" && !(message && !f.IsExported()) {
			p.visit(f.Type, unsafe.Add(at, f.Offset))
		}
	}
}

// isMessage reports whether t is a protobuf message, whose unexported fields belong to the library and are zero.
func isMessage(t reflect.Type) bool {
	for i := 0; i < t.NumField(); i++ {
		if f := t.Field(i).Type; f.Name() == "MessageState" && f.PkgPath() == "google.golang.org/protobuf/internal/impl" {
			return true
		}
	}
	return false
}

// countHidden counts the bytes of a type with hidden fields, whose memory is copied without changes.
func (p *packer) countHidden(t reflect.Type, at unsafe.Pointer) {
	if p.placed {
		return // the memory here is a copy with replaced addresses
	}
	v := reflect.NewAt(t, at).Interface()
	if x, ok := v.(*time.Time); ok {
		p.needed += (bits.Len64(uint64(x.Unix()))+7)/8 + (bits.Len64(uint64(x.Nanosecond()))+7)/8
		return
	}
	var data []byte
	switch x := v.(type) {
	case encoding.BinaryMarshaler:
		data, _ = x.MarshalBinary()
	case encoding.TextMarshaler:
		data, _ = x.MarshalText()
	}
	p.needed += len(data)
}

func (p *packer) entries(t reflect.Type, at unsafe.Pointer) {
	slot := (*unsafe.Pointer)(at)
	if *slot == nil {
		return
	}
	m := reflect.NewAt(t, at).Elem()
	s := p.pairs[reflect.MapOf(t.Key(), t.Elem())]
	n := m.Len()
	list := reflect.MakeSlice(reflect.SliceOf(s.elem), n, n)
	it := m.MapRange()
	for i := 0; it.Next(); i++ {
		list.Index(i).Field(0).SetIterKey(it)
		list.Index(i).Field(1).SetIterValue(it)
	}
	head, pairs := p.take(&p.maps, 1), p.take(s, n)
	from := list.UnsafePointer()
	if p.placed {
		(*Entries)(unsafe.Add(p.base, head)).Pairs = Run{pairs, n}
		size := n * int(s.elem.Size())
		to := unsafe.Add(p.base, pairs)
		copy(unsafe.Slice((*byte)(to), size), unsafe.Slice((*byte)(from), size))
		from, *slot = to, address(head)
	}
	for i := 0; i < n; i++ {
		pair := unsafe.Add(from, i*int(s.elem.Size()))
		p.visit(t.Key(), pair)
		p.visit(t.Elem(), unsafe.Add(pair, s.elem.Field(1).Offset))
	}
	runtime.KeepAlive(list)
}
