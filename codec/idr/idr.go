// Package idr describes the package idr/low of github.com/chmike/ditp.
package idr

import (
	_ "embed"
	"strings"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/model"
)

//go:embed idr.tmpl
var text string

const (
	module = "github.com/chmike/ditp"
	pkg    = module + "/idr/low"
	note   = "; lists, maps and pointers are no part of the package: a size and one more, where 0 is nil; decoded byte slices point into the message, of " +
		"which copy takes a copy first"
)

// Codec combines the functions of the package low for any type.
var Codec = &codec.Codec{
	Name: "idr", Module: module,
	Doc:      "https://github.com/chmike/ditp/blob/1ab5bbd646cd/idr/low/README.md",
	Packages: []string{pkg},
	Variants: []*codec.Variant{
		{Name: "fixed", Wire: "IDR", Caps: caps, Generate: generate(""), Note: "numbers have fixed width, except int and uint" + note},
		{Name: "varint", Wire: "IDR", Caps: caps, Generate: generate("Var"), Note: "integers of 16 bits and more, and times, are of varying length" + note},
	},
}

func caps(string) lower.Caps {
	return composed.Caps(lower.With(lower.All(), model.Uintptr, model.Uint64))
}

// A call is a pair of functions: low.Put<Put> and low.<Get>. As is the type that they work on, if the value has to be converted. With Max,
// the decoder has a parameter for the maximum size.
type call struct {
	Put, Get, As string
	Max          bool
}

// functions returns the functions for a type. variable is "Var" if they are those for a varying length.
func functions(t model.Type, variable string) any {
	if composed.IsBytes(t) {
		return &call{Put: "Blob", Get: "Blob", Max: true}
	}
	if _, ok := t.(*model.Time); ok {
		return &call{Put: variable + "Time", Get: variable + "Time"}
	}
	b, ok := t.(*model.Basic)
	if !ok {
		return nil
	}
	name := b.Kind.String()
	name = strings.ToUpper(name[:1]) + name[1:]
	switch {
	case b.Kind == model.String:
		return &call{Put: name, Get: name, Max: true}
	case b.Kind == model.Int, b.Kind == model.Uint:
		name = "Var" + name
	case variable != "" && b.Kind.Bits() > 8 && b.Kind.Signed():
		return &call{Put: "VarInt64", Get: "VarInt64", As: "int64"}
	case variable != "" && b.Kind.Bits() > 8 && b.Kind.Unsigned():
		return &call{Put: "VarUint64", Get: "VarUint64", As: "uint64"}
	}
	return &call{Put: name, Get: name}
}

func generate(variable string) func(*codec.Input) (*codec.Output, error) {
	library := &composed.Library{
		Imports:   codec.StdImports(pkg),
		Templates: template.Must(template.New("").Parse(text)),
		Call:      func(t model.Type) any { return functions(t, variable) },
		Size:      "64",
		Marshal:   "return $Aput0(b[:0], c), nil",
		Unmarshal: "$Aget0(b, c)\nreturn nil",
	}
	return func(in *codec.Input) (*codec.Output, error) {
		out, err := library.Generate(in)
		if err != nil {
			return nil, err
		}
		for i := range out.Code {
			if in.Plan.Reaches(i, func(t model.Type) bool { return composed.IsBytes(model.Underlying(t)) }) {
				out.Code[i].ShareMemory()
			}
		}
		return out, nil
	}
}
