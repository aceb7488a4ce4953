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

// gogoFile declares gogo's options, and gogoText is the part of it that File uses.
const (
	gogoFile = "gogoproto/gogo.proto"
	gogoText = `syntax = "proto2";
package gogoproto;
import "google/protobuf/descriptor.proto";
option go_package = "github.com/gogo/protobuf/gogoproto";
extend google.protobuf.FieldOptions {
  optional bool nullable = 65001;
}
`
)

// A Run is a call of a protoc plugin with options.
type Run struct {
	Plugin  string
	Options []string
}

// Steps returns steps that run protoc plugins on the file for a plan. Their output belongs to in.Gen. There are no steps if all roots
// are messages that are encoded without conversion.
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
	// Plugins of different ages have different Go packages for Timestamp, and the file names the newest.
	options := append(slices.Clip(run.Options), "M"+timestampFile+"="+in.Plan.Caps.Timestamp.Package)
	s, err := pluginStep(run.Plugin, []string{name}, withImports(nil, files[0], map[string]bool{}), options)
	s.Gen, s.Files = []string{"*"}, map[string][]byte{name: []byte(text)} // the plugin has the file in its request, and people read it
	return s, err
}

// pluginStep returns a step that runs a protoc plugin on the named files. list contains them and their imports, imports first.
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
