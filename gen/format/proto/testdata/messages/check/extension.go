package main

import (
	"math/rand/v2"
	"reflect"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// checkExtensions checks messages with values of extensions, which generated methods do not have to encode: they may refuse them, but not
// leave them out. Decoding and resetting removes them.
func checkExtensions(mt protoreflect.MessageType) {
	r := rand.New(rand.NewPCG(*seed, 1))
	protoregistry.GlobalTypes.RangeExtensionsByMessage(mt.Descriptor().FullName(), func(xt protoreflect.ExtensionType) bool {
		k := &maker{Rand: r}
		m := mt.New()
		k.message(m)
		k.set(m, xt.TypeDescriptor(), 0, 40)
		x := m.Interface().(message)
		want, err := encoder.Marshal(x)
		if err != nil {
			return true
		}
		if b, err := x.AppendProto(nil); err == nil && string(b) != string(want) {
			fail("AppendProto of a message with the extension %s: got\n%x, want\n%x", xt.TypeDescriptor().FullName(), b, want)
		}
		expect(mt.New().Interface().(message), reference, want).compare("UnmarshalProto of extensions", x, message.UnmarshalProto, false, true)
		if proto.HasExtension(x, xt) {
			fail("UnmarshalProto keeps the extension %s", xt.TypeDescriptor().FullName())
		}
		k.set(m, xt.TypeDescriptor(), 0, 40)
		x.ResetProto()
		if proto.HasExtension(x, xt) || proto.Size(x) > 0 {
			fail("ResetProto keeps the extension %s", xt.TypeDescriptor().FullName())
		}
		return true
	})
}

// checkCycle decodes into messages and resets messages that hold themselves. It is the last check of a type, since it may end the program.
func checkCycle(mt protoreflect.MessageType) {
	k := &maker{Rand: rand.New(rand.NewPCG(*seed, 2))}
	m := mt.New()
	k.fill(m, 0, 100)
	want := expect(mt.New().Interface().(message), reference, encodingOf(m))
	if want.err != nil {
		return
	}
	for i := range reflect.TypeOf(want.message).Elem().NumField() {
		for _, reset := range []bool{false, true} {
			x := mt.New().Interface().(message)
			if reference.Unmarshal(want.input, x) != nil {
				return
			}
			f := reflect.ValueOf(x).Elem().Field(i)
			switch {
			case !f.CanSet():
				continue
			case f.Type() == reflect.TypeOf(x):
				f.Set(reflect.ValueOf(x))
			case f.Type() == reflect.SliceOf(reflect.TypeOf(x)):
				f.Set(reflect.Append(f, reflect.ValueOf(x), reflect.ValueOf(x)))
			default:
				continue
			}
			if reset {
				x.ResetProto()
				if n := proto.Size(x); n > 0 {
					fail("ResetProto of a message that holds itself leaves %d bytes", n)
				}
			}
			want.compare("UnmarshalProto into a message that holds itself", x, message.UnmarshalProto, false, true)
		}
	}
}
