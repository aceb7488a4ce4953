package main

import (
	"runtime"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// checkRetained checks that a message after ResetProto keeps nothing of the messages that were in it alive. Its list of strings and theirs could share
// memory. First come short messages of the same form, so that the decoder expects them.
func checkRetained(mt protoreflect.MessageType) {
	if _, ok := conformanceTypes[mt.Descriptor().FullName()]; !ok {
		return // one type is enough, since this takes much memory
	}
	const most = 48 << 20
	checked := false
	for _, cycle := range cycles(mt.Descriptor()) {
		list := stringList(mt.Descriptor())
		if list == nil || !isPlain(cycle) {
			continue
		}
		var m message
		for range 20 {
			m = decodedOf(holding(mt, cycle, list, 10))
		}
		before := heap()
		m = decodedOf(holding(mt, cycle, list, most/20))
		m.ResetProto()
		after := heap()
		for range 10 { // other goroutines may have had more memory for a moment
			after = min(after, heap())
		}
		if after > before+most/2 {
			fail("after ResetProto, the message keeps %d bytes alive", after-before)
		}
		runtime.KeepAlive(m)
		checked = true
	}
	if !checked {
		fail("no field holds a message of the same type")
	}
}

// decodedOf returns the message of the type of m with the encoding of m.
func decodedOf(m protoreflect.Message) message {
	decoded := m.New().Interface().(message)
	if err := decoded.UnmarshalProto(encodingOf(m)); err != nil {
		fail("UnmarshalProto: error %v", err)
	}
	return decoded
}

// holding returns a message with three short strings in the list. The fields of the cycle lead to one with 20 strings of n bytes.
func holding(mt protoreflect.MessageType, cycle []protoreflect.FieldDescriptor, list protoreflect.FieldDescriptor, n int) protoreflect.Message {
	m := mt.New()
	inside := m
	for _, fd := range cycle {
		if fd.IsList() {
			inside = inside.Mutable(fd).List().AppendMutable().Message()
		} else {
			inside = inside.Mutable(fd).Message()
		}
	}
	for range 3 {
		m.Mutable(list).List().Append(protoreflect.ValueOfString("short"))
	}
	for range 20 {
		inside.Mutable(list).List().Append(protoreflect.ValueOfString(strings.Repeat("a", n)))
	}
	return m
}

// stringList returns a field of repeated strings, or nil.
func stringList(md protoreflect.MessageDescriptor) protoreflect.FieldDescriptor {
	for i := range md.Fields().Len() {
		if fd := md.Fields().Get(i); fd.IsList() && fd.Kind() == protoreflect.StringKind {
			return fd
		}
	}
	return nil
}

// isPlain reports whether the fields are no maps.
func isPlain(fields []protoreflect.FieldDescriptor) bool {
	for _, fd := range fields {
		if fd.IsMap() {
			return false
		}
	}
	return true
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
