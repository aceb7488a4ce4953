package tests

import (
	"reflect"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// neverNil reports whether generated tests leave a field of a protobuf message not nil: a required field, which every message has, and a
// message in a oneof, which is decoded as an empty message if it is nil.
func neverNil(f *model.Field) bool {
	words := strings.Split(reflect.StructTag(f.Tag).Get("protobuf"), ",")
	if slices.Contains(words, "req") {
		return true
	}
	_, pointer := f.Type.(*model.Pointer)
	return pointer && slices.Contains(words, "oneof") && slices.ContainsFunc(words, func(w string) bool { return w == "bytes" || w == "group" })
}

// requiresItself reports whether a message has a required field of its own type, directly or through other messages, so that no value has
// all of its required fields.
func requiresItself(n model.Type) bool {
	required := func(t model.Type) (list []model.Type) {
		s, _ := model.Underlying(t).(*model.Struct)
		for i := 0; s != nil && s.Proto != nil && i < len(s.Fields); i++ {
			words := strings.Split(reflect.StructTag(s.Fields[i].Tag).Get("protobuf"), ",")
			if p, ok := s.Fields[i].Type.(*model.Pointer); ok && slices.Contains(words, "req") {
				list = append(list, p.Elem)
			}
		}
		return list
	}
	return plan.Reachable(n, required, func(t model.Type) bool {
		return plan.Reachable(t, required, func(inner model.Type) bool { return inner == t })
	}) || plan.Reachable(n, required, func(t model.Type) bool { return t == n })
}

// printPresent prints the fields that are not nil in the values of generated tests.
func (t *Package) printPresent(p *emit.Printer, n model.Type, seen map[model.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	u := model.Underlying(n)
	if s, ok := u.(*model.Struct); ok && t.canName(n) {
		for _, f := range s.Fields {
			if neverNil(f) {
				p.Line("%s.FieldOf[%s](%q): true,", t.pkg, p.Type(n), f.Name)
			}
		}
	}
	for part := range model.Children(u) {
		t.printPresent(p, part, seen)
	}
}

// keepsNotAll reports whether a type holds a message that does not hold all values of its Go type. So there are no generated tests for the type. Messages of
// gogo do not hold negative zeros, a oneof with nil bytes, and what hand-written methods leave out; those of the opaque API do not hold fields without the
// bit that says that they are present.
func keepsNotAll(t model.Type) bool {
	found := false
	model.Walk(t, func(x model.Type) bool {
		s, ok := model.Underlying(x).(*model.Struct)
		found = found || ok && s.Proto != nil && (s.Proto.Gogo != nil || s.Opaque)
		return !found
	})
	return found
}
