package conform

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// messages are the types of the .proto file that bale gen has written.
func messages(t *testing.T) protoreflect.MessageDescriptors {
	t.Helper()
	c := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{})}
	files, err := c.Compile(context.Background(), "conform.proto")
	if err != nil {
		t.Fatal(err)
	}
	return files[0].Messages()
}

// conform holds a type against the reference library with its message: what one writes the other reads as the same,
// the same bytes where the order of all is defined, and what the one refuses the other refuses.
func conform[T any](t *testing.T, c baleCase[T], name string, ordered, listed bool) {
	t.Parallel()
	desc := messages(t).ByName(protoreflect.Name(name))
	if desc == nil {
		t.Fatalf("the .proto file has no message %s", name)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i, v := range c.values(uint64(len(name)), 20) {
		b, err := c.marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		m := dynamicpb.NewMessage(desc)
		if err := proto.Unmarshal(b, m); err != nil {
			t.Fatalf("value %d: the reference does not read %x: %v", i, b, err)
		}
		if len(m.GetUnknown()) > 0 {
			t.Fatalf("value %d: the reference does not know %x", i, m.GetUnknown())
		}
		theirs, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if ordered && !bytes.Equal(theirs, b) {
			t.Fatalf("value %d: the reference writes %x, and bale %x", i, theirs, b)
		}
		for _, x := range [][]byte{theirs, rewritten(theirs, desc)} {
			got := new(T)
			if err := c.unmarshal(got, x); err != nil {
				t.Fatalf("value %d: bale does not read %x: %v", i, x, err)
			}
			if baleCompare(reflect.ValueOf(got).Elem(), reflect.ValueOf(v).Elem(), baleIgnored{nilIsEmpty: true, dropsZone: true}) != nil {
				t.Fatalf("value %d: bale reads %x\nas   %+v\nwant %+v", i, x, *got, *v)
			}
		}
		for range 50 {
			mutation(t, c, desc, mutate(r, b), listed)
		}
	}
}

// TestUnknown: a reader that keeps what it does not know loses nothing of it, and drops what it kept before.
func TestUnknown(t *testing.T) {
	var old Older
	for _, v := range []Newer{{A: 1, B: "b", C: []int32{1, -1}}, {A: 2}, {B: "c"}} {
		b, err := v.MarshalProto()
		if err != nil {
			t.Fatal(err)
		}
		if err := old.UnmarshalProto(b); err != nil {
			t.Fatal(err)
		}
		if old.A != v.A {
			t.Errorf("A is %d, want %d", old.A, v.A)
		}
		if again, err := old.MarshalProto(); err != nil || !bytes.Equal(again, b) || old.SizeProto() != len(b) {
			t.Errorf("%x came back as %x: %v", b, again, err)
		}
	}
	for _, c := range []struct {
		b    string
		want error
	}{
		{"\x13\x08\x01\x14\x08\x07", nil},                            // a group
		{"\x13\x1b\x1c\x14", nil},                                    // in another
		{"\x08\x01\x08\x02", nil},                                    // the last one counts
		{"\x13\x08\x01", io.ErrUnexpectedEOF},                        // no end
		{"\x13\x1c", errAny}, {"\x14", errAny}, {"\x0f\x01", errAny}, // no beginning, no such type
		{"\x00\x01", errAny}, {"\x12\x05ab", io.ErrUnexpectedEOF},
		{"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", errAny},
	} {
		err := old.UnmarshalProto([]byte(c.b))
		if theirs := proto.Unmarshal([]byte(c.b), dynamicpb.NewMessage(messages(t).ByName("Older"))); (theirs == nil) != (err == nil) {
			t.Errorf("%x: %v, and the reference has %v", c.b, err, theirs)
		}
		if (c.want == nil) != (err == nil) || c.want != nil && c.want != errAny && !errors.Is(err, c.want) {
			t.Errorf("%x: %v, want %v", c.b, err, c.want)
		}
	}
}

// TestEntryWithoutTime: an entry without a value has an empty message as its value, which is the beginning of 1970. A field without one is
// zero, as bale writes it.
func TestEntryWithoutTime(t *testing.T) {
	for _, b := range []string{"\x0a\x03\x0a\x01a", "\x0a\x05\x0a\x01a\x12\x00", "\x0a\x05\x12\x00\x0a\x01a", "\x1a\x00\x0a\x03\x0a\x01a"} {
		v := Times{T: time.Unix(1, 0)}
		if err := v.UnmarshalProto([]byte(b)); err != nil {
			t.Fatal(err)
		}
		if at, ok := v.M["a"]; !ok || !at.Equal(time.Unix(0, 0)) || !v.T.IsZero() {
			t.Errorf("%x: %v, want 1970 in the map and the zero time in the field", b, v)
		}
	}
}

var errAny = errors.New("any error")

// rewritten is a message with the highest fields first, and with no list packed.
func rewritten(b []byte, desc protoreflect.MessageDescriptor) []byte {
	parts := map[protowire.Number][]byte{}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeField(b)
		f := desc.Fields().ByNumber(num)
		parts[num] = append(parts[num], one(b[:n], f, typ)...)
		b = b[n:]
	}
	var out []byte
	for _, num := range slices.Backward(slices.Sorted(maps.Keys(parts))) {
		out = append(out, parts[num]...)
	}
	return out
}

