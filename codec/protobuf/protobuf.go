// Package protobuf describes google.golang.org/protobuf.
package protobuf

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
)

const (
	plugin     = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
	proto      = "google.golang.org/protobuf/proto"
	json       = "google.golang.org/protobuf/encoding/protojson"
)

var (
	// Codec is Google's protobuf with types of protoc-gen-go: the user's own, if they are such types, else generated ones.
	Codec = of("protobuf", proto, &codec.Variant{Wire: "protobuf", Numbered: true, Caps: caps})
	// Opaque is Google's protobuf with types of the opaque API, which are always generated ones. It is a codec of its own, so that the name protobuf
	// stands for one row.
	Opaque = of("protobuf/opaque", proto, &codec.Variant{
		Wire: "protobuf", Numbered: true, Doc: "https://protobuf.dev/reference/go/opaque-faq/", Caps: opaque,
		Note: opaqueOption + "; the fields go through getters and setters, which the documentation prefers to builders in hot loops",
	}, opaqueOption)
	// JSON is the same types as JSON. It is a codec of its own for the same reason.
	JSON = of("protobuf/json", json, &codec.Variant{Wire: "ProtoJSON", Caps: caps, Note: "the JSON of protobuf: numbers of 64 bits and times are strings"})
)

// opaqueOption is the option of the plugin for the opaque API, which is the default only for files of edition 2024.
const opaqueOption = "default_api_level=API_OPAQUE"

// of returns a codec with the functions of package proto or package protojson, which have the same names.
func of(name, library string, v *codec.Variant, options ...string) *codec.Codec {
	v.Generate = func(in *codec.Input) (*codec.Output, error) { return generate(in, library, options) }
	return &codec.Codec{
		Name: name, Folder: "protobuf", Module: "google.golang.org/protobuf",
		Doc:      "https://pkg.go.dev/" + library,
		Packages: []string{plugin, timestamps, proto, json},
		Variants: []*codec.Variant{v},
	}
}

func caps(pkg string) lower.Caps {
	caps := protogen.Caps(pkg, timestamps)
	caps.AsIs = func(n *model.Named, _ *lower.Package) bool { return n.Message == model.MessageV2 }
	return caps
}

// opaque returns the capabilities of messages with the opaque API. A field Build would get another name, because builders have a method Build.
func opaque(pkg string) lower.Caps {
	caps := protogen.Caps(pkg, timestamps)
	caps.Accessors, caps.Reserved = true, []string{"Build"}
	return caps
}

func generate(in *codec.Input, library string, options []string) (*codec.Output, error) {
	steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin, Options: options})
	if err != nil {
		return nil, err
	}
	out := codec.SameForAll(in, codec.Code{
		Imports:      []codec.Import{{Name: "baleproto", Path: library}},
		Marshal:      "return baleproto.Marshal(c)",
		MarshalReuse: "return baleproto.MarshalOptions{}.MarshalAppend(buf, c)",
		Unmarshal:    "return baleproto.Unmarshal(b, c)",
		// Unmarshal resets the message, so only the memory of the outermost struct is reused.
		UnmarshalReuse: "return baleproto.Unmarshal(b, c)",
	})
	out.Steps = steps
	return out, nil
}
