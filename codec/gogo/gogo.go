// Package gogo describes the generators of github.com/gogo/protobuf: gogofast, gogofaster and gogoslick.
package gogo

import (
	"slices"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
)

const (
	module     = "github.com/gogo/protobuf"
	plugins    = module + "/protoc-gen-"
	timestamps = module + "/types"
)

var (
	// Fast is gogofast: the types of golang/protobuf, with generated methods. It also encodes the user's messages if they have these
	// methods.
	Fast = generator("gogofast", fast, "the methods are those that protoc-gen-gofast makes, which differs in its imports")
	// Faster is gogofaster: gogofast without internal fields in the messages.
	Faster = generator("gogofaster", values, "option nullable = false")
	// Slick is gogoslick: gogofaster with Equal, GoString and String.
	Slick = generator("gogoslick", values, "option nullable = false")
)

func generator(name string, caps func(string) lower.Caps, note string) *codec.Codec {
	return &codec.Codec{
		Name: name, Folder: "gogo", Module: module,
		Doc: "https://github.com/gogo/protobuf/blob/v1.3.2/Readme.md#more-speed-and-more-generated-code",
		Packages: []string{plugins + "gogofast", plugins + "gogofaster", plugins + "gogoslick", timestamps,
			module + "/gogoproto", module + "/proto"},
		Variants: []*codec.Variant{{
			Wire: "protobuf", Numbered: true, Note: note + "; " + protogen.OneofNote + "the generator is older than the keyword optional", Caps: caps,
			Generate: func(in *codec.Input) (*codec.Output, error) { return generate(in, plugins+name) },
		}},
	}
}

func pointers(pkg string) lower.Caps { return protogen.Oneofs(protogen.Caps(pkg, timestamps)) }

func fast(pkg string) lower.Caps {
	caps := pointers(pkg)
	caps.AsIs = func(n *model.Named, _ *lower.Package) bool {
		lacks := func(m string) bool { return !slices.Contains(n.Methods.Names, m) }
		return n.Message == model.MessageV1 && !slices.ContainsFunc([]string{"Marshal", "MarshalToSizedBuffer", "Size", "Unmarshal"}, lacks)
	}
	return caps
}

// values returns the capabilities with the option nullable = false: "if false, a field is generated without a pointer" (extensions.md). A time is a
// types.Timestamp by value. With the option stdtime it would be a time.Time, and the methods would make a Timestamp of each for its size, for
// its bytes and when decoding: encoding small, which has one time, took 2.1 times as long (2026-11-29).
func values(pkg string) lower.Caps {
	caps := pointers(pkg)
	caps.Refs, caps.ElemRefs = false, false
	caps.Union = lower.UnionFields // the messages of a oneof would still be pointers
	return caps
}

func generate(in *codec.Input, plugin string) (*codec.Output, error) {
	steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin})
	if err != nil {
		return nil, err
	}
	out := codec.SameForAll(in, codec.Code{
		Marshal: "return c.Marshal()",
		// MarshalTo does the same, but computes the size a second time.
		MarshalReuse: `n := c.Size()
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			buf = buf[:n]
			_, err := c.MarshalToSizedBuffer(buf)
			return buf, err`,
		Unmarshal: "return c.Unmarshal(b)",
		// Unmarshal adds to the old contents, so the message is reset. Reset keeps only the memory of the outermost struct.
		UnmarshalReuse: "c.Reset()\nreturn c.Unmarshal(b)",
	})
	out.Steps = steps
	return out, nil
}
