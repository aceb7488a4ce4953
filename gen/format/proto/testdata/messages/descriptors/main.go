// Command descriptors writes the descriptors of the files from which protobuf's conformance messages were generated, each after its imports, with the
// option go_package, which some of the files lack.
package main

import (
	"log"
	"os"
	"reflect"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	_ "example.org/messages/testprotos/conformance"
	_ "example.org/messages/testprotos/conformance/editions"
	_ "example.org/messages/testprotos/conformance/editionsmigration"
)

func main() {
	set := &descriptorpb.FileDescriptorSet{}
	added := map[string]bool{}
	var add func(f protoreflect.FileDescriptor)
	add = func(f protoreflect.FileDescriptor) {
		if added[f.Path()] {
			return
		}
		added[f.Path()] = true
		for i := range f.Imports().Len() {
			add(f.Imports().Get(i).FileDescriptor)
		}
		d := protodesc.ToFileDescriptorProto(f)
		if f.Messages().Len() > 0 {
			mt, err := protoregistry.GlobalTypes.FindMessageByName(f.Messages().Get(0).FullName())
			if err != nil {
				log.Fatal(err)
			}
			d.Options = proto.CloneOf(d.GetOptions())
			if d.Options == nil {
				d.Options = new(descriptorpb.FileOptions)
			}
			d.Options.GoPackage = proto.String(reflect.TypeOf(mt.Zero().Interface()).Elem().PkgPath())
		}
		set.File = append(set.File, d)
	}
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		add(f)
		return true
	})
	b, err := proto.Marshal(set)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.Write(b); err != nil {
		log.Fatal(err)
	}
}
