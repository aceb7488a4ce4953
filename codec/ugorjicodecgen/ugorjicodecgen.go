// Package ugorjicodecgen describes github.com/ugorji/go/codec with the methods that its codecgen makes.
package ugorjicodecgen

import (
	"strings"

	"bale/codec"
	"bale/codec/internal/handles"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/schema"
)

const tool = handles.Module + "/codecgen"

// methods are what codecgen adds to a type.
var methods = []string{"CodecEncodeSelf", "CodecDecodeSelf", "codecDecodeSelfFromMap", "codecDecodeSelfFromArray",
	"codecSelferViaCodecgen", "IsCodecEmpty"}

const note = "v1.3 has no codecgen; the alias class is ZeroCopy, which loses byte arrays and is left out for them"

// One set of methods serves every handle, so the two formats are codecs of their own: as variants of
// one, they would add the methods to a type twice.
var (
	// Msgpack is MessagePack by codecgen's methods.
	Msgpack = generator("msgpack", "MessagePack", "WriteExt; "+note, "MsgpackHandle", "WriteExt")
	// Binc is Binc by codecgen's methods.
	Binc = generator("binc", "Binc", note, "BincHandle")
)

func generator(name, wire, note, handle string, options ...string) *codec.Codec {
	calls := handles.Generate(handle, handles.Stays, options...)
	return &codec.Codec{
		Name: "ugorji-codecgen/" + name, Folder: "ugorjicodecgen", Module: handles.Module,
		Doc:      "https://pkg.go.dev/" + tool + "@v1.2.12",
		Packages: []string{handles.Module, tool},
		Variants: []*codec.Variant{{
			Wire: wire, Caps: caps, Note: note,
			Generate: func(in *codec.Input) (*codec.Output, error) {
				out, err := calls(in)
				if err != nil {
					return nil, err
				}
				for i := range out.Code {
					if c := &out.Code[i]; in.Plan.Reaches(i, isByteArray) {
						c.UnmarshalAlias, c.UnmarshalAliasReuse = "", ""
					}
				}
				out.Steps = []codec.Step{step(in)}
				return out, nil
			},
		}},
	}
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, RootType: rootType, Reserved: methods, Any: true, Absent: `codec:",omitempty"`,
	}
}

// refuse: the code takes the bytes of every array for byte.
func refuse(t schema.Type, in *lower.Package) string {
	if a, ok := schema.Underlying(t).(*schema.Array); ok && schema.IsKind(a.Elem, schema.Uint8) && schema.Underlying(a.Elem) != a.Elem {
		return "an array of named bytes"
	}
	if reason := handles.Refuse(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse(methods...)(t, in)
}

// pointee: the code for a pointer to a pointer does not compile.
func pointee(t schema.Type) bool {
	_, pointer := schema.Underlying(t).(*schema.Pointer)
	return !pointer
}

func rootType(*schema.Named) bool { return true }

// isByteArray: with ZeroCopy, the generated code leaves a byte array as it was.
func isByteArray(t schema.Type) bool {
	a, ok := schema.Underlying(t).(*schema.Array)
	return ok && schema.IsKind(a.Elem, schema.Uint8)
}

// step runs codecgen, which builds and runs a program of its own. Without extensions and JSON, the code does not ask for
// them; the number in its names is the same each time. The code for a struct of nothing does not compile, so those
// are left to reflection.
func step(in *codec.Input) codec.Step {
	return codec.Step{
		Tool:   tool,
		Args:   []string{"-nx", "-j=false", "-d", "1", "-nr", "^(" + strings.Join(empty(in.Plan), "|") + ")$", "-o", "codecgen.go", "types.go"},
		Files:  map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{})},
		Module: true,
		Own:    []string{"codecgen.go"},
	}
}

// empty are the names of the structs that have no fields.
func empty(p *lower.Plan) (names []string) {
	collect := func(t schema.Type) {
		n, named := t.(*schema.Named)
		if s, ok := schema.Underlying(t).(*schema.Struct); ok && named && len(s.Fields) == 0 {
			names = append(names, n.Name)
		}
	}
	for i := range p.Roots {
		p.Walk(i, collect)
	}
	return names
}
