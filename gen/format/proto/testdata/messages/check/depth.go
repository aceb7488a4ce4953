package main

import (
	"math/rand/v2"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// depths are numbers of messages inside each other about the limit of 10,000. A map's entry counts like a message.
var depths = []int{1, 100, 4_999, 5_000, 5_001, 9_998, 9_999, 10_000, 10_001, 10_002, 20_000}

// checkDepth decodes messages that are nested up to and beyond the limit of 10,000: by each kind of field with which a type holds itself,
// and by unknown groups.
func checkDepth(mt protoreflect.MessageType) {
	d := newDecoding(mt, nil)
	for _, cycle := range cycles(mt.Descriptor()) {
		if fd := cycle[0]; mt.Descriptor().RequiredNumbers().Len() > 0 && len(cycle) == 1 && fd.Kind() == protoreflect.MessageKind && fd.Cardinality() != protoreflect.Required && !fd.IsMap() {
			for _, n := range []int{10, 2000, 9000} {
				d.deep(lacking(mt, fd, n))
			}
		}
	}
	if _, ok := conformanceTypes[mt.Descriptor().FullName()]; !ok && *messages < 1_000_000 && rand.New(rand.NewPCG(*seed, hash(mt))).IntN(10) > 0 {
		return // a tenth of the types takes seconds
	}
	for _, cycle := range cycles(mt.Descriptor()) {
		for _, n := range depths {
			d.deep(nest(nil, cycle, n))
			d.deep(nest(protowire.AppendTag(nil, 5000, protowire.StartGroupType), cycle, n)) // a group without end
		}
		for _, n := range []int{5000, 9999, 10_000} { // unknown groups inside known messages
			d.deep(nest(groups(10_000-n, 5000), cycle, n))
			d.deep(nest(groups(9_999-n, 5000), cycle, n))
		}
	}
	for _, n := range depths {
		d.deep(groups(n, 5000))
	}
}

// lacking returns n messages inside each other that have their required fields, around an empty message, which may lack some.
func lacking(mt protoreflect.MessageType, fd protoreflect.FieldDescriptor, n int) (b []byte) {
	m := mt.New()
	(&maker{Rand: rand.New(rand.NewPCG(1, 2))}).fill(m, 0, 0)
	full, err := partial.Marshal(m.Interface())
	if err != nil || len(full) > 1000 { // the result would be long
		return nil
	}
	for range n {
		b = slices.Concat(full, protowire.AppendBytes(protowire.AppendTag(nil, fd.Number(), protowire.BytesType), b))
	}
	return b
}

// deep decodes b into a new and into a used message.
func (d *decoding) deep(b []byte) {
	want := expect(d.fresh(), reference, b)
	if want.err != nil {
		counts.refused.Add(1)
	} else {
		counts.decoded.Add(1)
	}
	want.compare("UnmarshalProto of a nested message", d.fresh(), message.UnmarshalProto, false, false)
	want.compare("UnmarshalProto of a nested message", d.used, message.UnmarshalProto, false, true)
	if want.err == nil {
		if b, err := want.message.AppendProto(nil); err != nil || !slices.Equal(b, want.bytes) {
			fail("AppendProto of a nested message: error %v, %d bytes, want %d", err, len(b), len(want.bytes))
		}
	}
}

// cycles returns paths of fields from a type to itself: the shortest that begins with each kind of field.
func cycles(md protoreflect.MessageDescriptor) (all [][]protoreflect.FieldDescriptor) {
	seen := map[string]bool{}
	for _, cycle := range paths(md) {
		first := cycle[0]
		kind := first.Kind().String() + first.Cardinality().String()
		if first.IsMap() {
			kind = "map"
		} else if first.ContainingOneof() != nil {
			kind = "oneof"
		}
		if !seen[kind] {
			seen[kind] = true
			all = append(all, cycle)
		}
	}
	return all
}

// paths returns the paths of at most four fields from a type to itself, the shortest first.
func paths(md protoreflect.MessageDescriptor) (found [][]protoreflect.FieldDescriptor) {
	type path struct {
		fields []protoreflect.FieldDescriptor
		end    protoreflect.MessageDescriptor
	}
	list := []path{{nil, md}}
	for len(list) > 0 && len(list) < 10_000 {
		p := list[0]
		list = list[1:]
		for i := range p.end.Fields().Len() {
			fd := p.end.Fields().Get(i)
			to := fd.Message()
			if fd.IsMap() {
				to = fd.MapValue().Message()
			}
			if to == nil {
				continue
			}
			next := append(slices.Clip(p.fields), fd)
			if to == md {
				found = append(found, next)
			} else if len(next) < 4 {
				list = append(list, path{next, to})
			}
		}
	}
	return found
}

// nest returns inside in n messages of the fields of a cycle.
func nest(inside []byte, cycle []protoreflect.FieldDescriptor, n int) []byte {
	// It is written from the end, since a length is known when what is inside has been written.
	var tags [][2][]byte // what is before the length, and behind the message
	for _, fd := range cycle {
		if fd.Kind() == protoreflect.GroupKind {
			tags = append(tags, [2][]byte{protowire.AppendTag(nil, fd.Number(), protowire.StartGroupType), protowire.AppendTag(nil, fd.Number(), protowire.EndGroupType)})
			continue
		}
		tags = append(tags, [2][]byte{protowire.AppendTag(nil, fd.Number(), protowire.BytesType)})
		if fd.IsMap() {
			tags = append(tags, [2][]byte{protowire.AppendTag(nil, 2, protowire.BytesType)})
		}
	}
	buf := append(make([]byte, n*16), inside...)
	start, size := n*16, len(inside)
	for i := n - 1; i >= 0; i-- {
		t := tags[i%len(tags)]
		buf = append(buf, t[1]...) // the ends are nested like the starts, so they are all behind what is inside
		size += len(t[1])
		head := slices.Clone(t[0])
		if t[1] == nil {
			head = protowire.AppendVarint(head, uint64(size))
		}
		start -= len(head)
		copy(buf[start:], head)
		size += len(head)
	}
	return buf[start:]
}

// groups returns n nested groups.
func groups(n int, num protowire.Number) (b []byte) {
	for range n {
		b = protowire.AppendTag(b, num, protowire.StartGroupType)
	}
	for range n {
		b = protowire.AppendTag(b, num, protowire.EndGroupType)
	}
	return b
}
