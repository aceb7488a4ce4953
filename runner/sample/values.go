package sample

import (
	"encoding/json"
	"fmt"
	"reflect"

	"bale/runner/inspect"
)

var numberType = reflect.TypeOf(json.Number(""))

// Values makes n values of t from seed, and returns them as a []T. The same type and seed give the same values in every process.
//
// The values are ordinary ones that every serializer of t should carry: finite floats, valid UTF-8, times in UTC between 1970 and 2100, no nil
// in slices and maps of pointers, and at most a few levels of recursion. Slices and maps are nil or have at least one element, so that
// values do not differ only in nil and empty. Interfaces hold the members of their unions. Without a union, interfaces without methods
// hold JSON values, and those with methods are nil. Edges makes the values beyond these limits.
func Values(t reflect.Type, seed uint64, n int, unions ...inspect.Union) reflect.Value {
	f := newFiller(newMaker(t, unions...), seed, 0)
	s := reflect.MakeSlice(reflect.SliceOf(t), n, n)
	for k := 0; k < n; k++ {
		f.value(s.Index(k))
	}
	return s
}

// Slices makes n values of the slice type t, each with exactly length elements, and returns them as a []T. It panics if t is not a
// slice type.
func Slices(t reflect.Type, seed uint64, n, length int, unions ...inspect.Union) reflect.Value {
	if t.Kind() != reflect.Slice {
		panic(fmt.Sprintf("sample: %s is not a slice type", t))
	}
	if length == 0 {
		s := reflect.MakeSlice(reflect.SliceOf(t), n, n)
		for k := 0; k < n; k++ {
			s.Index(k).Set(reflect.MakeSlice(t, 0, 0))
		}
		return s
	}
	m := newMaker(t, unions...)
	f := newFiller(m, seed, 0)
	elem := m.Info(t).Elem
	all := reflect.MakeSlice(reflect.SliceOf(t.Elem()), n*length, n*length)
	f.nest = 1
	for k := 0; k < n*length; k++ {
		f.budget = budget
		f.fill(elem, all.Index(k), true, false)
	}
	return SplitElements(t, all, length)
}

// SplitElements splits elements, a []E, into values of the slice type t, whose elements are of type E. Each value gets length elements and no
// spare capacity.
func SplitElements(t reflect.Type, elements reflect.Value, length int) reflect.Value {
	n := elements.Len() / length
	s := reflect.MakeSlice(reflect.SliceOf(t), n, n)
	for k := 0; k < n; k++ {
		s.Index(k).Set(elements.Slice3(k*length, (k+1)*length, (k+1)*length).Convert(t))
	}
	return s
}
