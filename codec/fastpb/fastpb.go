// Package fastpb describes github.com/cloudwego/fastpb.
package fastpb

import (
	"slices"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
)

const (
	module     = "github.com/cloudwego/fastpb"
	plugin     = module + "/protoc-gen-fastpb"
	types      = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
)

// methods lists the methods that the plugin adds to messages.
var methods = []string{"FastRead", "FastWrite", "Size"}

// Codec is the methods that protoc-gen-fastpb adds to the types of protoc-gen-go.
var Codec = &codec.Codec{
	Name: "fastpb", Module: module,
	Doc:      "https://github.com/cloudwego/fastpb#usage",
	Packages: []string{module, plugin, types, timestamps},
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate,
		Note: "strings need not be UTF-8; the well-known types, such as Timestamp, are not supported, so a time is a message of its own",
	}},
}

func caps(pkg string) lower.Caps {
	caps := protogen.Caps(pkg, timestamps)
	caps.Time = lower.TimeMessage
	caps.AsIs = func(n *model.Named, in *lower.Package) bool {
		has := slices.ContainsFunc(methods, func(m string) bool { return slices.Contains(n.Methods.Names, m) })
		return !has && proto3(n, in)
	}
	return caps
}

// proto3 reports whether the plugin supports the files of the user's messages: proto3 without imports.
func proto3(n *model.Named, in *lower.Package) bool {
	files := protogen.Files(n, in)
	for _, f := range files {
		if f.GetSyntax() != "proto3" || len(f.GetDependency()) > 0 {
			return false
		}
	}
	return len(files) > 0
}

func generate(in *codec.Input) (*codec.Output, error) {
	run := protogen.Run{Plugin: plugin}
	steps, err := protogen.Steps(in, protogen.Run{Plugin: types}, run)
	if err != nil {
		return nil, err
	}
	if len(protogen.AsIs(in)) > 0 {
		step, err := protogen.OwnStep(in, run)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	const decode = "_, err := balefastpb.ReadMessage(b, int8(balefastpb.SkipTypeCheck), c)\nreturn err"
	out := codec.SameForAll(in, codec.Code{
		Imports:      codec.StdImports(module),
		Marshal:      "b := make([]byte, c.Size())\nreturn b[:c.FastWrite(b)], nil",
		MarshalReuse: "n := c.Size()\nif cap(buf) < n {\nbuf = make([]byte, n)\n}\nreturn buf[:c.FastWrite(buf[:n])], nil",
		Unmarshal:    decode,
		// ReadMessage adds to the old contents. Reset keeps only the memory of the outermost struct.
		UnmarshalReuse: "c.Reset()\n" + decode,
	})
	out.Steps = steps
	return out, nil
}
