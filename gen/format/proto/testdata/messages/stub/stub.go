// Package stub does by google.golang.org/protobuf what generated methods do, and, with the flag -fault, one thing wrong. Tests of the
// program check use it to show that check finds each fault.
package stub

import (
	"bytes"
	"flag"
	"reflect"
	"strings"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/runtime/protoiface"
)

var fault = flag.String("fault", "", "the fault of the methods")

// Append is the method AppendProto.
func Append(b []byte, m proto.Message) ([]byte, error) {
	options := proto.MarshalOptions{Deterministic: *fault != "order", AllowPartial: *fault == "required"}
	if *fault == "changes" {
		m.ProtoReflect().SetUnknown(nil)
	}
	n := len(b)
	b, err := options.MarshalAppend(b, withoutNegativeZero(m))
	switch {
	case err != nil && *fault == "utf8" && strings.Contains(err.Error(), "UTF-8"):
		err = nil
	case *fault == "byte" && len(b) > n && hasKind(m, protoreflect.Sfixed32Kind):
		b[len(b)-1] ^= 1
	case *fault == "long" && len(b) > 1<<16:
		b[len(b)-1] ^= 1
	case *fault == "prefix" && n > 0:
		b[0]++
	}
	return b, err
}

// Size is the method SizeProto.
func Size(m proto.Message) int {
	n := proto.Size(m)
	if *fault == "size" && hasKind(m, protoreflect.BoolKind) {
		n++
	}
	return n
}

// Unmarshal is the methods UnmarshalProto and UnmarshalProtoAlias.
func Unmarshal(b []byte, m proto.Message, alias bool) error {
	old := m
	if strings.HasPrefix(*fault, "used") {
		old = shallow(m)
	}
	if *fault != "reset" {
		proto.Reset(m)
	}
	if *fault == "overread" && cap(b) > len(b) && b[:len(b)+1][len(b)] == 0x62 {
		return proto.UnmarshalOptions{Merge: true, Resolver: new(protoregistry.Types)}.Unmarshal(b[:len(b)+1], m)
	}
	err := decode(b, m)
	if err == nil && (alias || *fault == "alias") { // the library always copies
		eachBytes(m.ProtoReflect(), func(fd protoreflect.FieldDescriptor, v []byte) {
			if i := bytes.Index(b, v); len(v) > 0 && i >= 0 && fd.ContainingOneof() == nil && bytes.Count(b, v) == 1 {
				m.ProtoReflect().Set(fd, protoreflect.ValueOfBytes(b[i:i+len(v):i+len(v)]))
			}
		})
	}
	if err == nil && strings.HasPrefix(*fault, "used") {
		useMemory(reflect.ValueOf(m).Elem(), reflect.ValueOf(old).Elem())
	}
	return err
}

// Merge is the method MergeProto.
func Merge(b []byte, m proto.Message) error {
	if *fault != "merge" {
		return decode(b, m)
	}
	other := m.ProtoReflect().New()
	if err := decode(b, other.Interface()); err != nil {
		return err
	}
	other.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		m.ProtoReflect().Set(fd, v)
		return true
	})
	m.ProtoReflect().SetUnknown(append(m.ProtoReflect().GetUnknown(), other.GetUnknown()...))
	return nil
}

// Reset is the method ResetProto.
func Reset(m proto.Message) {
	unknown := m.ProtoReflect().GetUnknown()
	proto.Reset(m)
	if *fault == "resetproto" {
		m.ProtoReflect().SetUnknown(unknown)
	}
}

// decode decodes b into m, after what m has.
func decode(b []byte, m proto.Message) error {
	r := m.ProtoReflect()
	in := protoiface.UnmarshalInput{Message: r, Buf: b, Resolver: new(protoregistry.Types), Depth: protowire.DefaultRecursionLimit}
	switch *fault {
	case "depth":
		in.Depth++
	case "shallow":
		in.Depth--
	case "unknown":
		in.Flags |= protoiface.UnmarshalDiscardUnknown
	case "extension":
		in.Resolver = protoregistry.GlobalTypes
	}
	_, err := r.ProtoMethods().Unmarshal(in)
	if err == nil && *fault != "required" { // the flag UnmarshalInitialized does not cover all members of oneofs
		err = proto.CheckInitialized(m)
	}
	switch {
	case *fault == "input" && len(b) > 3:
		b[len(b)-1] ^= 1
	case err != nil && *fault == "utf8" && strings.Contains(err.Error(), "UTF-8"):
		err = nil
	case err == nil && *fault == "presence":
		eachBytes(r, func(fd protoreflect.FieldDescriptor, v []byte) {
			if len(v) == 0 {
				r.Clear(fd)
			}
		})
	case err == nil && *fault == "share":
		shareBytes(reflect.ValueOf(m).Elem())
	case err == nil && *fault == "closed":
		closeEnums(r)
	case err == nil && *fault == "nilbytes":
		eachBytes(r, func(fd protoreflect.FieldDescriptor, v []byte) {
			if od := fd.ContainingOneof(); od != nil && !od.IsSynthetic() && len(v) == 0 {
				r.Set(fd, protoreflect.ValueOfBytes(nil))
			}
		})
	}
	return err
}

