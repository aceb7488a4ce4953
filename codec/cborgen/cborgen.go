// Package cborgen describes github.com/whyrusleeping/cbor-gen.
package cborgen

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/whyrusleeping/cbor-gen"

// methods lists the methods that the generator adds to a type.
var methods = []string{"MarshalCBOR", "UnmarshalCBOR"}

// Map and Tuple are separate codecs because both forms have the same methods.
var (
	// Map is the generated methods that encode structs as maps.
	Map = generated("map", "", "WriteMapEncodersToFile")
	// Tuple is the generated methods that encode structs as arrays.
	Tuple = generated("tuple", "structs as arrays, without field names; ", "WriteTupleEncodersToFile")
)

func generated(name, note, function string) *codec.Codec {
	return &codec.Codec{
		Name: "cbor-gen/" + name, Folder: "cborgen", Module: module,
		Doc: "https://github.com/whyrusleeping/cbor-gen#usage",
		Variants: []*codec.Variant{{
			Wire: "CBOR", Caps: caps,
			Note: note + "limits raised: lists, strings and bytes of 1<<24 (from 8,192, and 2 MiB for bytes); " +
				"maps have at most 4,096 entries; integers go as 64 bits, floats as their bits",
			Generate: func(in *codec.Input) (*codec.Output, error) { return generate(in, function), nil },
		}},
	}
}

func caps(string) lower.Caps {
	scalars := map[model.Kind]model.Kind{model.Bool: model.Bool, model.String: model.String, model.Uint8: model.Uint8}
	for _, k := range []model.Kind{model.Int, model.Int8, model.Int16, model.Int32, model.Int64} {
		scalars[k] = model.Int64
	}
	for _, k := range []model.Kind{model.Uint, model.Uint16, model.Uint32, model.Uint64, model.Uintptr} {
		scalars[k] = model.Uint64
	}
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"cborgen"},
		Scalars: scalars, Bytes: true, Arrays: true, Elem: func(n *lower.Node) bool { return elem(n.Go) }, Maps: maps,
		Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, Reserved: methods,
	}
}

// refuse refuses types for which the generator fails, or its code does not compile: structs have methods, and bools lack conversions.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if named && u.Kind == model.Bool {
			return "a defined bool type"
		}
	case *model.Pointer:
		if named {
			return "a defined pointer type"
		}
	case *model.Struct:
		if !named {
			return "an unnamed struct"
		}
		if reason := lower.RefuseUnexported(t, in); reason != "" {
			return reason
		}
	}
	if named && n.Package == "time" {
		return ""
	}
	return owntypes.Refuse(methods...)(t, in)
}

// elem reports whether t may be the element of a list or an array.
func elem(t model.Type) bool {
	for seen := map[model.Type]bool{}; ; { // a list can contain itself
		u, ok := model.Underlying(t).(*model.Slice)
		if !ok || model.IsByte(u.Elem) {
			break
		}
		if seen[t] {
			return false
		}
		seen[t] = true
		t = u.Elem
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind == model.Int64 || u.Kind == model.Uint64 || u.Kind == model.String
	case *model.Pointer:
		return isStruct(u.Elem)
	case *model.Slice:
		return true // of bytes
	}
	return isStruct(t)
}

func isStruct(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Struct)
	return ok
}

// pointee reports whether a pointer to t is supported.
func pointee(t model.Type) bool {
	b, ok := model.Underlying(t).(*model.Basic)
	if !ok {
		return isStruct(t)
	}
	_, named := t.(*model.Named)
	return b.Kind == model.Int64 || b.Kind == model.Uint64 || b.Kind == model.String || b.Kind == model.Bool && !named
}

// maps reports whether the generator supports maps with this key and element.
func maps(key, elem *lower.Node) bool {
	if p, ok := elem.Go.(*model.Pointer); ok {
		return lower.IsString(key.Go) && isStruct(p.Elem)
	}
	return lower.IsString(key.Go) && (lower.IsString(elem.Go) || isStruct(elem.Go))
}

func generate(in *codec.Input, function string) *codec.Output {
	out := codec.SameForAll(in, codec.Code{
		Imports:        codec.StdImports("bytes"),
		State:          "out balebytes.Buffer\nin balebytes.Reader",
		Marshal:        "var out balebytes.Buffer\nerr := c.MarshalCBOR(&out)\nreturn out.Bytes(), err",
		MarshalReuse:   "a.out.Reset()\nerr := c.MarshalCBOR(&a.out)\nreturn a.out.Bytes(), err",
		Unmarshal:      "return c.UnmarshalCBOR(balebytes.NewReader(b))",
		UnmarshalReuse: "a.in.Reset(b)\nreturn c.UnmarshalCBOR(&a.in)",
	})
	// The program that calls the generator is in the package of the types, since they may be unexported.
	program := *in
	program.Name = "main"
	var list strings.Builder
	for _, n := range owntypes.Structs(in.Plan) {
		fmt.Fprintf(&list, "\t\t%s{},\n", n)
	}
	out.Steps = []codec.Step{{
		Tool: codec.GoCommand, Args: []string{"run", "."}, Module: true,
		Files: map[string][]byte{
			"types.go": owntypes.Source(&program, owntypes.Options{}),
			"main.go":  fmt.Appendf(nil, source, module, function, in.Name, list.String()),
		},
		Own: []string{"cbor.go"},
	}}
	return out
}

const source = `package main

import (
	"log"

	typegen %q
)

func main() {
	g := typegen.Gen{MaxArrayLength: 1 << 24, MaxByteLength: 1 << 24, MaxStringLength: 1 << 24}
	err := g.%s("cbor.go", %q,
%s	)
	if err != nil {
		log.Fatal(err)
	}
}
`
