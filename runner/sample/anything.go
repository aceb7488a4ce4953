package sample

import "reflect"

// Types of the values in an interface without methods and without a union: those that encoding/json decodes into an any.
var (
	scalarTypes = []reflect.Type{reflect.TypeOf(""), reflect.TypeOf(0.0), reflect.TypeOf(false)}
	listType    = reflect.TypeOf([]any(nil))
	objectType  = reflect.TypeOf(map[string]any(nil))
)

// Limits of such a value: the depth of nested lists and maps, and the number of their elements.
const (
	jsonDepth = 3
	jsonCount = 4
)

// jsonValue sets an interface to a JSON value: a string, a number, a bool, or a list or map of these. Without must, it may also stay
// nil.
func (f *filler) jsonValue(v reflect.Value, must, key bool) {
	if !must && !f.full && f.r.IntN(4) == 0 {
		return
	}
	if !key && f.depth < jsonDepth && f.budget > 0 && f.r.IntN(4) == 0 {
		f.depth++
		v.Set(f.jsonCollection())
		f.depth--
		return
	}
	x := reflect.New(scalarTypes[f.r.IntN(len(scalarTypes))]).Elem()
	f.basic(f.m.Info(x.Type()), x, key)
	v.Set(x)
}

// jsonCollection returns a list or a map of JSON values with at least one element.
func (f *filler) jsonCollection() reflect.Value {
	n := 1 + f.r.IntN(jsonCount)
	f.budget -= n
	if f.r.IntN(2) == 0 {
		list := reflect.MakeSlice(listType, n, n)
		for k := 0; k < n; k++ {
			f.jsonValue(list.Index(k), true, false)
		}
		return list
	}
	object := reflect.MakeMapWithSize(objectType, n)
	for k := 0; k < n; k++ {
		name, value := reflect.New(objectType.Key()).Elem(), reflect.New(objectType.Elem()).Elem()
		f.basic(f.m.Info(name.Type()), name, true)
		f.jsonValue(value, true, false)
		object.SetMapIndex(name, value)
	}
	return object
}
