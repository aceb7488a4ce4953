package memory

import (
	"encoding"
	"fmt"
	"reflect"
	"time"
	"unsafe"
)

// A packer visits a value twice: first it counts what the value leads to, and after place it
// copies that into slabs.
type packer struct {
	layout *Layout
	slabs  map[reflect.Type]*slab
	pairs  map[reflect.Type]reflect.Type // map type to its slice of pairs
	placed bool
	leaf   int   // bytes of all scalars, strings and byte slices
	bytes  int   // of the slabs
	shared bool  // there are types whose insides cannot be reached: they stay shared
	keep   []any // the owners of memory
}

type slab struct {
	field  int // of the struct of slabs
	n, at  int
	memory unsafe.Pointer
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func newPacker(l *Layout) *packer {
	p := &packer{layout: l, slabs: map[reflect.Type]*slab{}, pairs: map[reflect.Type]reflect.Type{}}
	for i := 0; i < l.Slabs.NumField(); i++ {
		p.slabs[l.Slabs.Field(i).Type.Elem()] = &slab{field: i}
	}
	for i := 0; i < l.Pairs.NumField(); i++ {
		t := l.Pairs.Field(i).Type
		p.pairs[reflect.MapOf(t.Elem().Field(0).Type, t.Elem().Field(1).Type)] = t
	}
	return p
}

// place takes memory for what was counted, and fills the struct of slabs with it.
func (p *packer) place(slabs unsafe.Pointer) {
	p.placed = true
	for t, s := range p.slabs {
		mem, owner := outside(s.n * int(t.Size()))
		s.memory = unsafe.Pointer(unsafe.SliceData(mem))
		p.bytes += len(mem)
		p.keep = append(p.keep, owner)
		*(*sliceHeader)(unsafe.Add(slabs, p.layout.Slabs.Field(s.field).Offset)) = sliceHeader{s.memory, s.n, s.n}
	}
}

// take is where the next n elements of type t stand; nowhere while they are counted.
func (p *packer) take(t reflect.Type, n int) unsafe.Pointer {
	s := p.slabs[t]
	if s == nil {
		panic(fmt.Sprintf("no slab of %s", t))
	}
	if !p.placed {
		s.n += n
		return nil
	}
	if n == 0 {
		return s.memory // where it ends, something else may begin
	}
	s.at += n
	return unsafe.Add(s.memory, (s.at-n)*int(t.Size()))
}

// copied is where a copy of the n elements of type t at from stands; from itself, while they are counted.
func (p *packer) copied(t reflect.Type, from unsafe.Pointer, n int) unsafe.Pointer {
	to := p.take(t, n)
	if !p.placed {
		return from
	}
	size := n * int(t.Size())
	copy(unsafe.Slice((*byte)(to), size), unsafe.Slice((*byte)(from), size))
	return to
}

// try visits the value of type t at at.
func (p *packer) try(t reflect.Type, at unsafe.Pointer) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("packing: %v", r)
		}
	}()
	p.leaf = 0
	p.visit(t, at)
	return nil
}

func (p *packer) visit(t reflect.Type, at unsafe.Pointer) {
	switch t.Kind() {
	case reflect.String:
		h := (*sliceHeader)(at) // but for the capacity, which a string has not
		p.leaf += h.len
		if q := p.copied(reflect.TypeFor[byte](), h.data, h.len); p.placed {
			h.data = q
		}
	case reflect.Pointer:
		if q := (*unsafe.Pointer)(at); *q != nil {
			to := p.copied(t.Elem(), *q, 1)
			p.visit(t.Elem(), to)
			if p.placed {
				*q = to
			}
		}
	case reflect.Slice:
		if h := (*sliceHeader)(at); h.data != nil {
			to := p.copied(t.Elem(), h.data, h.len)
			p.elements(t.Elem(), to, h.len)
			if p.placed {
				*h = sliceHeader{to, h.len, h.len}
			}
		}
	case reflect.Array:
		p.elements(t.Elem(), at, t.Len())
	case reflect.Struct:
		p.fields(t, at)
	case reflect.Map:
		p.entries(t, at)
	default:
		p.leaf += int(t.Size())
	}
}

func (p *packer) elements(t reflect.Type, at unsafe.Pointer, n int) {
	if t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128 {
		p.leaf += n * int(t.Size())
		return
	}
	for i := 0; i < n; i++ {
		p.visit(t, unsafe.Add(at, i*int(t.Size())))
	}
}

func (p *packer) fields(t reflect.Type, at unsafe.Pointer) {
	for i := 0; i < t.NumField(); i++ {
		if f := t.Field(i); !f.IsExported() && f.PkgPath != p.layout.Home {
			p.closed(t, at)
			return
		}
	}
	for i := 0; i < t.NumField(); i++ {
		if f := t.Field(i); f.Name != "_" {
			p.visit(f.Type, unsafe.Add(at, f.Offset))
		}
	}
}

// closed counts a type with insides that only its own package can name.
func (p *packer) closed(t reflect.Type, at unsafe.Pointer) {
	v := reflect.NewAt(t, at).Interface()
	if x, ok := v.(*time.Time); ok {
		p.leaf += 12 // seconds and nanoseconds
		p.shared = p.shared || x.Location() != time.UTC && x.Location() != time.Local
		return
	}
	p.shared = true
	var data []byte
	switch x := v.(type) {
	case encoding.BinaryMarshaler:
		data, _ = x.MarshalBinary()
	case encoding.TextMarshaler:
		data, _ = x.MarshalText()
	}
	p.leaf += len(data)
}

func (p *packer) entries(t reflect.Type, at unsafe.Pointer) {
	m := reflect.NewAt(t, at).Elem()
	if m.IsNil() {
		return
	}
	key, elem := t.Key(), t.Elem()
	list := reflect.New(p.pairs[reflect.MapOf(key, elem)])
	list.Elem().Set(reflect.MakeSlice(list.Type().Elem(), m.Len(), m.Len()))
	it := m.MapRange()
	for i := 0; it.Next(); i++ {
		pair := list.Elem().Index(i)
		pair.Field(0).SetIterKey(it)
		pair.Field(1).SetIterValue(it)
		p.visit(key, pair.Field(0).Addr().UnsafePointer())
		p.visit(elem, pair.Field(1).Addr().UnsafePointer())
	}
	if p.placed {
		*(*unsafe.Pointer)(at) = list.UnsafePointer()
		p.keep = append(p.keep, list.Interface())
	}
}
