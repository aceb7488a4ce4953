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

	"example.org/conform/internal/bale/baletest"
)

// messages returns the messages of the generated .proto file.
func messages(t *testing.T) protoreflect.MessageDescriptors {
	t.Helper()
	c := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{})}
	files, err := c.Compile(context.Background(), "conform.proto")
	if err != nil {
		t.Fatal(err)
	}
	return files[0].Messages()
}

// conform compares the generated code for a type with the reference library on the message called name. Each side must decode what the
// other encodes to the same value. If ordered, the bytes must be the same, too. What the reference refuses, bale must refuse. If
// listed, values decoded from corrupted messages are not compared.
func conform[T any](t *testing.T, c baletest.Case[T], name string, ordered, listed bool) {
	t.Parallel()
	desc := messages(t).ByName(protoreflect.Name(name))
	if desc == nil {
		t.Fatalf("the .proto file has no message %s", name)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i, v := range c.Values(uint64(len(name)), 20) {
		b, err := c.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		m := dynamicpb.NewMessage(desc)
		if err := proto.Unmarshal(b, m); err != nil {
			t.Fatalf("value %d: the reference does not decode %x: %v", i, b, err)
		}
		if len(m.GetUnknown()) > 0 {
			t.Fatalf("value %d: unknown fields for the reference: %x", i, m.GetUnknown())
		}
		theirs, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if ordered && !bytes.Equal(theirs, b) {
			t.Fatalf("value %d: the reference encodes %x, and bale %x", i, theirs, b)
		}
		for _, x := range [][]byte{theirs, rewritten(theirs, desc)} {
			got := new(T)
			if err := c.Unmarshal(got, x); err != nil {
				t.Fatalf("value %d: bale does not decode %x: %v", i, x, err)
			}
			if baletest.Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(v).Elem(), baletest.Ignored{NilIsEmpty: true, DropsZone: true}) != nil {
				t.Fatalf("value %d: bale decodes %x\nas   %+v\nwant %+v", i, x, *got, *v)
			}
		}
		for range 50 {
			mutation(t, c, desc, mutate(r, b), listed)
		}
	}
}

// TestUnknown: a decoder that keeps unknown fields keeps all of them, and drops those of the previous message.
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
		if back, err := old.MarshalProto(); err != nil || !bytes.Equal(back, b) || old.SizeProto() != len(b) {
			t.Errorf("%x came back as %x: %v", b, back, err)
		}
	}
	for _, c := range []struct {
		b    string
		want error
	}{
		{"\x13\x08\x01\x14\x08\x07", nil},                            // a group
		{"\x13\x1b\x1c\x14", nil},                                    // a group in a group
		{"\x08\x01\x08\x02", nil},                                    // the last value wins
		{"\x13\x08\x01", io.ErrUnexpectedEOF},                        // no end of the group
		{"\x13\x1c", errAny}, {"\x14", errAny}, {"\x0f\x01", errAny}, // no start of the group, no such wire type
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

// TestEntryWithoutTime: a map entry without a value has an empty message as its value, which is the start of 1970. An absent field is the
// zero time, which bale does not write.
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

// rewritten returns the message b with its fields in descending order and without packed lists.
func rewritten(b []byte, desc protoreflect.MessageDescriptor) []byte {
	parts := map[protowire.Number][]byte{}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeField(b)
		f := desc.Fields().ByNumber(num)
		parts[num] = append(parts[num], rewrittenField(b[:n], f, typ)...)
		b = b[n:]
	}
	var out []byte
	for _, num := range slices.Backward(slices.Sorted(maps.Keys(parts))) {
		out = append(out, parts[num]...)
	}
	return out
}

// rewrittenField is rewritten for one field.
func rewrittenField(b []byte, f protoreflect.FieldDescriptor, typ protowire.Type) []byte {
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

// mutation decodes b, a corrupted message, with both sides. If bale accepts it, the reference must accept it, too, and the message that
// bale encodes from its value must mean the same to the reference.
func mutation[T any](t *testing.T, c baletest.Case[T], desc protoreflect.MessageDescriptor, b []byte, listed bool) {
	t.Helper()
	m := dynamicpb.NewMessage(desc)
	theirs, known := reference(b, m)
	if !known {
		return
	}
	v := new(T)
	ours := c.Unmarshal(v, b)
	if theirs != nil && ours == nil {
		t.Fatalf("the reference refuses %x: %v", b, theirs)
	}
	if theirs != nil || ours != nil {
		return
	}
	back, err := c.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got := dynamicpb.NewMessage(desc)
	if err := proto.Unmarshal(back, got); err != nil {
		t.Fatalf("the reference decodes %x, but not %x, which bale encodes from it: %v", b, back, err)
	}
	if x, y := normal(m), normal(got); !bytes.Equal(x, y) && !listed {
		t.Fatalf("bale decodes %x and encodes %x: for the reference these are %x and %x", b, back, x, y)
	}
}

// reference decodes b with the reference library. known is false if dynamicpb panics, which it does for a map entry whose key has the
// wrong wire type.
func reference(b []byte, m *dynamicpb.Message) (err error, known bool) {
	defer func() { known = recover() == nil }()
	return proto.Unmarshal(b, m), true
}

// normal returns the bytes of a message without unknown fields, and without empty messages whose presence Go does not distinguish.
func normal(m *dynamicpb.Message) []byte {
	clean(m)
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(err)
	}
	return b
}

// clean removes what normal leaves out.
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

// exact brings nanoseconds into the range that Go's times and durations have, and makes the zero time an empty message.
func exact(m *dynamicpb.Message, duration bool) {
	f := m.Descriptor().Fields()
	sec, nsec := m.Get(f.ByNumber(1)).Int(), m.Get(f.ByNumber(2)).Int()
	if duration {
		sum := sec*1e9 + nsec
		sec, nsec = sum/1e9, sum%1e9
	} else {
		t := time.Unix(sec, nsec)
		if sec, nsec = t.Unix(), int64(t.Nanosecond()); t.IsZero() {
			sec, nsec = 0, 0
		}
	}
	m.Set(f.ByNumber(1), protoreflect.ValueOfInt64(sec))
	m.Set(f.ByNumber(2), protoreflect.ValueOfInt32(int32(nsec)))
}

// mutate returns a corrupted copy of b: with changed bytes, without its end, or with repeated parts.
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
