package proto

import (
	"reflect"
	"slices"
	"strings"

	"bale/model"
)

// checkStruct returns the reason why a message cannot be encoded as its .proto file says, or "".
func checkStruct(s *model.Struct) string {
	if s.Proto == nil && isNew(s) {
		return "the descriptor of the message, which the format proto needs, is not in the source: generate the .pb.go files again with protoc-gen-go, or use another format"
	}
	return oldMessage(s)
}

// oldMessage returns the reason why a struct that golang/protobuf before version 1.4 or gogo has generated cannot be encoded as its .proto
// file says, or "".
func oldMessage(s *model.Struct) string {
	switch {
	case isNew(s):
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
