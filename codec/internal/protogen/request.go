package protogen

import (
	"context"
	"strings"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/codec"
)

// gogoFile is the file that gogo's options are declared in, and gogoText as much of it as File uses.
const (
	gogoFile = "gogoproto/gogo.proto"
	gogoText = `syntax = "proto2";
package gogoproto;
import "google/protobuf/descriptor.proto";
option go_package = "github.com/gogo/protobuf/gogoproto";
extend google.protobuf.FieldOptions {
  optional bool nullable = 65001;
  optional bool stdtime = 65010;
}
`
)

// Step runs a protoc plugin on the file for a plan, with options of its own; all that it makes belongs to
// in.Gen.
func Step(in *codec.Input, plugin string, options ...string) (codec.Step, error) {
	name, text := File(in)
	compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
		Accessor: protocompile.SourceAccessorFromMap(map[string]string{name: text, gogoFile: gogoText}),
	})}
	files, err := compiler.Compile(context.Background(), name)
	if err != nil {
		return codec.Step{}, err
	}
	req := &pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{name},
		// Each generation of plugins has its own Go package for Timestamp, and the file names the newest.
		Parameter: proto.String(strings.Join(append(options, "M"+timestampFile+"="+in.Plan.Caps.Timestamp.Package), ",")),
		ProtoFile: withImports(nil, files[0], map[string]bool{}),
	}
	stdin, err := proto.MarshalOptions{Deterministic: true}.Marshal(req)
	return codec.Step{Tool: plugin, Plugin: true, Stdin: stdin, Gen: []string{"*"}}, err
}

// withImports adds f to list, after everything that it imports.
func withImports(list []*descriptorpb.FileDescriptorProto, f protoreflect.FileDescriptor, seen map[string]bool) []*descriptorpb.FileDescriptorProto {
	if seen[f.Path()] {
		return list
	}
	seen[f.Path()] = true
	for i := range f.Imports().Len() {
		list = withImports(list, f.Imports().Get(i).FileDescriptor, seen)
	}
	return append(list, protodesc.ToFileDescriptorProto(f))
}
