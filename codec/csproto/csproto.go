// Package csproto describes github.com/CrowdStrike/csproto.
package csproto

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/schema"
)

const (
	module     = "github.com/CrowdStrike/csproto"
	plugin     = module + "/cmd/protoc-gen-fastmarshal"
	types      = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
	note       = "a message keeps its size once that is known, so native encoding finds it there; an empty message in a list is left out of it, and encoding fails or is cut short; "
	parts      = " are parts of the input, which is copied first where they must not be"
)

// Codec is the methods that protoc-gen-fastmarshal adds to the types of protoc-gen-go. A message of the user's is not taken as
// it is: the sample values, which are encoded again and again, would keep their sizes, which those of a program do not have yet.
var Codec = &codec.Codec{
	Name: "csproto", Module: module,
	Doc:      "https://github.com/CrowdStrike/csproto/blob/v0.35.0/README.md#the-protoc-plug-in",
	Packages: []string{plugin, types, timestamps, module},
	Variants: []*codec.Variant{
		{Wire: "protobuf", Note: note + "bytes" + parts, Caps: caps, Generate: generate("false", false)},
		{Name: "unsafe", Wire: "protobuf", Note: note + "strings and bytes" + parts, Caps: caps, Generate: generate("true", true),
			Doc: "https://github.com/CrowdStrike/csproto/blob/v0.35.0/README.md#safe-vs-fast"},
	},
}

func caps(pkg string) lower.Caps {
	caps := protogen.Caps(pkg, timestamps)
	maps := caps.Maps
	// The code for a key that is a bool does not compile.
	caps.Maps = func(key, elem *lower.Node) bool { return !schema.IsKind(key.Go, schema.Bool) && maps(key, elem) }
	return caps
}

// generate: a decoded []byte is a part of the input, and with fast decoding a string is one too. Where there
// are any, the input is copied first, unless they may be.
func generate(fast string, strings bool) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		options := []string{"apiversion=v2", "enableunsafedecode=" + fast}
		steps, err := protogen.Steps(in, protogen.Run{Plugin: types}, protogen.Run{Plugin: plugin, Options: options})
		if err != nil {
			return nil, err
		}
		out := &codec.Output{Steps: steps}
		for i := range in.Plan.Roots {
			c := copying
			if in.Plan.Reaches(i, func(t schema.Type) bool { return schema.IsBytes(t) || strings && schema.IsKind(t, schema.String) }) {
				c = aliasing
			}
			out.Code = append(out.Code, c)
		}
		return out, nil
	}
}

const unmarshal = "return balecsproto.Unmarshal(b, c)"

var (
	copying = codec.Code{
		Imports: codec.Std(module),
		Marshal: "return balecsproto.Marshal(c)",
		// A changed message would be encoded with its old size, so there is a new one each time.
		Carriers: codec.Carriers{EncodeReuse: "new($C)"},
		MarshalReuse: `n := c.Size()
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			buf = buf[:n]
			return buf, c.MarshalTo(buf)`,
		// Unmarshal resets the message, so only the outermost struct is used again.
		Unmarshal: unmarshal, UnmarshalReuse: unmarshal,
	}
	aliasing = func() codec.Code {
		c := copying
		c.Shares()
		return c
	}()
)
