package sample

import "reflect"

// What an interface without methods and without a union holds is what JSON can hold.
var (
	scalarTypes = []reflect.Type{reflect.TypeOf(""), reflect.TypeOf(0.0), reflect.TypeOf(false)}
	listType    = reflect.TypeOf([]any(nil))
	objectType  = reflect.TypeOf(map[string]any(nil))
)

// How deep what such an interface holds is, and how many elements its lists and maps have.
const (
	anythingDepth = 3
	anythingCount = 4
)

// anything fills an interface with what JSON can hold: a text, a number, a bool, a list or a map of such, and, unless it must not be,
// nil.
func (f *filler) anything(v reflect.Value, must, key bool) {
	if !must && !f.full && f.r.IntN(4) == 0 {
		return
	}
	if !key && f.depth < anythingDepth && f.budget > 0 && f.r.IntN(4) == 0 {
		f.depth++
		v.Set(f.collection())
		f.depth--
		return
	}
	x := reflect.New(scalarTypes[f.r.IntN(len(scalarTypes))]).Elem()
	f.basic(f.w.info(x.Type()), x, key)
	v.Set(x)
}

// collection is a list or a map of anything, with an element at least.
func (f *filler) collection() reflect.Value {
	n := 1 + f.r.IntN(anythingCount)
	f.budget -= n
	if f.r.IntN(2) == 0 {
		list := reflect.MakeSlice(listType, n, n)
		for k := 0; k < n; k++ {
			f.anything(list.Index(k), true, false)
		}
		return list
	}
	object := reflect.MakeMapWithSize(objectType, n)
	for k := 0; k < n; k++ {
		name, value := reflect.New(objectType.Key()).Elem(), reflect.New(objectType.Elem()).Elem()
		f.basic(f.w.info(name.Type()), name, true)
		f.anything(value, true, false)
		object.SetMapIndex(name, value)
	}
	return object
}
