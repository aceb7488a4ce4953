// Package csproto describes github.com/CrowdStrike/csproto.
package csproto

import (
	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
)

const (
	module     = "github.com/CrowdStrike/csproto"
	plugin     = module + "/cmd/protoc-gen-fastmarshal"
	types      = "google.golang.org/protobuf/cmd/protoc-gen-go"
	timestamps = "google.golang.org/protobuf/types/known/timestamppb"
	goproto    = "google.golang.org/protobuf/proto"
	reflect    = "google.golang.org/protobuf/reflect/protoreflect"
	note       = "a message keeps its size once that is known, so native encoding finds it there; an empty message in a list is left out of it, and encoding fails or is cut short; " +
		"signed integers are uint64, since lists of int32 and int64 with negative numbers cannot be decoded; "
	parts = " are parts of the input, which is copied first where they must not be"
)

// Codec is the methods that protoc-gen-fastmarshal adds to the types of protoc-gen-go. A message has only one method Unmarshal, which
// decodes either safely or unsafely. So only one of the variants, which are compiled into one program, can add it to the user's
// messages.
var Codec = &codec.Codec{
	Name: "csproto", Module: module,
	Doc:      "https://github.com/CrowdStrike/csproto/blob/v0.35.0/README.md#the-protoc-plug-in",
	Packages: []string{plugin, types, timestamps, module, goproto, reflect},
	Variants: []*codec.Variant{
		{Wire: "protobuf", Numbered: true, Caps: asIs, Generate: generate("false", false),
			Note: note + "a protobuf message of the user's is encoded as it is, after the sizes in it are cleared, which is timed; bytes" + parts},
		{Name: "unsafe", Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate("true", true),
			Note: note + "a protobuf message of the user's is converted, since its one Unmarshal is that of csproto; strings and bytes" + parts,
			Doc:  "https://github.com/CrowdStrike/csproto/blob/v0.35.0/README.md#safe-vs-fast"},
	},
}

// caps returns the capabilities of csproto. DecodePackedInt32 and DecodePackedInt64 fail for negative numbers (v0.35.0: "value overflow"), so signed integers
// are uint64.
func caps(pkg string) lower.Caps {
	caps := protogen.Signed(protogen.Caps(pkg, timestamps), model.Uint64)
	maps := caps.Maps
	// The code for bool keys does not compile.
	caps.Maps = func(key, elem *lower.Node) bool { return !model.IsKind(key.Go, model.Bool) && maps(key, elem) }
	return caps
}

// asIs returns capabilities that include the user's messages.
func asIs(pkg string) lower.Caps {
	caps := caps(pkg)
	caps.AsIs = takesMessage
	return caps
}

// generate returns code in which decoded byte slices, and strings with unsafe decoding, share memory with the input. The copy class
// copies the input first.
func generate(fast string, strings bool) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		run := protogen.Run{Plugin: plugin, Options: []string{"apiversion=v2", "enableunsafedecode=" + fast}}
		steps, err := protogen.Steps(in, protogen.Run{Plugin: types}, run)
		if err != nil {
			return nil, err
		}
		out := &codec.Output{Steps: steps}
		if needsMethods(in) {
			step, err := protogen.OwnStep(in, run)
			if err != nil {
				return nil, err
			}
			out.Steps = append(out.Steps, step)
		}
		for i, r := range in.Plan.Roots {
			c := plain
			if n, ok := r.Node.Src.(*model.Named); ok && in.Plan.Own(i) {
				clearSizes(in, n, &c)
			}
			if in.Plan.Reaches(i, func(t model.Type) bool { return model.IsBytes(t) || strings && model.IsKind(t, model.String) }) {
				c.ShareMemory()
			}
			out.Code = append(out.Code, c)
		}
		return out, nil
	}
}

const unmarshal = "return balecsproto.Unmarshal(b, c)"

var plain = codec.Code{
	Imports: codec.StdImports(module, goproto, reflect, "fmt"),
	Marshal: "return balecsproto.Marshal(c)",
	// A changed message would be encoded with its old size, so each call gets a new one.
	Carriers: codec.Carriers{EncodeReuse: "new($C)"},
	MarshalReuse: `n := c.Size()
		if cap(buf) < n {
			buf = make([]byte, n)
		}
		buf = buf[:n]
		return buf, c.MarshalTo(buf)`,
	// Unmarshal resets the message, so only the memory of the outermost struct is reused.
	Unmarshal: unmarshal, UnmarshalReuse: unmarshal,
	Decls: explain, Explain: "return $Aempty(c.ProtoReflect())",
}

// explain finds the messages for which Size and MarshalTo disagree.
const explain = `
// $Aempty is an error if a list in m holds an empty message.
func $Aempty(m baleprotoreflect.Message) (err error) {
	m.Range(func(f baleprotoreflect.FieldDescriptor, v baleprotoreflect.Value) bool {
		switch {
		case f.IsList() && f.Message() != nil:
			for i := 0; i < v.List().Len() && err == nil; i++ {
				e := v.List().Get(i).Message()
				if baleproto.Size(e.Interface()) == 0 {
					err = balefmt.Errorf("%s.%s holds an empty message, which csproto writes but leaves out of the size", m.Descriptor().Name(), f.Name())
				} else {
					err = $Aempty(e)
				}
			}
		case f.IsMap() && f.MapValue().Message() != nil:
			v.Map().Range(func(_ baleprotoreflect.MapKey, e baleprotoreflect.Value) bool {
				err = $Aempty(e.Message())
				return err == nil
			})
		case !f.IsMap() && f.Message() != nil:
			err = $Aempty(v.Message())
		}
		return err == nil
	})
	return err
}
`
