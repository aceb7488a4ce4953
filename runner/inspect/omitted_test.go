package inspect

import (
	"reflect"
	"testing"

	"google.golang.org/protobuf/types/descriptorpb"
)

// quantity has the methods of a message but is not a message, so its own fields or methods are used.
type quantity struct{ N int64 }

func (*quantity) ProtoMessage()  {}
func (*quantity) Reset()         {}
func (*quantity) String() string { return "" }

func TestNoMessage(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeOf(quantity{}), reflect.TypeOf(struct {
		*descriptorpb.FileDescriptorProto
	}{}), reflect.TypeOf(struct{}{})} {
		if list := omittedFields(typ); list != nil {
			t.Errorf("%s has internal fields: %v", typ, list)
		}
	}
}
