package sample

import (
	"reflect"
	"testing"

	"google.golang.org/protobuf/types/descriptorpb"
)

// gogo is a message as gogo's protoc-gen-gogofast makes it.
type gogo struct {
	Name                 string
	Card                 *gogo
	XXX_NoUnkeyedLiteral struct{}
	XXX_unrecognized     []byte
	XXX_sizecache        int32
}

func (*gogo) ProtoMessage()  {}
func (*gogo) Reset()         {}
func (*gogo) String() string { return "" }

// MarshalText would make it a type of another module that goes by its text.
func (*gogo) MarshalText() ([]byte, error) { return nil, nil }

// TestInternal: the fields of the library are neither filled nor compared, counted or copied.
func TestInternal(t *testing.T) {
	typ := reflect.TypeOf(gogo{})
	values := Values(typ, 1, 50).Interface().([]gogo)
	names := 0
	for i := range values {
		if v := &values[i]; v.XXX_unrecognized != nil || v.XXX_sizecache != 0 {
			t.Fatalf("internal fields were filled: %+v", v)
		}
		if values[i].Name != "" {
			names++
		}
	}
	if names == 0 {
		t.Fatal("no name was filled")
	}
	a := gogo{Name: "a"}
	b := gogo{Name: "a", XXX_unrecognized: []byte("unknown"), XXX_sizecache: 7}
	va, vb := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	if d := Diff(va, vb, 0); d != nil {
		t.Errorf("internal fields differ: %v", d)
	}
	if Hash(va) != Hash(vb) || Size(va) != Size(vb) || Leaves(va) != Leaves(vb) {
		t.Error("internal fields count in the hash, the size or the leaves")
	}
	if c := Clone(vb).Interface().(gogo); &c.XXX_unrecognized[0] != &b.XXX_unrecognized[0] {
		t.Error("an internal field was copied deeply")
	}
	b.Name = "b"
	if d := Diff(va, vb, 0); len(d) != 1 || d[0].Path != "Name" {
		t.Errorf("the difference of the names is told as %v", d)
	}
}

// quantity has the methods of a message, and is none: it goes by its own fields or methods.
type quantity struct{ N int64 }

func (*quantity) ProtoMessage()  {}
func (*quantity) Reset()         {}
func (*quantity) String() string { return "" }

func TestNoMessage(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeOf(quantity{}), reflect.TypeOf(struct{ *gogo }{}), reflect.TypeOf(struct{}{})} {
		if list := internals(typ); list != nil {
			t.Errorf("%s has internal fields: %v", typ, list)
		}
	}
}

// TestEnum: the numbers of an enum are those that it declares. An enum of another library has any.
func TestEnum(t *testing.T) {
	type message struct {
		Declared descriptorpb.FieldDescriptorProto_Label
		Other    named
	}
	other := map[named]bool{}
	for _, v := range Values(reflect.TypeOf(message{}), 1, 50).Interface().([]message) {
		if v.Declared < 1 || v.Declared > 3 {
			t.Fatalf("%d is no label", v.Declared)
		}
		other[v.Other] = true
	}
	if len(other) < 10 {
		t.Errorf("a number with a method Descriptor has %d values of 50", len(other))
	}
}

type named int32

func (named) Descriptor() string { return "" }

// TestSet: a pointer in the struct that stands for one of several, and a required one, is never nil, however deep.
func TestSet(t *testing.T) {
	type inner struct{ Next *inner }
	type wrapper struct {
		Inner *inner `protobuf:"bytes,3,opt,name=inner,proto3,oneof"`
	}
	for i, w := range Values(reflect.TypeOf(wrapper{}), 1, 100).Interface().([]wrapper) {
		if w.Inner == nil {
			t.Fatalf("value %d holds nil", i)
		}
	}
	type required struct {
		ID   *int32    `protobuf:"varint,1,req,name=id"`
		Next *required `protobuf:"bytes,2,opt,name=next"`
		Name *string   `protobuf:"bytes,3,opt,name=name,proto3,oneof"`
	}
	unset := 0
	for i, v := range Values(reflect.TypeOf(required{}), 1, 100).Interface().([]required) {
		for at := &v; at != nil; at = at.Next {
			if at.ID == nil {
				t.Fatalf("value %d has no ID", i)
			}
			if at.Name == nil {
				unset++
			}
		}
	}
	if unset == 0 {
		t.Error("what is optional is always set")
	}
}
