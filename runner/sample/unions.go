package sample

import (
	"reflect"

	"bale/runner/inspect"
)

// union sets an interface to one of the members of its union. Without must, it may also stay nil. It sets no nil pointer, slice or map, which
// many serializers decode as nil.
func (f *filler) union(i *inspect.Info, v reflect.Value, must, key bool) {
	var list []*inspect.Info
	for _, recursive := range []bool{true, false} {
		if recursive && f.budget <= 0 || !recursive && f.chain && len(list) > 0 {
			continue
		}
		for k, m := range i.Members {
			if f.m.MemberRecursive(i, k) == recursive && f.canMake(m, true) {
				list = append(list, m)
			}
		}
	}
	if len(list) == 0 || !must && !f.full && !f.chain && f.r.IntN(10) == 0 {
		return
	}
	m := list[f.r.IntN(len(list))]
	x := reflect.New(m.Type).Elem()
	f.fill(m, x, true, key)
	switch x.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if x.IsNil() { // a limit was reached, or a map has keys that are not found again
			return
		}
	}
	v.Set(x)
}
