// Package karalabessz describes github.com/karalabe/ssz.
package karalabessz

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/karalabe/ssz"
	tool   = module + "/cmd/sszgen"
)

// methods lists the methods that sszgen adds to a type.
var methods = []string{"SizeSSZ", "DefineSSZ"}

// Codec is the methods that sszgen generates.
var Codec = &codec.Codec{
	Name: "karalabe-ssz", Module: module,
	Doc:      "https://github.com/karalabe/ssz#how-to-use",
	Packages: []string{module, tool},
	Variants: []*codec.Variant{{
		Wire: "SSZ", Caps: caps, Generate: generate,
		Note: "every list has ssz-max 1,073,741,824; signed integers travel as unsigned ones, floats as their bits, texts as bytes",
	}},
}

// caps returns the capabilities of sszgen. Structs in structs must be pointers, and nil ones are encoded as zero values. So pointers of the
// user have mirrors with lists of at most one element.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.Unsigned(), Bytes: true, Arrays: true, Elem: func(n *lower.Node) bool { return n.Form == lower.Message || elem(n.Go) },
		Refs: true, ElemRefs: true, Root: true, Flat: true, Reserved: methods, NoEmpty: true,
	}
}

// refuse refuses types that sszgen does not support: arrays other than those of bytes in some lengths, and structs in structs by value.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if named && u.Kind == model.Bool {
			return "a defined bool type"
		}
	case *model.Array:
		if !common(u) {
			return "an array of an unsupported type or length"
		}
	case *model.Struct:
		if !named || slices.ContainsFunc(u.Fields, func(f *model.Field) bool { return f.Embedded || isStruct(f.Type) }) {
			return "an unnamed struct, or a struct in a struct"
		}
		if reason := lower.RefuseUnexported(n, in); reason != "" {
			return reason
		}
	}
	return owntypes.Refuse(methods...)(t, in)
}

func isStruct(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Struct)
	return ok
}

// common reports whether a is a byte array of one of the lengths to which the library's functions are limited.
func common(a *model.Array) bool {
	return model.IsByte(a.Elem) && slices.Contains([]int64{4, 8, 20, 31, 32, 48, 64, 96, 256}, a.Len)
}

// elem reports whether t may be the element of a list, if it is not a pointer to a message.
func elem(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind == model.Uint64
	case *model.Array:
		return common(u)
	case *model.Slice:
		return model.IsByte(u.Elem)
	}
	return false
}

func generate(in *codec.Input) (*codec.Output, error) {
	const encode = "return b, balessz.EncodeToBytes(b, c)"
	out := codec.SameForAll(in, codec.Code{
		Imports:        []codec.Import{{Name: "balessz", Path: module}},
		Marshal:        "b := make([]byte, balessz.Size(c))\n" + encode,
		MarshalReuse:   "n := int(balessz.Size(c))\nif cap(buf) < n {\nbuf = make([]byte, n)\n}\nb := buf[:n]\n" + encode,
		Unmarshal:      "return balessz.DecodeFromBytes(b, c)",
		UnmarshalReuse: "return balessz.DecodeFromBytes(b, c)",
	})
	names := owntypes.Structs(in.Plan)
	out.Steps = []codec.Step{{
		Tool: tool, Module: true,
		Args: []string{"-type", strings.Join(names, ","), "-out", "ssz.go"},
		Files: map[string][]byte{
			"types.go":   owntypes.Source(in, owntypes.Options{TagOf: tag}),
			"methods.go": declared(in, names),
		},
		Own: []string{"ssz.go"},
	}}
	return out, nil
}

// declared returns a file with the methods of all structs, without their code. The generator looks the methods of a struct's parts up, and
// would otherwise have to be run for each struct alone.
func declared(in *codec.Input, names []string) []byte {
	dynamic := map[string]bool{}
	for i := range in.Plan.Roots {
		in.Plan.Walk(i, func(t model.Type) {
			if n, ok := t.(*model.Named); ok && isStruct(n) {
				dynamic[n.Name] = reachesSlice(n)
			}
		})
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport %q\n", in.Name, module)
	for _, name := range names {
		parameters := "*ssz.Sizer"
		if dynamic[name] {
			parameters += ", bool"
		}
		fmt.Fprintf(&b, "\nfunc (*%s) SizeSSZ(%s) uint32 { return 0 }\n\nfunc (*%s) DefineSSZ(*ssz.Codec) {}\n", name, parameters, name)
	}
	return b.Bytes()
}

func reachesSlice(t model.Type) bool {
	found := false
	model.Walk(t, func(t model.Type) bool {
		_, ok := t.(*model.Slice)
		found = found || ok
		return true
	})
	return found
}

// tag returns a tag with the maximum length of a list, which the generator requires.
func tag(t model.Type) string {
	const limit = "1073741824"
	s, ok := model.Underlying(t).(*model.Slice)
	if !ok {
		return ""
	}
	if _, ok := model.Underlying(s.Elem).(*model.Slice); ok {
		return `ssz-max:"` + limit + "," + limit + `"`
	}
	return `ssz-max:"` + limit + `"`
}
