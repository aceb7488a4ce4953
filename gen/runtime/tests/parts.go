package tests

import (
	"reflect"
	"sync"
	"time"
)

// A Part is a field of a struct.
type Part struct {
	field    Field
	max      int  // what MaxLen says of it
	foreign  bool // it has data, and only another package can name it
	internal bool // it is foreign, another package's methods work with it, and no message has it
}

// Known has the parts of struct types that were asked for.
var (
	Known   = map[reflect.Type][]Part{}
	KnownMu sync.Mutex
)

// Parts returns the fields of struct type t. It finds them once: to describe a field, package reflect takes longer than to
// compare what two of them hold.
func Parts(t reflect.Type) []Part {
	KnownMu.Lock()
	defer KnownMu.Unlock()
	if list, ok := Known[t]; ok {
		return list
	}
	list := make([]Part, t.NumField())
	for i := range list {
		f := t.Field(i)
		p := Part{field: Field{t, f.Name}}
		p.max = MaxLen[p.field]
		p.foreign = !f.IsExported() && f.PkgPath != Package && f.Type.Size() > 0
		p.internal = p.foreign && p.max < 0
		list[i] = p
	}
	Known[t] = list
	return list
}

// Hides reports whether t is a struct of another package that has unexported fields which are not left out.
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

// Open is a field of an addressable struct, settable even where it is unexported.
func Open(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}
