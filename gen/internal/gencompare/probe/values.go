package probe

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"bale/runner/inspect"
	"bale/runner/sample"
)

// values returns pointers to the sample values and edge values of a type. In every other value, maps have at most one entry, so
// that the message is deterministic.
func (m *subject) values() []reflect.Value {
	var list []reflect.Value
	for _, e := range sample.Edges(m.typ, 1) {
		if e.Name != "long string" && !strings.HasPrefix(e.Name, "many elements") { // these have many megabytes
			list = append(list, inspect.Clone(e.Value))
		}
	}
	all := sample.Values(m.typ, 1, manyValues)
	for i := range all.Len() {
		list = append(list, all.Index(i))
	}
	for i, v := range list {
		ptr := reflect.New(m.typ)
		ptr.Elem().Set(v)
		f := &filler{m.unions, rand.New(rand.NewPCG(1, uint64(i))), i%2 == 0}
		f.fill(ptr.Elem(), "", 0)
		list[i] = ptr
	}
	return list
}

// A filler fills interfaces with values of their union members, which package sample does not know.
type filler struct {
	unions map[string][]reflect.Type
	r      *rand.Rand
	single bool // maps have at most one entry
}

// maxDepth is the maximum nesting depth of the values that a filler puts into interfaces.
const maxDepth = 4

// fill fills the interfaces in v, which must be settable. Their members are found under name, or under the name of a type.
func (f *filler) fill(v reflect.Value, name string, depth int) {
	t := v.Type()
	if first, _, _ := strings.Cut(t.PkgPath(), "/"); t.PkgPath() != "" && !strings.Contains(first, ".") {
		return // values of standard library types are not changed
	}
	if f.unions[t.Name()] != nil {
		name = t.Name()
	}
	switch t.Kind() {
	case reflect.Interface:
		members := f.unions[name]
		if i := f.r.IntN(len(members) + 1); i > 0 && depth < maxDepth {
			x := reflect.New(members[i-1]).Elem()
			x.Set(sample.Values(members[i-1], f.r.Uint64(), 1).Index(0))
			f.fill(x, name, depth+1)
			v.Set(x)
		} else if members != nil {
			v.SetZero()
		}
	case reflect.Pointer:
		if !v.IsNil() {
			f.fill(v.Elem(), name, depth)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), name, depth)
		}
	case reflect.Map:
		f.entries(v, name, depth)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := t.Field(i); field.Name != "_" {
				f.fill(reflect.NewAt(field.Type, v.Field(i).Addr().UnsafePointer()).Elem(), field.Name, depth)
			}
		}
	}
}

// entries fills the entries of a map, in an order that is the same in every program.
func (f *filler) entries(v reflect.Value, name string, depth int) {
	if v.IsNil() {
		return
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(inspect.Hash(a), inspect.Hash(b)) })
	if f.single {
		keys = keys[:min(len(keys), 1)]
	}
	m := reflect.MakeMap(v.Type())
	for _, k := range keys {
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(k)
		if x := v.MapIndex(k); x.IsValid() { // a key that holds NaN is not found
			elem.Set(x)
		}
		f.fill(key, name, depth)
		f.fill(elem, name, depth)
		m.SetMapIndex(key, elem)
	}
	v.Set(m)
}
