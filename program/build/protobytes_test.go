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

// TestProtobufBytes checks that all rows of protobuf have the same messages for the shapes without maps and without pointers to numbers: entries have no order,
// and the schema for converted rows has a message around such a number where bale/proto has an optional field. The fast test has two shapes, bale/proto, protobuf/opaque and the reference, and
// the slow one all.
func TestProtobufBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	fast := []string{"protobuf", "protobuf/opaque", "bale/proto"}
	names := shape.TunedNames
	if !slow.Enabled() {
		names = []string{"small", "valmsg"}
	}
	b := &Builder{Cache: testdir.New(t)}
	shapes, err := b.Builtin(t.Context(), names, []int{3})
	if err != nil {
		t.Fatal(err)
	}
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
				if !bytes.Equal(ref[i], messages[i]) {
					t.Errorf("message %d of %s is\n%.200x by %s, and\n%.200x by %s", i, row.shape, messages[i], row.codec, ref[i], fast[0])
					break
				}
			}
			if i == 0 {
				t.Errorf("no message of %s is equal by %s and %s", row.shape, row.codec, fast[0])
			}
		}
	}
	if len(want) != len(names) {
		t.Errorf("%d shapes have messages; want %d", len(want), len(names))
	}
}

type protoRow struct{ codec, shape string }

// protoMessages returns messages of the rows of variants.
func protoMessages(t *testing.T, b *Builder, shapes []*Shape, choice *Choice) map[protoRow][][]byte {
	t.Helper()
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
