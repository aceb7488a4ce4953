package protogen

import (
	"context"
	"slices"
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

// A Run is one of a protoc plugin, with options of its own.
type Run struct {
	Plugin  string
	Options []string
}

// Steps runs protoc plugins on the file for a plan; all that they make belongs to in.Gen. There is no file, and there are no
// steps, where all roots are messages that are taken as they are.
func Steps(in *codec.Input, runs ...Run) ([]codec.Step, error) {
	if len(in.Plan.Msgs) == 0 {
		return nil, nil
	}
	var steps []codec.Step
	for _, r := range runs {
		s, err := step(in, r)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func step(in *codec.Input, run Run) (codec.Step, error) {
	name, text := File(in)
	compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
		Accessor: protocompile.SourceAccessorFromMap(map[string]string{name: text, gogoFile: gogoText}),
	})}
	files, err := compiler.Compile(context.Background(), name)
	if err != nil {
		return codec.Step{}, err
	}
	// Each generation of plugins has its own Go package for Timestamp, and the file names the newest.
	options := append(slices.Clip(run.Options), "M"+timestampFile+"="+in.Plan.Caps.Timestamp.Package)
	s, err := pluginStep(run.Plugin, []string{name}, withImports(nil, files[0], map[string]bool{}), options)
	s.Gen = []string{"*"}
	return s, err
}

// pluginStep runs a protoc plugin on the files that are named. list has them, and before each what it imports.
func pluginStep(plugin string, names []string, list []*descriptorpb.FileDescriptorProto, options []string) (codec.Step, error) {
	req := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String(strings.Join(options, ",")), ProtoFile: list}
	stdin, err := proto.MarshalOptions{Deterministic: true}.Marshal(req)
	return codec.Step{Tool: plugin, Plugin: true, Stdin: stdin}, err
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
