// Package vtprotobuf describes github.com/planetscale/vtprotobuf.
package vtprotobuf

import (
	"strings"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
)

const (
	module     = "github.com/planetscale/vtprotobuf"
	plugin     = module + "/cmd/protoc-gen-go-vtproto"
	types      = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
	docs       = "https://github.com/planetscale/vtprotobuf/blob/v0.6.0/README.md#available-features"
)

// Codec is the methods that protoc-gen-go-vtproto adds to the types of protoc-gen-go.
var Codec = &codec.Codec{
	Name: "vtprotobuf", Module: module, Doc: docs,
	Packages: []string{plugin, types, timestamps, module + "/protohelpers", module + "/types/known/timestamppb"},
	Variants: []*codec.Variant{
		{Wire: "protobuf", Caps: caps, Generate: generate(plain, "features=marshal+unmarshal+size")},
		{Name: "pool", Wire: "protobuf", Caps: caps, Note: "for reuse only: messages go back to their pools and come from there",
			Generate: generate(pool, "features=marshal+unmarshal+size+pool,pool=$GEN.*")},
		{Name: "unsafe", Wire: "protobuf", Caps: caps, Note: "strings and bytes are parts of the input, which is copied first where they must not be",
			Generate: generate(unsafe, "features=marshal+unmarshal_unsafe+size")},
	},
}

func caps(pkg string) lower.Caps { return protogen.Caps(pkg, timestamps) }

const marshalReuse = `n := c.SizeVT()
	if cap(buf) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	_, err := c.MarshalToSizedBufferVT(buf)
	return buf, err`

var (
	plain = codec.Code{
		Marshal: "return c.MarshalVT()", MarshalReuse: marshalReuse,
		Unmarshal: "return c.UnmarshalVT(b)",
		// UnmarshalVT adds to what is there. Reset lets go of everything but the outermost struct.
		UnmarshalReuse: "c.Reset()\nreturn c.UnmarshalVT(b)",
	}
	// pool gives the message of the last call back when the next one comes: until then it is read.
	pool = codec.Code{
		MarshalReuse:   marshalReuse,
		State:          "message *$C",
		Carriers:       codec.Carriers{DecodeReuse: "a.pooled()"},
		Decls:          "func (a *$A) pooled() *$C {\na.message.ReturnToVTPool()\na.message = $CFromVTPool()\nreturn a.message\n}\n",
		UnmarshalReuse: "return c.UnmarshalVT(b)",
	}
	unsafe = func() codec.Code {
		c := codec.Code{
			Marshal: "return c.MarshalVT()", MarshalReuse: marshalReuse,
			Unmarshal:      "return c.UnmarshalVTUnsafe(b)",
			UnmarshalReuse: "c.Reset()\nreturn c.UnmarshalVTUnsafe(b)",
		}
		c.Shares()
		return c
	}()
)

func generate(code codec.Code, options string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		messages, err := protogen.Step(in, types)
		if err != nil {
			return nil, err
		}
		methods, err := protogen.Step(in, plugin, strings.ReplaceAll(options, "$GEN", in.Gen))
		if err != nil {
			return nil, err
		}
		out := codec.Each(in, code)
		out.Steps = []codec.Step{messages, methods}
		return out, nil
	}
}