// one is one field, rewritten.
func one(b []byte, f protoreflect.FieldDescriptor, typ protowire.Type) []byte {
	_, _, tag := protowire.ConsumeTag(b)
	if typ != protowire.BytesType {
		return b
	}
	content, _ := protowire.ConsumeBytes(b[tag:])
	if f.Message() != nil {
		return protowire.AppendBytes(b[:tag:tag], rewritten(content, f.Message()))
	}
	if !f.IsPacked() {
		return b
	}
	kind := protowire.VarintType
	switch f.Kind() {
	case protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind, protoreflect.FloatKind:
		kind = protowire.Fixed32Type
	case protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind, protoreflect.DoubleKind:
		kind = protowire.Fixed64Type
	}
	var out []byte
	for len(content) > 0 {
		n := protowire.ConsumeFieldValue(f.Number(), kind, content)
		out = append(protowire.AppendTag(out, f.Number(), kind), content[:n]...)
		content = content[n:]
	}
	return out
}

// mutation reads what may be no message with both. What bale reads it has to write as what the reference reads.
func mutation[T any](t *testing.T, c baleCase[T], desc protoreflect.MessageDescriptor, b []byte, listed bool) {
	t.Helper()
	m := dynamicpb.NewMessage(desc)
	theirs, known := reference(b, m)
	if !known {
		return
	}
	v := new(T)
	ours := c.unmarshal(v, b)
	if theirs != nil && ours == nil {
		t.Fatalf("the reference refuses %x: %v", b, theirs)
	}
	if theirs != nil || ours != nil {
		return
	}
	again, err := c.marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got := dynamicpb.NewMessage(desc)
	if err := proto.Unmarshal(again, got); err != nil {
		t.Fatalf("the reference reads %x, and not what bale makes of it, %x: %v", b, again, err)
	}
	if x, y := normal(m), normal(got); !bytes.Equal(x, y) && !listed {
		t.Fatalf("of %x bale makes %x, which the reference has as %x, and not %x", b, again, y, x)
	}
}

// reference reads with the reference library. It is not known what that makes of a map's entry whose key has the wrong
// wire type: dynamicpb panics.
func reference(b []byte, m *dynamicpb.Message) (err error, known bool) {
	defer func() { known = recover() == nil }()
	return proto.Unmarshal(b, m), true
}

// normal is a message without what is not known, and without what says no more than nothing: a message that is empty
// and has no presence of its own in Go.
func normal(m *dynamicpb.Message) []byte {
	clean(m)
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(err)
	}
	return b
}

func clean(m protoreflect.Message) {
	m.SetUnknown(nil)
	switch x := m.Interface().(type) {
	case *dynamicpb.Message:
		if name := m.Descriptor().FullName(); name == "google.protobuf.Timestamp" || name == "google.protobuf.Duration" {
			exact(x, name == "google.protobuf.Duration")
		}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap():
			v.Map().Range(func(_ protoreflect.MapKey, x protoreflect.Value) bool {
				if f.MapValue().Message() != nil {
					clean(x.Message())
				}
				return true
			})
		case f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				clean(v.List().Get(i).Message())
			}
		default:
			if clean(v.Message()); proto.Size(v.Message().Interface()) == 0 && f.ContainingOneof() == nil {
				m.Clear(f)
			}
		}
		return true
	})
}

// exact brings nanoseconds into their range, as Go's times and durations have them, and makes the zero time nothing.
func exact(m *dynamicpb.Message, span bool) {
	f := m.Descriptor().Fields()
	sec, nsec := m.Get(f.ByNumber(1)).Int(), m.Get(f.ByNumber(2)).Int()
	if span {
		whole := sec*1e9 + nsec
		sec, nsec = whole/1e9, whole%1e9
	} else {
		t := time.Unix(sec, nsec)
		if sec, nsec = t.Unix(), int64(t.Nanosecond()); t.IsZero() {
			sec, nsec = 0, 0
		}
	}
	m.Set(f.ByNumber(1), protoreflect.ValueOfInt64(sec))
	m.Set(f.ByNumber(2), protoreflect.ValueOfInt32(int32(nsec)))
}

// mutate changes some bytes, drops the end, or says something twice.
func mutate(r *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	switch n := len(b); {
	case n == 0 || r.IntN(8) == 0:
		return append(b, byte(r.Uint32()), byte(r.Uint32()))
	case r.IntN(8) == 0:
		return b[:r.IntN(n)]
	case r.IntN(8) == 0:
		return append(b, b...)
	case r.IntN(8) == 0:
		return append(b, b[r.IntN(n):]...)
	}
	for range 1 + r.IntN(2) {
		b[r.IntN(len(b))] = []byte{0, 1, 0x7f, 0x80, 0xff, byte(r.Uint32())}[r.IntN(6)]
	}
	return b
}
