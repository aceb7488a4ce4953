// Package msgp describes github.com/tinylib/msgp.
package msgp

import (
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
)

const tool = "github.com/tinylib/msgp"

// methods lists the methods that msgp adds to a type with -io=false.
var methods = []string{"MarshalMsg", "UnmarshalMsg", "Msgsize"}

// Codec and Tuple are separate codecs because both forms have the same methods.
var (
	// Codec is msgp's generated methods for []byte.
	Codec = generated("msgp", "", caps)
	// Tuple is the same with structs as arrays.
	Tuple = generated("msgp/tuple", "msgp:tuple: structs as arrays, without field names; ", tupleCaps)
)

func generated(name, note string, caps func(string) lower.Caps) *codec.Codec {
	return &codec.Codec{
		Name: name, Folder: "msgp", Module: tool,
		Doc:      "https://github.com/tinylib/msgp",
		Packages: []string{tool, tool + "/msgp"},
		Variants: []*codec.Variant{{
			Wire: "MessagePack", Traits: measure.Traits{Branching: 3}, Caps: caps,
			Generate: func(in *codec.Input) (*codec.Output, error) { return generate(in, name == "msgp/tuple"), nil },
			Note:     note + "generated with -unexported and the directives msgp:timezone utc and msgp:maps binkeys",
		}},
	}
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresAll, Tags: []string{"msg", "msgpack"},
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, RootType: rootType, Reserved: methods, Any: true, MemberTag: `msg:",omitempty"`,
	}
}

// tupleCaps returns the capabilities with structs as arrays, which have all fields.
func tupleCaps(pkg string) lower.Caps {
	c := caps(pkg)
	c.MemberTag = ""
	return c
}

// refuse refuses defined pointer types, since they cannot have methods, and those that owntypes refuses.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok {
		if _, ok := n.Underlying.(*model.Pointer); ok {
			return "a defined pointer type"
		}
	}
	return owntypes.Refuse(methods...)(t, in)
}

// keys reports whether a map's key is supported. With binkeys, a key has any basic kind that the library encodes with one call. Of
// defined types, the code compiles only for strings.
func keys(key, _ *lower.Node) bool {
	if _, named := key.Go.(*model.Named); named {
		return model.IsKind(key.Go, model.String)
	}
	b, ok := key.Go.(*model.Basic)
	return ok && b.Kind != model.Complex64 && b.Kind != model.Complex128
}

// pointee reports whether a pointer to t is supported: the code for a pointer to an array or a map does not compile, except for byte
// arrays.
func pointee(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Map:
		return false
	case *model.Array:
		return model.IsKind(u.Elem, model.Uint8)
	}
	return true
}

func rootType(*model.Named) bool { return true }

func generate(in *codec.Input, tuple bool) *codec.Output {
	out := codec.SameForAll(in, codec.Code{
		Marshal:      "return c.MarshalMsg(nil)",
		MarshalReuse: "return c.MarshalMsg(buf)",
		Unmarshal:    "_, err := c.UnmarshalMsg(b)\nreturn err",
	})
	omits := owntypes.Omits(in.Plan)
	for i := range out.Code {
		if !in.Plan.Reaches(i, omits) {
			out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal
		}
	}
	args := []string{"-file", "types.go", "-o", "msgp.go", "-io=false", "-tests=false", "-unexported", "-d", "timezone utc", "-d", "maps binkeys"}
	if structs := owntypes.Structs(in.Plan); tuple && len(structs) > 0 {
		args = append(args, "-d", "tuple "+strings.Join(structs, " "))
	}
	out.Steps = []codec.Step{{
		Tool:  tool,
		Args:  args,
		Files: map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{})},
		Own:   []string{"msgp.go"},
	}}
	return out
}
