package main

import (
	"errors"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

var errRequired = errors.New("a required field is not set")

// checkRequired fails if m, or a message in it, lacks a required field. proto.CheckInitialized does not look into all messages that hold each other.
func checkRequired(m protoreflect.Message) error {
	if err := proto.CheckInitialized(m.Interface()); err != nil || !requires(m.Descriptor(), map[protoreflect.FullName]bool{}) {
		return err
	}
	if lacksRequired(m) {
		return errRequired
	}
	return nil
}

// requires reports whether a message of the type, or one that it can hold and that is not in seen, has required fields.
func requires(md protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) bool {
	if seen[md.FullName()] {
		return false
	}
	seen[md.FullName()] = true
	found := md.RequiredNumbers().Len() > 0
	for i := 0; i < md.Fields().Len() && !found; i++ {
		if inner := md.Fields().Get(i).Message(); inner != nil {
			found = requires(inner, seen)
		}
	}
	return found
}

// lacksRequired looks into all messages in m.
func lacksRequired(m protoreflect.Message) (lacks bool) {
	numbers := m.Descriptor().RequiredNumbers()
	for i := range numbers.Len() {
		lacks = lacks || !m.Has(m.Descriptor().Fields().ByNumber(numbers.Get(i)))
	}
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case lacks:
		case fd.IsMap() && fd.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				lacks = lacksRequired(v.Message())
				return !lacks
			})
		case fd.IsMap() || fd.Message() == nil:
		case fd.IsList():
			for i := 0; i < v.List().Len() && !lacks; i++ {
				lacks = lacksRequired(v.List().Get(i).Message())
			}
		default:
			lacks = lacksRequired(v.Message())
		}
		return !lacks
	})
	return lacks
}
