package inspect

import (
	"encoding/binary"
	"math"
	"reflect"
)

// Hash returns a hash of the contents of v that is the same in every process: two programs that made the same values get the same hash.
// Nil and empty are different. Times are hashed by instant only. The order of map entries does not matter. A cycle is hashed once, and of a deep
// value the first hashDepth levels.
func Hash(v reflect.Value) uint64 {
	if !v.IsValid() {
		return 0
	}
	v = Addressable(v)
	w := NewWorld(v.Type())
	return w.Hash(w.Info(v.Type()), v)
}

// Hashes returns the hashes of the elements of v, a slice.
func Hashes(v reflect.Value) []uint64 {
	w := NewWorld(v.Type().Elem())
	list := make([]uint64, v.Len())
	for k := range list {
		list[k] = w.Hash(w.Info(v.Type().Elem()), v.Index(k))
	}
	return list
}

// Hash is the function Hash for v, a part of a value of w. v is addressable.
func (w *World) Hash(i *Info, v reflect.Value) uint64 {
	h := hasher{w: w, sum: fnvOffset, path: &hashPath{}}
	h.value(i, v)
	return h.sum
}

const (
	fnvOffset = 0xcbf29ce484222325
	fnvPrime  = 0x100000001b3
)

// hasher is FNV-1a over words of eight bytes. It folds the high half of the state into the low half, so that high bits count as well.
type hasher struct {
	w    *World
	sum  uint64
	path *hashPath
}

// hashDepth is the number of pointers, slices, maps and interfaces inside each other that a hash includes.
const hashDepth = 10_000

// hashPath has the memory of types that can hold themselves that the hasher is inside of.
type hashPath struct {
	inside map[memoryRange]bool
	depth  int
}

// enter reports whether what v, a pointer, slice, map or interface, refers to is to be hashed. If it is, leave must be called afterwards.
func (p *hashPath) enter(v reflect.Value) bool {
	if p.depth == hashDepth {
		return false
	}
	if v.Kind() != reflect.Interface && HoldsItself(v.Type()) {
		m := rangeOf(v)
		if p.inside[m] {
			return false
		}
		if p.inside == nil {
			p.inside = map[memoryRange]bool{}
		}
		p.inside[m] = true
	}
	p.depth++
	return true
}

func (p *hashPath) leave(v reflect.Value) {
	if p.depth--; v.Kind() != reflect.Interface {
		delete(p.inside, rangeOf(v))
	}
}

func (h *hasher) word(x uint64) {
	h.sum = (h.sum ^ x) * fnvPrime
	h.sum ^= h.sum >> 32
}

func (h *hasher) bytes(b []byte) {
	h.word(uint64(len(b)))
	for ; len(b) >= 8; b = b[8:] {
		h.word(binary.LittleEndian.Uint64(b))
	}
	for _, c := range b {
		h.word(uint64(c))
	}
}

func (h *hasher) string(s string) {
	h.word(uint64(len(s)))
	for ; len(s) >= 8; s = s[8:] {
		h.word(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
	}
	for k := 0; k < len(s); k++ {
		h.word(uint64(s[k]))
	}
}

// flag hashes whether v is nil, and reports it.
func (h *hasher) flag(v reflect.Value) bool {
	if v.IsNil() {
		h.word(0)
		return true
	}
	h.word(1)
	return false
}

// value hashes v, which is addressable.
func (h *hasher) value(i *Info, v reflect.Value) {
	switch i.Class {
	case Timestamp:
		t := Instant(v)
		h.word(uint64(t.Unix()))
		h.word(uint64(t.Nanosecond()))
		return
	case Custom:
		if i.HasHiddenParts() {
			if b, ok := i.Marshal(Accessible(v)); ok {
				h.bytes(b)
				return
			}
		}
	}
	switch i.Kind {
	case reflect.Bool:
		if v.Bool() {
			h.word(1)
		} else {
			h.word(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h.word(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		h.word(v.Uint())
	case reflect.Float32, reflect.Float64:
		h.word(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		h.word(math.Float64bits(real(c)))
		h.word(math.Float64bits(imag(c)))
	case reflect.String:
		h.string(v.String())
	case reflect.Struct:
		for k := range i.Fields {
			h.value(i.Fields[k].Info, v.Field(i.Fields[k].Index))
		}
	case reflect.Array:
		if i.IsBytes() {
			h.bytes(Memory(v.Addr().UnsafePointer(), i.Type.Size()))
			return
		}
		for k := 0; k < v.Len(); k++ {
			h.value(i.Elem, v.Index(k))
		}
	case reflect.Slice:
		if h.flag(v) {
			return
		}
		if i.IsBytes() {
			h.bytes(Memory(v.UnsafePointer(), uintptr(v.Len())))
			return
		}
		h.word(uint64(v.Len()))
		if !h.path.enter(v) {
			return
		}
		for k := 0; k < v.Len(); k++ {
			h.value(i.Elem, v.Index(k))
		}
		h.path.leave(v)
	case reflect.Pointer:
		if !h.flag(v) && h.path.enter(v) {
			h.value(i.Elem, v.Elem())
			h.path.leave(v)
		}
	case reflect.Interface:
		if h.flag(v) {
			return
		}
		x := Addressable(Accessible(v).Elem())
		h.string(x.Type().String())
		if h.path.enter(v) {
			h.value(h.w.Info(x.Type()), x)
			h.path.leave(v)
		}
	case reflect.Map:
		if h.flag(v) {
			return
		}
		var all uint64
		h.word(uint64(v.Len()))
		if !h.path.enter(v) {
			return
		}
		for _, e := range Entries(Accessible(v)) {
			one := hasher{h.w, fnvOffset, h.path}
			one.value(i.Key, e.Key)
			one.value(i.Elem, e.Value)
			all += one.sum
		}
		h.path.leave(v)
		h.word(all)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		h.flag(v)
	}
}
