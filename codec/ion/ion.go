// Package ion describes github.com/amazon-ion/ion-go.
package ion

import (
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/amazon-ion/ion-go"
	lib    = module + "/ion"
)

// Codec encodes the user's own types with ion-go, by reflection.
var Codec = &codec.Codec{
	Name: "ion", Module: module,
	Doc:      "https://pkg.go.dev/" + lib,
	Packages: []string{lib},
	Variants: []*codec.Variant{
		{Name: "binary", Wire: "Ion binary", Caps: caps, Generate: generate("Binary"), Note: "every message has its own symbol table"},
		{Name: "text", Wire: "Ion text", Caps: caps, Generate: generate("Text")},
	},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Custom: custom, Tags: []string{"ion"},
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: maps, Pointers: true, NilElems: true,
		Any: true, MemberTag: `ion:",omitempty"`,
	}
}

// custom names the library's own code for big.Int, and the methods that it calls.
func custom(n *model.Named) string {
	if n.Package == "math/big" && n.Name == "Int" {
		return lower.BuiltIn
	}
	return lower.Method(n, "MarshalIon")
}

// refuse refuses structs that lose values because the fields of an embedded struct are among those of the outer one, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

// maps reports whether a map is supported: its key is a string that is not of a defined type, and methods of the elements can be called.
func maps(key, elem *lower.Node) bool {
	b, ok := key.Go.(*model.Basic)
	return ok && b.Kind == model.String && lower.MapsWithout(custom)(key, elem)
}

func generate(form string) func(*codec.Input) (*codec.Output, error) {
	replace := strings.NewReplacer("FORM", form)
	c := codec.Code{
		Imports: append(codec.StdImports("bytes"), codec.Import{Name: "baleion", Path: lib}),
		State:   "out balebytes.Buffer",
		Marshal: replace.Replace("return baleion.MarshalFORM(c)"),
		MarshalReuse: replace.Replace(`a.out.Reset()
			e := baleion.NewFORMEncoder(&a.out)
			if err := e.Encode(c); err != nil {
				return nil, err
			}
			err := e.Finish()
			return a.out.Bytes(), err`),
		Unmarshal: "return baleion.Unmarshal(b, c)",
	}
	return func(in *codec.Input) (*codec.Output, error) {
		out := codec.SameForAll(in, c)
		for i := range out.Code {
			if !in.Plan.Reaches(i, lower.KeepsOldValue) {
				out.Code[i].UnmarshalReuse = c.Unmarshal
			}
		}
		return out, nil
	}
}
