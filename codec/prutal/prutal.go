// Package prutal describes github.com/cloudwego/prutal.
package prutal

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
)

const (
	module     = "github.com/cloudwego/prutal"
	plugin     = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
)

// Codec encodes types of protoc-gen-go with prutal, by reflection.
var Codec = &codec.Codec{
	Name: "prutal", Module: module,
	Doc:      "https://github.com/cloudwego/prutal#protobuf-compatibility",
	Packages: []string{module, plugin, timestamps},
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate,
		Note: "its README says that it is not yet ready for production use; strings need not be UTF-8; a zero value in a oneof is left out",
	}},
}

func caps(pkg string) lower.Caps {
	caps := protogen.Caps(pkg, timestamps)
	caps.AsIs = func(n *model.Named, _ *lower.Package) bool { return n.Message == model.MessageV2 }
	return caps
}

func generate(in *codec.Input) (*codec.Output, error) {
	steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin})
	if err != nil {
		return nil, err
	}
	out := codec.SameForAll(in, codec.Code{
		Imports:      codec.StdImports(module),
		Marshal:      "return baleprutal.Marshal(c)",
		MarshalReuse: "return baleprutal.MarshalAppend(buf, c)",
		Unmarshal:    "return baleprutal.Unmarshal(b, c)",
		// Unmarshal adds to the old contents. Reset keeps only the memory of the outermost struct.
		Shared:         true,
		UnmarshalReuse: "c.Reset()\nreturn baleprutal.Unmarshal(b, c)",
	})
	out.Steps = steps
	return out, nil
}
