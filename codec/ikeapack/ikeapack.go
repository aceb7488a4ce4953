// Package ikeapack describes github.com/ikkerens/ikeapack.
package ikeapack

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/ikkerens/ikeapack"

// Codec encodes the user's own types, or mirrors of unsupported types, with ikeapack.
var Codec = &codec.Codec{
	Name: "ikeapack", Module: module,
	Variants: []*codec.Variant{{
		Wire: "ikeapack", Caps: caps, Generate: generate,
		Note: "written to a bytes.Buffer and read from a bytes.Reader; an int or uint goes as 64 bits",
	}},
}

// caps returns the capabilities of ikeapack. A nil pointer is a panic, so pointers have mirrors with lists of at most one element.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"ikea"},
		Scalars: lower.Widen(), Bytes: true, Maps: lower.AnyMap,
	}
}

// refuse refuses arrays, which are a panic, unexported fields, and types with methods that the library would call.
func refuse(t model.Type, in *lower.Package) string {
	if _, ok := model.Underlying(t).(*model.Array); ok {
		return "an array"
	}
	if n, ok := t.(*model.Named); ok {
		for _, m := range []string{"Pack", "Unpack"} {
			if slices.Contains(n.Methods.Names, m) {
				return "has a method " + m
			}
		}
	}
	return lower.RefuseUnexported(t, in)
}

var generate = codec.Calls(codec.Code{
	Imports: append(codec.StdImports("bytes"), codec.Import{Name: "baleikea", Path: module}),
	State:   "out balebytes.Buffer\nin balebytes.Reader",
	Marshal: `var out balebytes.Buffer
			err := baleikea.Pack(&out, c)
			return out.Bytes(), err`,
	MarshalReuse: `a.out.Reset()
			err := baleikea.Pack(&a.out, c)
			return a.out.Bytes(), err`,
	Unmarshal: "return baleikea.Unpack(balebytes.NewReader(b), c)",
	// Slices and maps are made anew.
	UnmarshalReuse: "a.in.Reset(b)\nreturn baleikea.Unpack(&a.in, c)",
})
