// Package rlp describes the packages rlp and rlp/rlpgen of github.com/ethereum/go-ethereum.
package rlp

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/ethereum/go-ethereum"
	lib    = module + "/rlp"
	tool   = lib + "/rlpgen"
	note   = "signed integers go as unsigned ones, floats as their bits, and a *big.Int as text, since the library refuses negative ones; "
)

// Codec is the package rlp, which works by reflection.
var Codec = &codec.Codec{
	Name: "rlp", Module: module,
	Doc:      "https://pkg.go.dev/" + lib,
	Packages: []string{lib, tool},
	Variants: []*codec.Variant{{
		Wire: "RLP", Caps: caps, Generate: generate,
		Note: note + `pointers in mirrors have the tag rlp:"nil"`,
	}},
}

// Gen is the methods that rlpgen generates.
var Gen = &codec.Codec{
	Name: "rlpgen", Module: module, Folder: "rlp",
	Doc:      "https://github.com/ethereum/go-ethereum/tree/master/rlp/rlpgen",
	Packages: []string{lib, tool},
	Variants: []*codec.Variant{{
		Wire: "RLP", Caps: genCaps, Generate: generateMethods,
		Note: note + "the code for a type includes that of its parts, so recursive types are gaps; strings go as bytes and pointers as lists, since the code for " +
			"strings does not compile, and that for pointers misreads what follows a nil",
	}},
}

// caps returns the capabilities of the library. A pointer with the tag nil is nil or points to a value whose encoding is not empty. Other
// pointers are always decoded as set.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Custom: custom, Tags: []string{"rlp"},
		Scalars: lower.With(lower.Unsigned(), model.Int, model.Uint, model.Uint, model.Uint, model.Uintptr, model.Uintptr, model.String, model.String), Bytes: true, Arrays: true, Pointers: true, Pointee: pointee, NilElems: true, Tag: tag,
	}
}

// refuse refuses pointers without the tag nil, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	return lower.RefuseUntagged(t, in, func(tag reflect.StructTag) bool { return strings.HasPrefix(tag.Get("rlp"), "nil") })
}

func custom(n *model.Named) string { return lower.Method(n, "EncodeRLP") }

// pointee reports whether t is always encoded as something else than a nil pointer to t.
func pointee(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		return len(u.Fields) > 0
	case *model.Array:
		return u.Len > 0 && model.IsByte(u.Elem)
	}
	return false
}

func tag(f *lower.Field, _ int) string {
	if lower.IsPointer(f.Node.Go) {
		return `rlp:"nil"`
	}
	return ""
}

var code = codec.Code{
	Imports:        append(codec.StdImports("bytes"), codec.Import{Name: "balerlp", Path: lib}),
	State:          "out balebytes.Buffer",
	Marshal:        "return balerlp.EncodeToBytes(c)",
	MarshalReuse:   "a.out.Reset()\nerr := balerlp.Encode(&a.out, c)\nreturn a.out.Bytes(), err",
	Unmarshal:      "return balerlp.DecodeBytes(b, c)",
	UnmarshalReuse: "return balerlp.DecodeBytes(b, c)",
}

func generate(in *codec.Input) (*codec.Output, error) { return codec.SameForAll(in, code), nil }

var methods = []string{"EncodeRLP", "DecodeRLP"}

// genCaps are those of the generator. Its code for strings calls a method that the library does not have, and after a nil pointer its code
// decodes the same value again as the next field. So pointers are lists of at most one element.
func genCaps(pkg string) lower.Caps {
	caps := caps(pkg)
	caps.Scalars, caps.Refuse, caps.Custom, caps.Reserved = lower.Unsigned(), genRefuse, nil, methods
	caps.Pointers, caps.NilElems, caps.Root, caps.Flat, caps.NoEmpty = false, false, true, true, true
	return caps
}

// genRefuse also refuses types for which the generator fails, or its code does not compile: defined basic types, and arrays of a type other
// than byte.
func genRefuse(t model.Type, in *lower.Package) string {
	_, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if named {
			return "a defined basic type"
		}
	case *model.Array:
		if !model.IsByte(u.Elem) {
			return "an array of a type other than byte"
		}
	case *model.Struct:
		if !named {
			return "an unnamed struct"
		}
	}
	if reason := refuse(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse(methods...)(t, in)
}

// generateMethods runs the generator once for each root.
func generateMethods(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, code)
	types := owntypes.Source(in, owntypes.Options{})
	var done []string
	for _, r := range in.Plan.Roots {
		name := r.Node.Go.(*model.Named).Name
		if slices.Contains(done, name) {
			continue
		}
		done = append(done, name)
		file := strings.ToLower(name) + "_rlp.go"
		out.Steps = append(out.Steps, codec.Step{
			Tool: tool, Module: true,
			Args:  []string{"-type", name, "-out", file, "-encoder", "-decoder"},
			Files: map[string][]byte{"types.go": types},
			Own:   []string{file},
		})
	}
	return out, nil
}
