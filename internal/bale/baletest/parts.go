package baletest

import (
	"reflect"
	"sync"
	"time"
)

// A Part is a field of a struct.
type Part struct {
	field    Field
	max      int  // maximum length, from MaxLen
	foreign  bool // the field is not empty, and only another package can name it
	internal bool // the field is not encoded, and only another package uses it
}

// Known caches the parts of struct types: lists of Part by reflect.Type.
var Known sync.Map

// Parts returns the fields of struct type t. The result is cached, because package reflect takes longer to describe a field than to
// compare two values of it.
func Parts(t reflect.Type) []Part {
	if known, ok := Known.Load(t); ok {
		return known.([]Part)
	}
	list := make([]Part, t.NumField())
	for i := range list {
		f := t.Field(i)
		p := Part{field: Field{t, f.Name}, max: about.MaxLen[Field{t, f.Name}]}
		p.foreign = !f.IsExported() && f.PkgPath != about.Path && f.Type.Size() > 0
		p.internal = p.max == Internal || p.foreign && p.max < 0
		list[i] = p
	}
	Known.Store(t, list)
	return list
}

// Hides reports whether t is a struct of another package with encoded fields that are unexported.
func Hides(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return false
	}
	for _, p := range Parts(t) {
		if p.foreign && !p.internal {
			return true
		}
	}
	return false
}

// Open returns a field of an addressable struct. The result is settable even if the field is unexported.
func Open(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}