// withoutNegativeZero returns m, or with the fault negzero a copy without fields of value -0.
func withoutNegativeZero(m proto.Message) proto.Message {
	if *fault != "negzero" {
		return m
	}
	m = proto.Clone(m)
	m.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if fd.Kind() == protoreflect.DoubleKind && !fd.IsList() && !fd.HasPresence() && v.Float() == 0 {
			m.ProtoReflect().Clear(fd)
		}
		return true
	})
	return m
}

// hasKind reports whether m has a singular field of a kind.
func hasKind(m proto.Message, kind protoreflect.Kind) bool {
	found := false
	m.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		found = found || fd.Kind() == kind && !fd.IsList()
		return !found
	})
	return found
}

// eachBytes calls f for each singular bytes field of m.
func eachBytes(m protoreflect.Message, f func(fd protoreflect.FieldDescriptor, v []byte)) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		if fd := fields.Get(i); fd.Kind() == protoreflect.BytesKind && !fd.IsList() && m.Has(fd) {
			f(fd, m.Get(fd).Bytes())
		}
	}
}

// closeEnums moves numbers that closed enums do not have to the unknown fields. google.golang.org/protobuf leaves them in the fields.
func closeEnums(m protoreflect.Message) {
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if fd.Enum() != nil && fd.Enum().IsClosed() && !fd.IsList() && fd.Enum().Values().ByNumber(v.Enum()) == nil {
			m.Clear(fd)
			b := protowire.AppendTag(m.GetUnknown(), fd.Number(), protowire.VarintType)
			m.SetUnknown(protowire.AppendVarint(b, uint64(v.Enum())))
		}
		return true
	})
}

// shareBytes lets the elements of lists of bytes be parts of the same memory, with room for more bytes up to its end.
func shareBytes(v reflect.Value) {
	for i := range v.NumField() {
		list, ok := v.Field(i).Addr().UnsafePointer(), v.Field(i).Type() == reflect.TypeFor[[][]byte]()
		if !ok {
			continue
		}
		elems := *(*[][]byte)(list)
		slab := bytes.Join(elems, nil)
		for i, e := range elems {
			elems[i], slab = slab[:len(e)], slab[len(e):]
		}
	}
}

// shallow returns a message with the fields of m.
func shallow(m proto.Message) proto.Message {
	c := m.ProtoReflect().New().Interface()
	for i := range reflect.ValueOf(m).Elem().NumField() {
		if to := reflect.ValueOf(c).Elem().Field(i); to.CanSet() {
			to.Set(reflect.ValueOf(m).Elem().Field(i))
		}
	}
	return c
}

// useEmpty moves the elements of a list or a map into an old one, which is empty.
func useEmpty(v, old reflect.Value) {
	switch {
	case *fault == "usedempty" && v.Kind() == reflect.Slice && old.Len() == 0 && v.Len() <= old.Cap():
		reflect.Copy(old.Slice(0, v.Len()), v)
	case *fault == "usedmap" && v.Kind() == reflect.Map && old.Len() == 0 && !old.IsNil():
		for _, k := range v.MapKeys() {
			old.SetMapIndex(k, v.MapIndex(k))
		}
	}
}

// useMemory moves what m has into memory of a used message, in five ways that are wrong: into list elements that may be the same, into
// bytes that may be those of another input, into strings, or into empty lists or maps that other messages may have.
func useMemory(m, used reflect.Value) {
	for i := range m.NumField() {
		if !m.Type().Field(i).IsExported() {
			continue
		}
		switch old := used.Field(i).Interface().(type) {
		case []byte:
			if v := m.Field(i).Bytes(); *fault == "usedbytes" && len(v) > 0 && len(v) <= cap(old) {
				m.Field(i).SetBytes(append(old[:0], v...))
			}
		case string:
			if v := m.Field(i).String(); *fault == "usedstring" && len(v) > 0 && len(v) == len(old) {
				copy(unsafe.Slice(unsafe.StringData(old), len(old)), v)
				m.Field(i).SetString(old)
			}
		default:
			useEmpty(m.Field(i), used.Field(i))
			if list := m.Field(i); *fault == "usedlist" && list.Kind() == reflect.Slice && list.Type().Elem().Kind() == reflect.Pointer {
				for j := range min(list.Len(), used.Field(i).Len()) {
					elem, old := list.Index(j).Interface().(proto.Message), used.Field(i).Index(j)
					if !old.IsNil() {
						proto.Reset(old.Interface().(proto.Message))
						proto.Merge(old.Interface().(proto.Message), elem)
						list.Index(j).Set(old)
					}
				}
			}
		}
	}
}
