package root

import (
	"slices"

	"bale/gen/emit"
	"bale/model"
)

// HasMessage reports whether the root has the fields of a message. Before the package is loaded, a type that is declared by the name of a type of another
// package may be one.
func (r *Root) HasMessage() bool {
	if r.IsMessage() {
		return true
	}
	if r.Node != nil && !IsDeclared(r.Node) {
		return false
	}
	return r.Source.MayBeMessage(r.Decl)
}

// messageOnly returns the names of the methods that only messages have, of the given methods.
func messageOnly(s emit.MethodSet) []string {
	if s.View.Kind != emit.LikeProto || !s.Message {
		return nil
	}
	all := s.Names()
	s.Message = false
	others := s.Names()
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(others, name) })
}

// unwanted returns the names of methods that only messages have and that a type with the fields of a message does not get: it has a method or a field
// of that name.
func (r *Root) unwanted(s emit.MethodSet) map[string]bool {
	if r.IsMessage() {
		return nil
	}
	only, unwanted := messageOnly(s), map[string]bool{}
	for _, id := range r.Source.MethodsOf(r.Name) {
		unwanted[id.Name] = unwanted[id.Name] || slices.Contains(only, id.Name)
	}
	if st, ok := structOf(r.Node); ok {
		for _, f := range st.Fields {
			unwanted[f.Name] = unwanted[f.Name] || slices.Contains(only, f.Name)
		}
	} else {
		for _, name := range only { // a stub that the package does not use could conflict with a name in a type that has not been loaded
			unwanted[name] = unwanted[name] || !r.Source.Selects(name)
		}
	}
	return unwanted
}

// structOf returns the struct of a type, if it has been loaded.
func structOf(n *model.Named) (*model.Struct, bool) {
	if n == nil {
		return nil, false
	}
	s, ok := n.Underlying.(*model.Struct)
	return s, ok
}

// IsDeclared reports whether n was generated from a .proto file.
func IsDeclared(n *model.Named) bool {
	s, ok := structOf(n)
	return ok && s.Proto != nil
}
