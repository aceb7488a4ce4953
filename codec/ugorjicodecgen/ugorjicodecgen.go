// Package ugorjicodecgen describes github.com/ugorji/go/codec with the methods that its codecgen generates.
package ugorjicodecgen

import (
	"strings"

	"bale/codec"
	"bale/codec/internal/handles"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const tool = handles.Module + "/codecgen"

// methods lists the methods that codecgen adds to a type.
var methods = []string{"CodecEncodeSelf", "CodecDecodeSelf", "codecDecodeSelfFromMap", "codecDecodeSelfFromArray",
	"codecSelferViaCodecgen", "IsCodecEmpty"}

const note = "v1.3 has no codecgen; the alias class is ZeroCopy, which loses byte arrays and is left out for them"

// Msgpack and Binc are separate codecs because one set of methods serves all handles: variants of one codec would add the methods to a
// type twice.
var (
	// Msgpack is MessagePack with codecgen's methods.
	Msgpack = generator("msgpack", "MessagePack", "WriteExt; "+note, "MsgpackHandle", "WriteExt")
	// Binc is Binc with codecgen's methods.
	Binc = generator("binc", "Binc", note, "BincHandle")
)

func generator(name, wire, note, handle string, options ...string) *codec.Codec {
	calls := handles.Generate(handle, handles.KeepsOldValue, options...)
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
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, RootType: rootType, Reserved: methods, Any: true, MemberTag: `codec:",omitempty"`,
	}
}

// refuse refuses arrays of a defined byte type, which the generated code treats as arrays of byte, and types that the other functions
// refuse.
func refuse(t model.Type, in *lower.Package) string {
	if a, ok := model.Underlying(t).(*model.Array); ok && model.IsKind(a.Elem, model.Uint8) && model.Underlying(a.Elem) != a.Elem {
		return "an array of a defined byte type"
	}
	if reason := handles.Refuse(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse(methods...)(t, in)
}

// pointee reports whether a pointer to t is supported: the code for a pointer to a pointer does not compile.
func pointee(t model.Type) bool {
	_, pointer := model.Underlying(t).(*model.Pointer)
	return !pointer
}

func rootType(*model.Named) bool { return true }

// isByteArray reports whether t is a byte array, which the generated code does not change with ZeroCopy.
func isByteArray(t model.Type) bool {
	a, ok := model.Underlying(t).(*model.Array)
	return ok && model.IsKind(a.Elem, model.Uint8)
}

// step runs codecgen, which builds and runs a program of its own. The options omit code for extensions and JSON, and set the number in
// generated names, which would otherwise be random. The code for a struct without fields does not compile, so these are left to
// reflection.
func step(in *codec.Input) codec.Step {
	return codec.Step{
		Tool:   tool,
		Args:   []string{"-nx", "-j=false", "-d", "1", "-nr", "^(" + strings.Join(empty(in.Plan), "|") + ")$", "-o", "codecgen.go", "types.go"},
		Files:  map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{})},
		Module: true,
		Own:    []string{"codecgen.go"},
	}
}

// empty returns the names of the structs without fields.
func empty(p *lower.Plan) (names []string) {
	collect := func(t model.Type) {
		n, named := t.(*model.Named)
		if s, ok := model.Underlying(t).(*model.Struct); ok && named && len(s.Fields) == 0 {
			names = append(names, n.Name)
		}
	}
	for i := range p.Roots {
		p.Walk(i, collect)
	}
	return names
}
