package model

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// HiddenPrefix is the prefix of the names of fields in messages of protobuf's opaque API.
const HiddenPrefix = "xxx_hidden_"

// hidesFields reports whether t is a message of the opaque API.
func hidesFields(t *types.Named) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && messageFields(t) == MessageV2 && opaqueLayout(s) != ""
}

// refusesOpaque checks a message of the opaque API, and reports whether its fields are not checked.
func (c *checker) refusesOpaque(t *types.Named, path, pos string) bool {
	of := t.Underlying().(*types.Struct).Field(0).Pkg()
	switch {
	case !c.options.Opaque:
		c.fail(pos, path, "%s has protobuf's opaque API, whose fields code cannot name: generate it with api_level = API_OPEN", c.spell(t))
	case t.Obj().Pkg() != of:
		c.fail(pos, path, "%s has the fields of a message of protobuf's opaque API, which only code in package %s can name: generate methods there, with bale gen -messages", c.spell(t), of.Path())
	}
	return !c.options.Opaque || of != c.pkg.Types
}

// opaqueLayout returns the name of the layout that a struct of the opaque API has, or "" for other structs.
func opaqueLayout(s *types.Struct) string {
	for i := range s.NumFields() {
		layout := reflect.StructTag(s.Tag(i)).Get("protogen")
		if isState(s.Field(i)) && layout != "" && !strings.HasPrefix(layout, "open.") && !strings.HasPrefix(layout, "hybrid.") {
			return layout
		}
	}
	return ""
}

// isHidden reports whether a field of an opaque message holds a field of the .proto file.
func isHidden(f *types.Var) bool { return strings.HasPrefix(f.Name(), HiddenPrefix) }

// IsLazy reports whether a message of the opaque API decodes a field only when it is read.
func IsLazy(d protoreflect.FieldDescriptor) bool {
	if d.Message() == nil || d.IsMap() || isMember(d) {
		return false
	}
	x, ok := d.(interface{ IsLazy() bool })
	return ok && x.IsLazy()
}

// Getter returns the name of the method of an opaque message that returns the field d. It may differ from that of the Go field, which must not be the name of
// another method.
func Getter(d protoreflect.FieldDescriptor) string {
	name, fields := goName(string(d.Name())), d.ContainingMessage().Fields()
	if name == "Build" { // of builders
		return "GetBuild_"
	}
	for i := range fields.Len() {
		if f := fields.Get(i); f.Number() != d.Number() && goName(string(f.Name())) == name {
			return fmt.Sprintf("Get%s_%d", name, d.Number())
		}
	}
	return "Get" + name
}

// PresenceBit returns the number of the bit that says whether a message of the opaque API has a field, or -1 if it has no bit for it. All members of a oneof
// count as one field.
func PresenceBit(d protoreflect.FieldDescriptor) int {
	switch {
	case isMember(d) || d.IsMap() || d.Message() != nil && !IsLazy(d) || d.Message() == nil && !d.HasPresence():
		return -1
	}
	bit, fields := 0, d.ContainingMessage().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Number() == d.Number() {
			return bit
		}
		if o := f.ContainingOneof(); o == nil || o.Fields().Get(o.Fields().Len()-1).Number() == f.Number() {
			bit++
		}
	}
	return -1
}

// isMember reports whether d is a member of a oneof.
func isMember(d protoreflect.FieldDescriptor) bool {
	return d.ContainingOneof() != nil && !d.ContainingOneof().IsSynthetic()
}

// knownLayout is the layout of opaque messages that this version knows, which protoc-gen-go has written since version 1.36.0.
const knownLayout = "opaque.v1"

// LayoutFault returns what a message of the opaque API has that this version does not know, or "". Code that reads and writes its fields would be wrong.
func (s *Struct) LayoutFault() string {
	if layout := opaqueLayout(s.source); layout != knownLayout {
		return fmt.Sprintf("the layout %s, and this version of bale knows %s", layout, knownLayout)
	}
	m, words := s.Proto.Descriptor, 0
	for i := range m.Fields().Len() {
		d := m.Fields().Get(i)
		if PresenceBit(d) >= 0 {
			words = (presenceSize(m) + 31) / 32
		}
		if why := s.fieldFault(d); why != "" {
			return why
		}
	}
	return s.internalFault(words)
}

// presenceSize returns the number of fields of m, where all members of a oneof count as one.
func presenceSize(m protoreflect.MessageDescriptor) int {
	n := m.Fields().Len()
	for i := range m.Oneofs().Len() {
		n -= m.Oneofs().Get(i).Fields().Len() - 1
	}
	return n
}

// fieldFault returns why the Go field of d is not as expected, or "".
func (s *Struct) fieldFault(d protoreflect.FieldDescriptor) string {
	i := slices.IndexFunc(s.Fields, func(f *Field) bool {
		tag := reflect.StructTag(f.Tag)
		if isMember(d) {
			return tag.Get("protobuf_oneof") == string(d.ContainingOneof().Name())
		}
		parts := strings.Split(tag.Get("protobuf"), ",")
		return len(parts) > 1 && parts[1] == fmt.Sprint(d.Number())
	})
	if i < 0 {
		return fmt.Sprintf("no Go field for field %s", d.Name())
	}
	f := s.Fields[i]
	if _, pointer := f.Type.(*Pointer); !isMember(d) && pointer != hasPointer(d) {
		return fmt.Sprintf("a Go field %s of a type that this version of bale does not expect", f.Name)
	}
	return ""
}

// hasPointer reports whether the Go field of d, in a message of the opaque API, is a pointer.
func hasPointer(d protoreflect.FieldDescriptor) bool {
	switch {
	case d.IsMap():
		return false
	case d.Message() != nil:
		return true
	}
	return d.Kind() == protoreflect.StringKind && d.HasPresence()
}

// internalFault returns why the fields of s that belong to the protobuf library are not as expected, or "". words is the length of the bit set.
func (s *Struct) internalFault(words int) string {
	for f := range s.source.Fields() {
		switch name := f.Name(); {
		case isHidden(f), strings.HasPrefix(name, "XXX_ft_"):
		case slices.Contains([]string{"state", "unknownFields", "sizeCache", "extensionFields", "XXX_lazyUnmarshalInfo", "XXX_raceDetectHookData"}, name):
		case name == "XXX_presence":
			a, ok := f.Type().(*types.Array)
			if !ok || a.Len() != int64(words) || !types.Identical(a.Elem(), types.Typ[types.Uint32]) {
				return fmt.Sprintf("a field XXX_presence of type %s, and this version of bale expects [%d]uint32", f.Type(), words)
			}
			words = 0
		default:
			return fmt.Sprintf("a field %s, which this version of bale does not know", name)
		}
	}
	if words > 0 {
		return "no field XXX_presence"
	}
	return ""
}
