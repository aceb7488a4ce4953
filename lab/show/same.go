package show

import (
	"bytes"
	"reflect"
	"time"
	"unsafe"
)

// same reports whether two addressable values are the same in a message. Unlike in reflect.DeepEqual, floating point numbers are the same if their
// bits are, and times if their JSON is.
func (n *node) same(a, b reflect.Value) bool {
	switch {
	case n.by != "":
		return n.sameMessage(a, b)
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
		return n.elem.same(a.Elem(), b.Elem())
	case reflect.Interface:
		return n.sameMember(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		same := a.Len() == b.Len()
		for i := 0; same && i < a.Len(); i++ {
			same = n.elem.same(a.Index(i), b.Index(i))
		}
		return same
	case reflect.Map:
		return n.sameEntries(a, b)
	case reflect.Struct:
		for _, f := range n.fields {
			if !f.node.same(part(a, f.index), part(b, f.index)) {
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

// sameMember is same for values in an interface.
func (n *node) sameMember(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	for _, m := range n.members {
		if m.node.typ == a.Type() {
			return m.node.same(addressable(a), addressable(b))
		}
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// sameEntries is same for maps. The entry of a key that is not found, such as a NaN, is compared with all others.
func (n *node) sameEntries(a, b reflect.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	for it := a.MapRange(); it.Next(); {
		key, elem := addressable(it.Key()), addressable(it.Value())
		if x := b.MapIndex(key); x.IsValid() {
			if !n.elem.same(elem, addressable(x)) {
				return false
			}
			continue
		}
		found := false
		for other := b.MapRange(); !found && other.Next(); {
			found = n.key.same(key, addressable(other.Key())) && n.elem.same(elem, addressable(other.Value()))
		}
		if !found {
			return false
		}
	}
	return true
}
