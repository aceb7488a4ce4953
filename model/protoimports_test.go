package model

import (
	"go/token"
	"go/types"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/types/descriptorpb"
)

// TestOtherPath checks that a file finds a message of a file that is imported by another path than its own, whatever the order of the files is.
func TestOtherPath(t *testing.T) {
	file := func(name, text string) rawFile {
		file := &descriptorpb.FileDescriptorProto{}
		if err := prototext.Unmarshal([]byte(text), file); err != nil {
			t.Fatal(err)
		}
		f := newRawFile(types.NewPackage("example.org/"+name, name), file)
		f.pkg.Scope().Insert(types.NewTypeName(token.NoPos, f.pkg, name, nil))
		obj := f.pkg.Scope().Lookup(name).(*types.TypeName)
		types.NewNamed(obj, types.NewStruct(nil, nil), nil)
		return f
	}
	order := file("Order", `name: "rpc.proto" package: "rpc" syntax: "proto3" dependency: "api/kv.proto"
message_type { name: "Order" field { name: "pair" number: 1 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: ".kv.Pair" } field { name: "own" number: 2 label: LABEL_OPTIONAL type: TYPE_MESSAGE type_name: ".rpc.Order" } }`)
	pair := file("Pair", `name: "kv.proto" package: "kv" syntax: "proto3" message_type { name: "Pair" field { name: "key" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING } }`)
	for _, list := range [][]rawFile{{order, pair}, {pair, order}} {
		p := &protoMessages{byStruct: map[*types.Struct]*ProtoMessage{}}
		p.addAll(list)
		m := p.byStruct[order.pkg.Scope().Lookup("Order").Type().Underlying().(*types.Struct)]
		if m == nil {
			t.Fatalf("%s first: no message Order", list[0].file.GetName())
		}
		if pair := m.Descriptor.Fields().ByName("pair").Message(); pair.IsPlaceholder() || pair.Fields().Len() != 1 {
			t.Errorf("%s first: the message kv.Pair is not known", list[0].file.GetName())
		}
	}
}
