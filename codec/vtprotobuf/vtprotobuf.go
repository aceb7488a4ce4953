// Package vtprotobuf describes github.com/planetscale/vtprotobuf.
package vtprotobuf

import (
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
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
	Name: "vtprotobuf", Module: module, Doc: docs, Packages: packages,
	Variants: []*codec.Variant{
		{Wire: "protobuf", Numbered: true, Traits: measure.Traits{Branching: 2}, Caps: asIs("UnmarshalVT"), Generate: generate(plain, "features=marshal+unmarshal+size")},
		{Name: "unsafe", Wire: "protobuf", Numbered: true, Caps: asIs("UnmarshalVTUnsafe"),
			Note:     "strings and bytes are parts of the input, which is copied first where they must not be",
			Generate: generate(unsafe, "features=marshal+unmarshal_unsafe+size")},
	},
}

// Pool is these methods with the feature pool. It is a codec of its own because a message has one UnmarshalVT, and with the feature it takes
// nested messages from their pools.
var Pool = &codec.Codec{
	Name: "vtprotobuf/pool", Folder: "vtprotobuf", Module: module, Doc: docs, Packages: packages,
	Variants: []*codec.Variant{
		{Wire: "protobuf", Numbered: true, Caps: poolCaps, Note: "for reuse only: messages go back to their pools and come from there",
			Generate: generate(pool, "features=marshal+unmarshal+size+pool,pool=$GEN.*")},
	},
}

var packages = []string{plugin, types, timestamps, module + "/protohelpers", module + "/types/known/timestamppb"}

func caps(pkg string) lower.Caps { return protogen.Caps(pkg, timestamps) }

// features lists the plugin's features, with a method that each adds to messages.
var features = []struct{ name, method string }{
	{"marshal", "MarshalVT"}, {"size", "SizeVT"}, {"unmarshal", "UnmarshalVT"}, {"unmarshal_unsafe", "UnmarshalVTUnsafe"},
}

// has reports whether n has all of the methods.
func has(n *model.Named, methods ...string) bool {
	return !slices.ContainsFunc(methods, func(m string) bool { return !slices.Contains(n.Methods.Names, m) })
}

// asIs returns capabilities that include the user's messages, if they have the methods for encoding and the method decode, or the
// plugin can add the missing ones.
func asIs(decode string) func(string) lower.Caps {
	return func(pkg string) lower.Caps {
		caps := caps(pkg)
		caps.AsIs = func(n *model.Named, in *lower.Package) bool {
			return protogen.HasFiles(n, in) || n.Message == model.MessageV2 && has(n, "MarshalToSizedBufferVT", "SizeVT", decode)
		}
		return caps
	}
}

// poolCaps is asIs for the feature pool. The plugin cannot add it to messages that have an UnmarshalVT.
func poolCaps(pkg string) lower.Caps {
	caps := caps(pkg)
	caps.AsIs = func(n *model.Named, in *lower.Package) bool {
		if !has(n, "UnmarshalVT") {
			return protogen.HasFiles(n, in)
		}
		return n.Message == model.MessageV2 && n.Package == in.Path && has(n, "MarshalToSizedBufferVT", "SizeVT", "ReturnToVTPool")
	}
	return caps
}

// withOwn adds the step that adds the missing methods to the user's messages. It is the same step for both variants of [Codec], since both may
// be in one program.
func withOwn(in *codec.Input, steps []codec.Step, pooled bool) ([]codec.Step, error) {
	var lacking, options []string
	for _, n := range protogen.AsIs(in) {
		for _, f := range features {
			if !has(n, f.method) && !slices.Contains(lacking, f.name) {
				lacking = append(lacking, f.name)
			}
		}
		if pooled && !has(n, "ReturnToVTPool") && len(options) == 0 {
			lacking, options = append(lacking, "pool"), []string{"pool=" + in.Plan.In.Path + ".*"}
		}
	}
	if len(lacking) == 0 || !protogen.HasFiles(protogen.AsIs(in)[0], in.Plan.In) {
		return steps, nil
	}
	options = append([]string{"features=" + strings.Join(lacking, "+")}, options...)
	step, err := protogen.OwnStep(in, protogen.Run{Plugin: plugin, Options: options})
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
		if out.Steps, err = withOwn(in, steps, slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "pool=") })); err != nil {
			return nil, err
		}
		return out, nil
	}
}
