package main

import (
	"math/rand/v2"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// messageLengths are the lengths of the messages that checkLengths encodes, one after the other: where a length prefix takes another byte, and where the
// generated code writes a message to other memory. The long ones are like the one before, a bit longer, much longer, and shorter.
var messageLengths = []int{
	0, 126, 127, 128, 129, 1, 130, 190, 200, 130, 510, 520, 16382, 16383, 16384, 16385, 100, 3000, 65500, 65600, 66000, 66000, 66100, 70100,
	70000, 150000, 150000, 151000, 140000, 66000, 100, 70000, 40000, 70000, 70000, 20,
}

// checkLengths checks encoding messages of many lengths. A field that the type does not have fills each of them, or a message that it holds.
func checkLengths(mt protoreflect.MessageType) {
	r := rand.New(rand.NewPCG(*seed^hash(mt), 0))
	k := &maker{Rand: r}
	m := mt.New()
	k.fill(m, 0, 40)
	inside := messagesIn(m, nil)
	for _, n := range messageLengths {
		x := inside[r.IntN(len(inside))]
		before := x.GetUnknown()
		if n > 0 {
			number := protowire.Number(1<<29 - 1)
			x.SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), make([]byte, max(0, n-7))))
		}
		checkEncode(r, m.Interface().(message))
		x.SetUnknown(before)
	}
}

// messagesIn appends m to all, and the messages that it holds.
func messagesIn(m protoreflect.Message, all []protoreflect.Message) []protoreflect.Message {
	if isMessageSet(m.Descriptor()) {
		return all
	}
	all = append(all, m)
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case fd.IsMap():
			if fd.MapValue().Message() != nil {
				v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
					all = messagesIn(v.Message(), all)
					return true
				})
			}
		case fd.Message() == nil:
		case fd.IsList():
			for i := range v.List().Len() {
				all = messagesIn(v.List().Get(i).Message(), all)
			}
		default:
			all = messagesIn(v.Message(), all)
		}
		return true
	})
	return all
}
