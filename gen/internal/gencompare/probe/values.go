package probe

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"bale/sample"
)

// values are pointers to the sample values and edge values of a type. In every other one, maps have at most one entry, so that
// its message has one form.
func (m *subject) values() []reflect.Value {
	var list []reflect.Value
	for _, e := range sample.Edges(m.typ, 1) {
		if e.Name != "long string" && !strings.HasPrefix(e.Name, "many elements") { // both are of many megabytes
			list = append(list, sample.Clone(e.Value))
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

// A filler puts into interfaces what they may hold, which package sample does not know.
type filler struct {
	unions map[string][]reflect.Type
	r      *rand.Rand
	single bool // maps have one entry at most
}

// deepest is how deep the values that are put in hold others.
const deepest = 4

// fill goes through v, which is settable. What is said of interfaces in it is found under name, or under the name of a type.
func (f *filler) fill(v reflect.Value, name string, depth int) {
	t := v.Type()
	if first, _, _ := strings.Cut(t.PkgPath(), "/"); t.PkgPath() != "" && !strings.Contains(first, ".") {
		return // a type of the standard library keeps what it has
	}
	if f.unions[t.Name()] != nil {
		name = t.Name()
	}
	switch t.Kind() {
	case reflect.Interface:
		members := f.unions[name]
		if i := f.r.IntN(len(members) + 1); i > 0 && depth < deepest {
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
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(sample.Hash(a), sample.Hash(b)) })
	if f.single {
		keys = keys[:min(len(keys), 1)]
	}
	m := reflect.MakeMap(v.Type())
	for _, k := range keys {
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(k)
		if x := v.MapIndex(k); x.IsValid() { // no key is found that holds NaN
			elem.Set(x)
		}
		f.fill(key, name, depth)
		f.fill(elem, name, depth)
		m.SetMapIndex(key, elem)
	}
	v.Set(m)
}
