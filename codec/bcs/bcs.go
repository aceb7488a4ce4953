// Package bcs describes github.com/fardream/go-bcs.
package bcs

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/fardream/go-bcs"
	lib    = module + "/bcs"
)

// Codec encodes the user's own types with go-bcs.
var Codec = &codec.Codec{
	Name: "bcs", Module: module,
	Doc:      "https://pkg.go.dev/" + lib,
	Packages: []string{lib},
	Variants: []*codec.Variant{{
		Wire: "BCS", Caps: caps, Generate: generate,
		Note: `an int or uint goes as 64 bits, floats as their bits; pointers in mirrors have the tag bcs:"optional"`,
	}},
}

// caps returns the capabilities of the library. It has no floats, int and uint, and it silently omits an uintptr.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"bcs"},
		Scalars: lower.With(lower.Widen(), model.Float32, 0, model.Float64, 0),
		Bytes:   true, Arrays: true, Elem: func(n *lower.Node) bool { return !lower.IsPointer(n.Go) },
		Pointers: true, Pointee: func(t model.Type) bool { return !lower.IsPointer(t) }, Tag: tag,
	}
}

// refuse refuses defined byte types, since decoding a list of them panics, and pointers that must not be nil: only a field with the tag
// optional may be.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && slices.Contains(n.Methods.Names, "MarshalBCS") {
		return "has a method MarshalBCS, which is not called if its receiver is a pointer and the value is not"
	}
	if model.IsKind(t, model.Uint8) && !model.IsByte(t) {
		return "a defined byte type"
	}
	return lower.RefuseUntagged(t, in, func(tag reflect.StructTag) bool {
		return slices.Contains(strings.Split(tag.Get("bcs"), ","), "optional")
	})
}

func tag(f *lower.Field, _ int) string {
	if lower.IsPointer(f.Node.Go) {
		return `bcs:"optional"`
	}
	return ""
}

var generate = codec.Calls(codec.Code{
	Imports:      append(codec.StdImports("bytes", "errors"), codec.Import{Name: "balebcs", Path: lib}),
	State:        "out balebytes.Buffer\nin balebytes.Reader\nencoder *balebcs.Encoder\ndecoder *balebcs.Decoder",
	Setup:        "a.encoder, a.decoder = balebcs.NewEncoder(&a.out), balebcs.NewDecoder(&a.in)",
	Marshal:      "return balebcs.Marshal(c)",
	MarshalReuse: "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn a.out.Bytes(), err",
	Unmarshal:    "return balebcs.UnmarshalAll(b, c)",
	// Decoding does not change empty byte slices. As in UnmarshalAll, the value has to be the whole message.
	UnmarshalReuse: `*c = $C{}
			a.in.Reset(b)
			_, err := a.decoder.Decode(c)
			if err == nil && a.in.Len() > 0 {
				err = baleerrors.New("bytes after the value")
			}
			return err`,
})
