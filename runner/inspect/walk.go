package inspect

import (
	"reflect"
	"sync"
	"unsafe"
)

// Walk calls visit for v and for the values in it: fields, elements, keys, and what pointers and interfaces refer to, in no particular order. If
// visit returns false, Walk leaves out the parts of that value. v may be cyclic and of any depth: memory of a type that can hold itself is visited
// once. The contents of times and the internal fields of protobuf messages, which belong to libraries, are left out.
func Walk(v reflect.Value, visit func(v reflect.Value) (into bool)) {
	w := walker{once: HoldsItself}
	w.push(v)
	for len(w.todo) > 0 {
		if next := w.pop(); visit(next) {
			w.parts(next)
		}
	}
}

// A walker keeps the values that are not yet visited in a list, since a recursive function would overflow the stack at deep nesting.
type walker struct {
	todo []reflect.Value
	once func(t reflect.Type) bool // reports whether memory that a pointer, slice or map of type t refers to is visited once
	seen map[memoryRange]bool
}

// memoryRange is memory that values of a type refer to.
type memoryRange struct {
	at  unsafe.Pointer
	n   int
	typ reflect.Type
}

// rangeOf returns the memory that v, a pointer, slice or map, refers to.
func rangeOf(v reflect.Value) memoryRange {
	m := memoryRange{at: v.UnsafePointer(), typ: v.Type()}
	if v.Kind() == reflect.Slice {
		m.n = v.Len()
	}
	return m
}

func (w *walker) push(v reflect.Value) { w.todo = append(w.todo, v) }

func (w *walker) pop() reflect.Value {
	last := len(w.todo) - 1
	v := w.todo[last]
	w.todo = w.todo[:last]
	return v
}

// first reports whether the memory that v, a pointer, slice or map, refers to is to be visited.
func (w *walker) first(v reflect.Value) bool {
	if !w.once(v.Type()) {
		return true
	}
	m := rangeOf(v)
	if w.seen[m] {
		return false
	}
	if w.seen == nil {
		w.seen = map[memoryRange]bool{}
	}
	w.seen[m] = true
	return true
}

// parts adds the parts of v to the list.
func (w *walker) parts(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		if v.Len() == 0 || !w.first(v) {
			return
		}
		fallthrough
	case reflect.Array:
		for k := 0; k < v.Len(); k++ {
			w.push(v.Index(k))
		}
	case reflect.Pointer:
		if !v.IsNil() && w.first(v) {
			w.push(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.push(v.Elem())
		}
	case reflect.Map:
		if v.IsNil() || !w.first(v) {
			return
		}
		for it := v.MapRange(); it.Next(); {
			w.push(it.Key())
			w.push(it.Value())
		}
	case reflect.Struct:
		w.fields(v)
	}
}

// fields adds the fields of a struct to the list.
func (w *walker) fields(v reflect.Value) {
	if v.Type().ConvertibleTo(timeType) {
		return
	}
	internal := omittedFields(v.Type())
	for k := 0; k < v.NumField(); k++ {
		if internal == nil || !internal[k] {
			w.push(v.Field(k))
		}
	}
}

// holders caches the results of HoldsItself by type.
var holders sync.Map

// HoldsItself reports whether a value of t can hold another value of t. An interface may hold anything.
func HoldsItself(t reflect.Type) bool {
	if known, ok := holders.Load(t); ok {
		return known.(bool)
	}
	holds := leadsTo(t, t, map[reflect.Type]bool{})
	holders.Store(t, holds)
	return holds
}

// leadsTo reports whether values of type from hold values of type to, or interfaces.
func leadsTo(from, to reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	part := func(t reflect.Type) bool { return t == to || leadsTo(t, to, seen) }
	switch from.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return part(from.Elem())
	case reflect.Map:
		return part(from.Key()) || part(from.Elem())
	case reflect.Struct:
		for k := 0; k < from.NumField(); k++ {
			if part(from.Field(k).Type) {
				return true
			}
		}
	}
	return false
}
