// Package vtprotobuf describes github.com/planetscale/vtprotobuf.
package vtprotobuf

import (
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/measure"
	"bale/schema"
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
		{Wire: "protobuf", Numbered: true, Traits: measure.Traits{Branching: 2}, Caps: asIs("UnmarshalVT"), Generate: generate(plain, "features=marshal+unmarshal+size")},
		{Name: "pool", Wire: "protobuf", Numbered: true, Caps: caps, Note: "for reuse only: messages go back to their pools and come from there",
			Generate: generate(pool, "features=marshal+unmarshal+size+pool,pool=$GEN.*")},
		{Name: "unsafe", Wire: "protobuf", Numbered: true, Caps: asIs("UnmarshalVTUnsafe"),
			Note:     "strings and bytes are parts of the input, which is copied first where they must not be",
			Generate: generate(unsafe, "features=marshal+unmarshal_unsafe+size")},
	},
}

func caps(pkg string) lower.Caps { return protogen.Caps(pkg, timestamps) }

// features lists the plugin's features, with a method that each adds to messages.
var features = []struct{ name, method string }{
	{"marshal", "MarshalVT"}, {"size", "SizeVT"}, {"unmarshal", "UnmarshalVT"}, {"unmarshal_unsafe", "UnmarshalVTUnsafe"},
}

// asIs returns capabilities that include the user's messages, if they have the methods for encoding and the method decode, or the
// plugin can add the missing ones.
func asIs(decode string) func(string) lower.Caps {
	return func(pkg string) lower.Caps {
		caps := caps(pkg)
		caps.AsIs = func(n *schema.Named, in *lower.Package) bool {
			has := func(m string) bool { return slices.Contains(n.Methods.Names, m) }
			return protogen.HasFiles(n, in) || n.Message == schema.MessageV2 && has("MarshalToSizedBufferVT") && has("SizeVT") && has(decode)
		}
		return caps
	}
}

// withOwn adds the step that adds the missing methods to the user's messages. It is the same step for both variants that need it, since
// both may be in one program.
func withOwn(in *codec.Input, steps []codec.Step) ([]codec.Step, error) {
	var lacking []string
	for _, n := range protogen.AsIs(in) {
		for _, f := range features {
			if !slices.Contains(n.Methods.Names, f.method) && !slices.Contains(lacking, f.name) {
				lacking = append(lacking, f.name)
			}
		}
	}
	if len(lacking) == 0 || !protogen.HasFiles(protogen.AsIs(in)[0], in.Plan.In) {
		return steps, nil
	}
	step, err := protogen.OwnStep(in, protogen.Run{Plugin: plugin, Options: []string{"features=" + strings.Join(lacking, "+")}})
	return append(steps, step), err
}

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
		// UnmarshalVT adds to the old contents, so the message is reset. Reset keeps only the memory of the outermost struct.
		UnmarshalReuse: "c.Reset()\nreturn c.UnmarshalVT(b)",
	}
	// pool returns the message of the last call to the pool when the next one is needed: until then it is in use.
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
		c.ShareMemory()
		return c
	}()
)

func generate(code codec.Code, options string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		options := strings.Split(strings.ReplaceAll(options, "$GEN", in.Gen), ",")
		steps, err := protogen.Steps(in, protogen.Run{Plugin: types}, protogen.Run{Plugin: plugin, Options: options})
		if err != nil {
			return nil, err
		}
		out := codec.SameForAll(in, code)
		if out.Steps, err = withOwn(in, steps); err != nil {
			return nil, err
		}
		return out, nil
	}
}
