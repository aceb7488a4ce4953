package show

import (
	"bytes"
	"reflect"
	"time"
	"unsafe"
)

// same reports whether two addressable values are the same in a message. Unlike in reflect.DeepEqual, floating point numbers are the same if their
// bits are, and times if their JSON is.
func (n *node) same(a, b reflect.Value) bool { return new(pairs).same(n, a, b) }

// same is node.same for parts of values.
func (p *pairs) same(n *node, a, b reflect.Value) bool {
	switch {
	case n.by != "":
		return n.sameMessage(a, b)
	case p.depth > maxDepth:
		return false
	case n.timestamp:
		x, y := a.Convert(timeType).Interface().(time.Time), b.Convert(timeType).Interface().(time.Time)
		return bytes.Equal(writeTime(nil, x), writeTime(nil, y))
	case n.nullable() && (a.IsNil() || b.IsNil()):
		return a.IsNil() && b.IsNil()
	}
	switch n.kind {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return bytes.Equal(memory(a), memory(b))
	case reflect.Pointer:
		if !p.enter(a, b) {
			return true
		}
		defer p.leave()
		return p.same(n.elem, a.Elem(), b.Elem())
	case reflect.Interface:
		return p.sameMember(n, a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		return a.Len() == b.Len() && p.sameElements(n, a, b)
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		if !p.enter(a, b) {
			return true
		}
		defer p.leave()
		return p.sameEntries(n, a, b)
	case reflect.Struct:
		for _, f := range n.fields {
			if !p.same(f.node, part(a, f.index), part(b, f.index)) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// sameMessage is same for values that a message holds as the result of a method, which may panic.
func (n *node) sameMessage(a, b reflect.Value) (same bool) {
	defer func() {
		if recover() != nil {
			same = false
		}
	}()
	x, err1 := n.message(a)
	y, err2 := n.message(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// memory returns the bytes of an addressable value.
func memory(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
}

// sameElements is same for lists and arrays.
func (p *pairs) sameElements(n *node, a, b reflect.Value) bool {
	if a.Kind() == reflect.Slice {
		if !p.enter(a, b) {
			return true
		}
		defer p.leave()
	}
	for i := 0; i < a.Len(); i++ {
		if !p.same(n.elem, a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

// sameMember is same for values in an interface.
func (p *pairs) sameMember(n *node, a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	for _, m := range n.members {
		if m.node.typ == a.Type() {
			return p.same(m.node, addressable(a), addressable(b))
		}
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// sameEntries is same for maps. The entry of a key that is not found, such as a NaN, is compared with all others.
func (p *pairs) sameEntries(n *node, a, b reflect.Value) bool {
	for it := a.MapRange(); it.Next(); {
		key, elem := addressable(it.Key()), addressable(it.Value())
		if x := b.MapIndex(key); x.IsValid() {
			if !p.same(n.elem, elem, addressable(x)) {
				return false
			}
			continue
		}
		found := false
		for other := b.MapRange(); !found && other.Next(); {
			found = p.try(n.key, key, addressable(other.Key())) && p.try(n.elem, elem, addressable(other.Value()))
		}
		if !found {
			return false
		}
	}
	return true
}
