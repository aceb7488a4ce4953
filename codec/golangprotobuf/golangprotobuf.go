// Package golangprotobuf describes github.com/golang/protobuf before it became a layer over google.golang.org/protobuf.
package golangprotobuf

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
)

const (
	plugin     = "github.com/golang/protobuf/protoc-gen-go"
	timestamps = "github.com/golang/protobuf/ptypes/timestamp"
)

// Codec is golang/protobuf with the types of its own protoc-gen-go.
var Codec = &codec.Codec{
	Name:     "golang-protobuf",
	Module:   "github.com/golang/protobuf",
	Doc:      "https://pkg.go.dev/github.com/golang/protobuf@v1.3.5/proto",
	Packages: []string{plugin, timestamps, "github.com/golang/protobuf/proto"},
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate,
		Note: "v1.3.5 is the last release with an implementation of its own; " + protogen.OneofNote + "the generator is older than the keyword optional; oneofs are written after the other fields",
	}},
}

func caps(pkg string) lower.Caps { return protogen.Oneofs(protogen.Caps(pkg, timestamps)) }

func generate(in *codec.Input) (*codec.Output, error) {
	steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin})
	if err != nil {
		return nil, err
	}
	out := codec.SameForAll(in, codec.Code{
		Imports: codec.StdImports("github.com/golang/protobuf/proto"),
		State:   "buf baleproto.Buffer",
		Marshal: "return baleproto.Marshal(c)",
		MarshalReuse: `a.buf.SetBuf(buf)
			err := a.buf.Marshal(c)
			return a.buf.Bytes(), err`,
		Unmarshal: "return baleproto.Unmarshal(b, c)",
		// Unmarshal resets the message, so only the memory of the outermost struct is reused.
		UnmarshalReuse: "return baleproto.Unmarshal(b, c)",
	})
	out.Steps = steps
	return out, nil
}
