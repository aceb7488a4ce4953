// Package pulsar describes github.com/cosmos/cosmos-proto.
package pulsar

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
)

const (
	module     = "github.com/cosmos/cosmos-proto"
	plugin     = module + "/cmd/protoc-gen-go-pulsar"
	proto      = "google.golang.org/protobuf/proto"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
)

// Codec is the messages of protoc-gen-go-pulsar, which implement protobuf's reflection and fast methods themselves.
var Codec = &codec.Codec{
	Name: "pulsar", Module: module,
	Doc:      "https://github.com/cosmos/cosmos-proto/blob/v1.0.0-beta.5/README.md",
	Packages: []string{plugin, module, module + "/runtime", timestamps, proto},
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate,
		Note: protogen.OneofNote + "the generated code for optional does not compile; oneofs are written after the other fields",
	}},
}

// caps returns the capabilities of pulsar, whose code for an optional field does not compile (v1.0.0-beta.5). Fields cannot have the names of protobuf's reflection methods, which messages have.
func caps(pkg string) lower.Caps {
	caps := protogen.Oneofs(protogen.Caps(pkg, timestamps))
	caps.Reserved = []string{"Type", "New", "Interface", "Range", "Has", "Clear", "Get", "Set", "Mutable", "NewField", "WhichOneof", "GetUnknown", "SetUnknown", "IsValid", "ProtoMethods"}
	return caps
}

func generate(in *codec.Input) (*codec.Output, error) {
	steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin, Options: []string{"features=protoc+fast"}})
	if err != nil {
		return nil, err
	}
	out := codec.SameForAll(in, codec.Code{
		Imports:      codec.StdImports(proto),
		Marshal:      "return baleproto.Marshal(c)",
		MarshalReuse: "return baleproto.MarshalOptions{}.MarshalAppend(buf, c)",
		Unmarshal:    "return baleproto.Unmarshal(b, c)",
		// Unmarshal resets the message, so only the memory of the outermost struct is reused.
		UnmarshalReuse: "return baleproto.Unmarshal(b, c)",
	})
	out.Steps = steps
	return out, nil
}
