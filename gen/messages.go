package gen

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// hasMessage reports whether the root has the fields of a message. Before the package is loaded, a type that is declared by the name of a type of another
// package may be one.
func (t *target) hasMessage(r *root) bool {
	if r.IsMessage() {
		return true
	}
	if r.Node != nil && !isDeclared(r.Node) {
		return false
	}
	return t.src.MayBeMessage(r.Decl)
}

// messageOnly are the names of the methods that only messages have, of the given methods.
func (t *target) messageOnly(s emit.MethodSet) []string {
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
func (t *target) unwanted(r *root, s emit.MethodSet) map[string]bool {
	if r.IsMessage() {
		return nil
	}
	only, unwanted := t.messageOnly(s), map[string]bool{}
	for _, id := range t.src.MethodsOf(r.Name) {
		unwanted[id.Name] = unwanted[id.Name] || slices.Contains(only, id.Name)
	}
	if st, ok := structOf(r.Node); ok {
		for _, f := range st.Fields {
			unwanted[f.Name] = unwanted[f.Name] || slices.Contains(only, f.Name)
		}
	} else {
		for _, name := range only { // a stub that the package does not use could conflict with a name in a type that has not been loaded
			unwanted[name] = unwanted[name] || !t.src.Selects(name)
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

// embedsMessage reports whether the root is a message that embeds another one, by the option embed of gogo.
func (r *root) embedsMessage() bool {
	s, ok := structOf(r.Node)
	return ok && s.Proto != nil && slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Embedded })
}

// keepsMemory reports whether the root is a message that keeps its memory when it is reset: it has lists or maps, and a field of the protobuf library
// that code of the package can name.
func (t *target) keepsMemory(r *root) bool {
	s, ok := structOf(r.Node)
	return ok && s.Proto != nil && slices.ContainsFunc(s.Internal, func(f *model.Field) bool {
		return f.Name == "XXX_sizecache" || f.Name == "sizeCache" && s.Proto.Package == t.src.Package
	}) && slices.ContainsFunc(s.Fields, func(f *model.Field) bool {
		return slices.Contains(strings.Split(reflect.StructTag(f.Tag).Get("protobuf"), ","), "rep")
	})
}

// isOneof reports whether n is the interface of a oneof that is checked as a part of its message, and whose name no code needs.
func (c *checker) isOneof(n *model.Named) bool {
	if c.owner == nil || c.part == nil || c.part.Type != model.Type(n) {
		return false
	}
	s, ok := c.owner.Underlying.(*model.Struct)
	return ok && s.Proto != nil && c.formatLacking(func(f *emit.Format) bool { return f.View.Kind == emit.LikeProto }) == ""
}

// unreadable returns the reason why a format cannot encode a message as its .proto file says, or "".
func (c *checker) unreadable(s *model.Struct) string {
	name := c.formatLacking(func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto })
	if name == "" {
		return ""
	}
	if s.Proto != nil || !slices.ContainsFunc(s.Internal, func(f *model.Field) bool { return f.Name == "state" }) {
		return oldMessage(s)
	}
	return fmt.Sprintf("the descriptor of the message, which the format %s needs, is not in the source: generate the .pb.go files again with protoc-gen-go, or use another format", name)
}

// oldMessage returns the reason why a struct that golang/protobuf before version 1.4 or gogo has generated cannot be encoded as its .proto
// file says, or "".
func oldMessage(s *model.Struct) string {
	switch {
	case slices.ContainsFunc(s.Internal, func(f *model.Field) bool { return f.Name == "state" }): // of a newer version
		return ""
	case s.Proto == nil && slices.ContainsFunc(s.Internal, func(f *model.Field) bool { return strings.HasPrefix(f.Name, "XXX_") }):
		return "gogo or an old version of protoc-gen-go has generated the message, but neither methods Marshal, MarshalTo and Unmarshal nor the descriptor of its file are in the source: generate the file again, with gogo's options marshaler, sizer and unmarshaler or with protoc-gen-go, or use another format"
	case s.Proto == nil || s.Proto.Gogo != nil:
		return ""
	case s.Proto.Descriptor.ExtensionRanges().Len() > 0:
		return "the message may have extensions, which only the library that generated it can encode: generate the file again with protoc-gen-go, or use another format"
	}
	for _, f := range s.Fields {
		if hasGogoOption(f) {
			return "the field " + f.Name + " has an option of gogo, and the message has no methods Marshal, MarshalTo and Unmarshal that generated code could replace: generate the file again with gogo's options marshaler, sizer and unmarshaler, or use another format"
		}
	}
	return ""
}

// hasGogoOption reports whether a field is not as protoc-gen-go generates it.
func hasGogoOption(f *model.Field) bool {
	words := strings.Split(reflect.StructTag(f.Tag).Get("protobuf"), ",")
	for _, w := range words {
		name, _, _ := strings.Cut(w, "=")
		if slices.Contains([]string{"customtype", "casttype", "castkey", "castvalue", "stdtime", "stdduration", "wktptr", "embedded"}, name) {
			return true
		}
	}
	t := f.Type
	if u, ok := model.Underlying(t).(*model.Slice); ok && slices.Contains(words, "rep") {
		t = u.Elem
	} else if u, ok := model.Underlying(t).(*model.Map); ok {
		t = u.Elem
	}
	switch model.Underlying(t).(type) {
	case *model.Struct: // nullable=false
		return true
	case *model.Basic:
		return (slices.Contains(words, "opt") || slices.Contains(words, "req")) && !slices.Contains(words, "proto3") && !slices.Contains(words, "oneof")
	}
	return false
}

// isCustomPart reports whether a directive says that the messages or enums n are encoded by methods, in a message that is encoded as its .proto file
// says.
func (c *checker) isCustomPart(n *model.Named) bool {
	chosen := n.Marshal != "" && n.Marshal != model.MarshalByFields
	return chosen && plan.InProtoFile(n) && c.owner != nil && c.root.ByDeclaration(c.owner)
}

// isDeclared reports whether n was generated from a .proto file.
func isDeclared(n *model.Named) bool {
	s, ok := n.Underlying.(*model.Struct)
	return ok && s.Proto != nil
}

// keepsInternal reports whether the code of a root encodes the unknown fields of a message.
func (t *target) keepsInternal(of *model.Root, s *model.Struct) bool {
	i := slices.IndexFunc(t.roots, func(r *root) bool { return model.Type(r.Node) == of.Type })
	return i >= 0 && t.roots[i].ByDeclaration(s)
}

// messageFormats returns the formats that a type has because it is a message and the request, or the directive of the package, is for all messages.
func (t *target) messageFormats(d *source.Decl) []*emit.Format {
	if !t.flags["messages"] || !d.IsMessage() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Known), func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto })
}
