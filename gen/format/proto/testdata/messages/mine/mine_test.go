package mine

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/gofeaturespb"
)

// features returns a message with an extension.
func features() (*FeatureSet, *descriptorpb.FeatureSet) {
	m := &descriptorpb.FeatureSet{EnumType: descriptorpb.FeatureSet_OPEN.Enum()}
	proto.SetExtension(m, gofeaturespb.E_Go, &gofeaturespb.GoFeatures{LegacyUnmarshalJsonEnum: proto.Bool(true)})
	return (*FeatureSet)(m), m
}

// TestEmpty: the bytes of an empty message are not nil, and those of a message with extensions take no more memory than they need.
func TestEmpty(t *testing.T) {
	for _, m := range []interface{ MarshalProto() ([]byte, error) }{new(FeatureSet), new(DescriptorProto)} {
		if b, err := m.MarshalProto(); b == nil || len(b) > 0 || err != nil {
			t.Errorf("%T: %v, %v", m, b, err)
		}
	}
	m, all := features()
	want, err := proto.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := m.MarshalProto(); !slices.Equal(b, want) || err != nil || cap(b) > len(b)+len(b)/4 {
		t.Errorf("%x with capacity %d, %v, want %x", b, cap(b), err, want)
	}
	if b, err := m.AppendProto([]byte("ab")); !slices.Equal(b, append([]byte("ab"), want...)) || err != nil {
		t.Errorf("appended %x, %v", b, err)
	}
}

// TestExtensions: decoding and ResetProto drop extensions, and MergeProto keeps them.
func TestExtensions(t *testing.T) {
	for name, do := range map[string]func(*FeatureSet) error{
		"UnmarshalProto": func(m *FeatureSet) error { return m.UnmarshalProto(nil) },
		"ResetProto":     func(m *FeatureSet) error { m.ResetProto(); return nil },
	} {
		m, all := features()
		if err := do(m); err != nil || proto.Size(all) > 0 {
			t.Errorf("%s leaves %v, %v", name, all, err)
		}
	}
	m, all := features()
	more, err := proto.Marshal(&descriptorpb.FeatureSet{MessageEncoding: descriptorpb.FeatureSet_DELIMITED.Enum()})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.MergeProto(more); err != nil || !proto.HasExtension(all, gofeaturespb.E_Go) || all.GetEnumType() != descriptorpb.FeatureSet_OPEN ||
		all.GetMessageEncoding() != descriptorpb.FeatureSet_DELIMITED {
		t.Errorf("MergeProto: %v, %v", all, err)
	}
}

// TestShared: lists that are empty stay as they are, also after ResetProto, since no field of another package says who may use their memory.
func TestShared(t *testing.T) {
	b, err := proto.Marshal(&descriptorpb.DescriptorProto{ReservedName: []string{"new"}, Field: []*descriptorpb.FieldDescriptorProto{{Name: proto.String("f")}}})
	if err != nil {
		t.Fatal(err)
	}
	all := []string{"a", "b"}
	m := &DescriptorProto{ReservedName: all[:0]}
	if err := m.UnmarshalProto(b); err != nil || all[0] != "a" || len(m.Field) != 1 || m.ReservedName[0] != "new" {
		t.Errorf("%v, %q, %v", m, all, err)
	}
	if err := m.MergeProto(b); err != nil || len(m.Field) != 2 || !slices.Equal(m.ReservedName, []string{"new", "new"}) {
		t.Errorf("merged: %v, %v", m, err)
	}
	m.ResetProto()
	if m.ReservedName != nil || m.Field != nil {
		t.Errorf("ResetProto leaves %v", m)
	}
}
