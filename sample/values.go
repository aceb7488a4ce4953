package sample

import (
	"encoding/json"
	"fmt"
	"reflect"
)

var numberType = reflect.TypeOf(json.Number(""))

// Values makes n values of t from seed, as a []T. The same type and seed give the same
// values in every process (times in time.Local are the same instants, at the machine's
// own offset). They are ordinary values which any serializer of t should carry: finite
// floats, valid UTF-8, times between 1970 and 2100, no nil in slices and maps of pointers,
// at most a few levels of recursion. Interfaces hold a string, a float64, a bool or
// nothing, those with methods nothing. What stands beyond that is for Edges.
func Values(t reflect.Type, seed uint64, n int) reflect.Value {
	f := newFiller(newWorld(t), seed, 0)
	s := reflect.MakeSlice(reflect.SliceOf(t), n, n)
	for k := 0; k < n; k++ {
		f.value(s.Index(k))
	}
	return s
}

// Slices makes n values of the slice type t, each of exactly length elements, as a []T.
// They are windows of one pool of n+length-1 elements, so they share memory: they may be
// read, not written. It panics if t is not a slice type.
func Slices(t reflect.Type, seed uint64, n, length int) reflect.Value {
	if t.Kind() != reflect.Slice {
		panic(fmt.Sprintf("sample: %s is not a slice type", t))
	}
	w := newWorld(t)
	f := newFiller(w, seed, 0)
	size := n + length - 1
	if length == 0 || n == 0 {
		size = 0
	}
	elem := w.info(t.Elem())
	pool := reflect.MakeSlice(reflect.SliceOf(t.Elem()), size, size)
	f.nest = 1
	for k := 0; k < size; k++ {
		f.budget = budget
		f.fill(elem, pool.Index(k), true, false)
	}
	return Windows(t, pool, n, length)
}

// Windows makes n values of the slice type t, each of exactly length elements, as a []T:
// value i is pool[i:i+length], with no capacity beyond. It panics if the pool, a []E where
// t is a slice of E, has fewer than n+length-1 elements.
func Windows(t reflect.Type, pool reflect.Value, n, length int) reflect.Value {
	if length > 0 && n > 0 && pool.Len() < n+length-1 {
		panic(fmt.Sprintf("sample: %d elements are too few for %d windows of %d", pool.Len(), n, length))
	}
	s := reflect.MakeSlice(reflect.SliceOf(t), n, n)
	for k := 0; k < n; k++ {
		if length == 0 {
			s.Index(k).Set(reflect.MakeSlice(t, 0, 0))
			continue
		}
		s.Index(k).Set(pool.Slice3(k, k+length, k+length).Convert(t))
	}
	return s
}
