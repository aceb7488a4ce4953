// Package hyperpb describes buf.build/go/hyperpb.
package hyperpb

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

const (
	module     = "buf.build/go/hyperpb"
	proto      = "google.golang.org/protobuf/proto"
	reflect    = "google.golang.org/protobuf/reflect/protoreflect"
	plugin     = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
	readme     = "https://github.com/bufbuild/hyperpb-go/blob/v0.1.3/README.md"
	note       = "decodes only; the user's struct is filled through protoreflect, native is the message alone"
)

// Codec is hyperpb's messages. A program compiled at run time decodes them, and they are read by reflection.
var Codec = &codec.Codec{
	Name: "hyperpb", Module: module, Doc: readme + "#usage",
	Packages: []string{module, proto, reflect, plugin, timestamps},
	Variants: []*codec.Variant{
		{Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate(setup), Note: note},
		{Name: "pgo", Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate(profiled), Note: note + "; compiled again with a profile of the messages, after which this version doubles lists of strings and of bytes",
			Doc: readme + "#profile-guided-optimization-pgo"},
	},
}

func caps(pkg string) lower.Caps {
	caps := protogen.Caps(pkg, timestamps)
	caps.AsIs, caps.Views = func(n *model.Named, _ *lower.Package) bool { return n.Message == model.MessageV2 }, true
	return caps
}

const (
	setup = "a.typ = $Atype()\n"

	// profiled recompiles with a profile of all messages to be decoded.
	profiled = setup + `if len(a.s.Bytes) > 0 {
		profile := a.typ.NewProfile()
		for _, b := range a.s.Bytes {
			if err := balehyperpb.NewMessage(a.typ).Unmarshal(b, balehyperpb.WithRecordProfile(profile, 1)); err != nil {
				panic(err)
			}
		}
		a.typ = a.typ.Recompile(profile)
	}
	`

	// Strings of a message share memory with its copy of the input, which is new each time.
	copying  = "return c.Unmarshal(b)"
	aliasing = "return c.Unmarshal(b, balehyperpb.WithAllowAlias(true))"

	decls = `
var $Atype = balesync.OnceValue(func() *balehyperpb.MessageType {
	return balehyperpb.CompileMessageDescriptor((*%s)(nil).ProtoReflect().Descriptor())
})

// reused frees the message of the last call, which is read until then.
func (a *$A) reused() *balehyperpb.Message {
	if a.shared == nil {
		a.shared = new(balehyperpb.Shared)
	} else {
		a.shared.Free()
	}
	return a.shared.NewMessage(a.typ)
}

`
	fromParts = "func $FROM(c *balehyperpb.Message, v *$T) { $Aget0(c, v) }\n"

	// fromMessage fills a message of the user's with the same descriptor.
	fromMessage = "func $FROM(c *balehyperpb.Message, v *$T) {\nbaleproto.Reset(v)\nbaleproto.Merge(v, c)\n}\n"
)

func generate(setup string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		steps, err := protogen.Steps(in, protogen.Run{Plugin: plugin})
		if err != nil {
			return nil, err
		}
		out := &codec.Output{Steps: steps}
		for _, r := range in.Plan.Roots {
			out.Code = append(out.Code, code(in, setup, r.Node.Msg))
		}
		return out, nil
	}
}

// code returns the code for the message root, or for the user's own message if root is nil.
func code(in *codec.Input, setup string, root *lower.Msg) codec.Code {
	imports := append(codec.StdImports(module, proto, reflect, timestamps, "sync", "time"), codec.Import{Name: "balemessages", Path: in.Gen})
	p := &printer{plan: in.Plan}
	p.Writer = source.New(in, imports...)
	text := fmt.Sprintf(decls, "$T") + fromMessage
	if root != nil {
		p.Each(root, p.get)
		text = p.String() + fmt.Sprintf(decls, "balemessages."+root.Go.Name) + fromParts
	}
	c := codec.Code{
		State: "typ *balehyperpb.MessageType\nshared *balehyperpb.Shared", Setup: setup,
		Decls:     text,
		Encode:    "return baleproto.Marshal(c)",
		View:      "balehyperpb.Message",
		Carriers:  codec.Carriers{DecodeFresh: "balehyperpb.NewMessage(a.typ)", DecodeReuse: "a.reused()"},
		Unmarshal: copying, UnmarshalReuse: copying, UnmarshalAlias: aliasing, UnmarshalAliasReuse: aliasing, Shared: true,
	}
	c.Imports = p.Used(c.Decls + c.Encode)
	return c
}
