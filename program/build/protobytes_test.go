package build

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"bale/codec"
	"bale/codec/all"
	"bale/internal/slow"
	"bale/internal/testdir"
	"bale/runner/harness"
	"bale/runner/measure"
	"bale/shape"
)

// otherProto lists the rows of protobuf with messages of their own: dedis-protobuf encodes a time as a number.
var otherProto = []string{"dedis-protobuf"}

// fieldOrder lists the rows that write the fields in another order: oneofs after the other fields.
var fieldOrder = []string{"golang-protobuf", "pulsar"}

// noEmpty lists the codecs that write a list with an empty message wrongly, as their notes say.
var noEmpty = []string{"csproto"}

// pointersModule has types with pointers to numbers and strings: as fields, and in lists.
var pointersModule = map[string][]byte{
	"go.mod": []byte("module example.org/pointers\n\ngo 1.24\n"),
	"pointers.go": []byte(`package pointers

type Grade int8

type Pointers struct {
	Bool    *bool
	Int     *int
	Int8    *int8
	Int64   *int64
	Uint16  *uint16
	Uint64  *uint64
	Float32 *float32
	Float64 *float64
	String  *string
	Grade   *Grade
	Twice   **int32
	Inner   *Inner
}

type Inner struct {
	Float *float32
	Size  *uint
}

type Lists struct {
	List   []*int32
	Array  [2]*string
	Inners []Inner
}
`),
}

// TestProtobufBytes checks that all rows of protobuf have the same messages for the shapes without maps, whose entries have no order, and for a type
// with pointers to numbers. The fast test has only that type, bale/proto, protobuf/opaque and the reference, and the slow one all.
func TestProtobufBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	b := &Builder{Cache: testdir.New(t)}
	if slow.Enabled() {
		shapes, err := b.Builtin(t.Context(), append(slices.Clone(shape.TunedNames), "optional", "mk48"), []int{3})
		if err != nil {
			t.Fatal(err)
		}
		compareProto(t, b, shapes)
	}
	dir, err := b.WriteModule(pointersModule)
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := Load(t.Context(), dir, ".", []string{"Pointers", "Lists"}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	compareProto(t, b, shapes)
}

// compareProto checks that the rows of protobuf have the same messages for shapes of one package.
func compareProto(t *testing.T, b *Builder, shapes []*Shape) {
	t.Helper()
	fast := []string{"protobuf", "protobuf/opaque", "bale/proto"}
	choices, err := Choose(all.Codecs, nil)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(choices, func(a, b *Choice) int { // the reference first
		return cmp.Compare(slices.Index([]string{fast[0]}, b.Codec.Name), slices.Index([]string{fast[0]}, a.Codec.Name))
	})
	want := map[string][][]byte{}
	for _, c := range choices {
		var variants []*codec.Variant
		for _, v := range c.Variants {
			name := c.Codec.FullName(v)
			if v.Wire == "protobuf" && !slices.Contains(otherProto, name) && (slow.Enabled() || slices.Contains(fast, name)) {
				variants = append(variants, v)
			}
		}
		if len(variants) == 0 {
			continue
		}
		for row, messages := range protoMessages(t, b, shapes, &Choice{c.Codec, variants}) {
			if row.codec == fast[0] {
				want[row.shape] = messages
				continue
			}
			i := 0
			for ref := want[row.shape]; i < min(len(ref), len(messages)); i++ {
				if !sameMessage(row.codec, ref[i], messages[i]) {
					t.Errorf("message %d of %s is\n%.200x by %s, and\n%.200x by %s", i, row.shape, messages[i], row.codec, ref[i], fast[0])
					break
				}
			}
			if i == 0 {
				t.Errorf("no message of %s is equal by %s and %s", row.shape, row.codec, fast[0])
			}
		}
	}
	if len(want) != len(shapes) {
		t.Errorf("%d shapes have messages; want %d", len(want), len(shapes))
	}
}

// sameMessage reports whether a message of a row is the same as another one, apart from the order of fields if the row has its own.
func sameMessage(codec string, a, b []byte) bool {
	if slices.Contains(fieldOrder, codec) {
		a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	}
	return bytes.Equal(a, b)
}

type protoRow struct{ codec, shape string }

// protoMessages returns messages of the rows of variants.
func protoMessages(t *testing.T, b *Builder, shapes []*Shape, choice *Choice) map[protoRow][][]byte {
	t.Helper()
	if slices.Contains(noEmpty, choice.Codec.Name) {
		shapes = slices.DeleteFunc(slices.Clone(shapes), func(s *Shape) bool { return s.Name == "Lists" })
	}
	built, err := b.BuildOne(t.Context(), shapes, choice)
	if err != nil {
		t.Fatal(err)
	}
	if built.Runner == nil {
		t.Fatal(built.Rows[0].Reason, built.Rows[0].Gaps)
	}
	p, err := b.Start(built.Runner)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	found := map[protoRow][][]byte{}
	for _, row := range built.Rows {
		if row.Status != measure.OK {
			t.Errorf("%s of %s: %s %s", row.Codec, row.Shape, row.Status, row.Reason)
			continue
		}
		req := row.Request(harness.Messages, 1)
		req.N = 100
		resp, err := p.Call(t.Context(), req, b.TimeLimit(0))
		if err != nil {
			t.Fatal(row.Codec, err)
		}
		if len(resp.Messages) == 0 {
			t.Errorf("%s of %s has no messages", row.Codec, row.Shape)
		}
		found[protoRow{row.Codec, row.Shape}] = resp.Messages
	}
	return found
}
