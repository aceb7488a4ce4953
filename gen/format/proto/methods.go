package proto

import (
	"reflect"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/model"
)

// setMethods sets what the methods of a message do.
func setMethods(s *emit.MethodSet, m *model.Struct, home string) {
	s.Keeps, s.Embeds = keepsMemory(m, home), embedsMessage(m)
}

// embedsMessage reports whether a message embeds another one, by the option embed of gogo.
func embedsMessage(m *model.Struct) bool {
	return m.Proto != nil && slices.ContainsFunc(m.Fields, func(f *model.Field) bool { return f.Embedded })
}

// keepsMemory reports whether a message keeps its memory when it is reset: it has lists or maps, and a field of the protobuf library
// that code of package home can name.
func keepsMemory(m *model.Struct, home string) bool {
	return m.Proto != nil && slices.ContainsFunc(m.Internal, func(f *model.Field) bool {
		return f.Name == "XXX_sizecache" || f.Name == "sizeCache" && m.Proto.Package == home
	}) && slices.ContainsFunc(m.Fields, func(f *model.Field) bool {
		return slices.Contains(strings.Split(reflect.StructTag(f.Tag).Get("protobuf"), ","), "rep")
	})
}
