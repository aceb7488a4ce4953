// Package protobufgolite describes github.com/aperturerobotics/protobuf-go-lite, a protobuf runtime without reflection.
package protobufgolite

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
)

const (
	module     = "github.com/aperturerobotics/protobuf-go-lite"
	plugin     = module + "/cmd/protoc-gen-go-lite"
	timestamps = module + "/types/known/timestamppb"
)

// Codec is the messages and the methods of protoc-gen-go-lite.
var Codec = &codec.Codec{
	Name: "protobuf-go-lite", Module: module,
	Doc:      "https://github.com/aperturerobotics/protobuf-go-lite#available-features",
	Packages: []string{plugin, module, timestamps},
	Variants: []*codec.Variant{{Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate, Note: "strings need not be UTF-8"}},
}

func caps(pkg string) lower.Caps { return protogen.Caps(pkg, timestamps) }

func generate(in *codec.Input) (*codec.Output, error) {
	steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin, Options: []string{"features=marshal+unmarshal+size"}})
	if err != nil {
		return nil, err
	}
	out := codec.SameForAll(in, codec.Code{
		Marshal: "return c.MarshalVT()",
		MarshalReuse: `n := c.SizeVT()
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			buf = buf[:n]
			_, err := c.MarshalToSizedBufferVT(buf)
			return buf, err`,
		Unmarshal: "return c.UnmarshalVT(b)",
		// UnmarshalVT adds to the old contents, so the message is reset. Reset keeps only the memory of the outermost struct.
		UnmarshalReuse: "c.Reset()\nreturn c.UnmarshalVT(b)",
	})
	out.Steps = steps
	return out, nil
}
