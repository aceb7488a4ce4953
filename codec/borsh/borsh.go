// Package borsh describes github.com/near/borsh-go.
package borsh

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/near/borsh-go"

// Codec is borsh-go on the user's own types, or on mirrors without what it has no form for.
var Codec = &codec.Codec{
	Name: "borsh", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
	Variants: []*codec.Variant{{
		Wire: "Borsh", Caps: caps, Generate: generate,
		Note: "a nil pointer is written as an absent option, and decoded as a pointer to a zero value",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.Widen(), schema.Int, schema.Int, schema.Uint, schema.Uint),
		Bytes:   true, Arrays: true, Elem: func(n *lower.Node) bool { return fits(n.Go) },
		Maps: maps, Pointers: true, Pointee: fits, NilElems: true, NilValues: true,
	}
}

// refuse: encoding an int with a name panics.
func refuse(t schema.Type, in *lower.Package) string {
	if schema.IsKind(t, schema.Int) && named(t) {
		return "an int with a name"
	}
	if elem := schema.ListElem(t); elem != nil && !fits(elem) {
		return "elements of a basic type with a name"
	}
	return lower.RefuseUnexported(t, in)
}

// fits reports whether t may be an element, or pointed at: decoding makes a string where a type that
// is one is wanted, and converts it in fields of structs only. A byte has its type from the start.
func fits(t schema.Type) bool {
	_, basic := schema.Underlying(t).(*schema.Basic)
	return !basic || !named(t) || schema.IsKind(t, schema.Uint8)
}

func named(t schema.Type) bool {
	_, ok := t.(*schema.Named)
	return ok
}

// maps: entries are written in the order of their keys, which has to be known.
func maps(key, elem *lower.Node) bool {
	b, ok := schema.Underlying(key.Go).(*schema.Basic)
	return ok && b.Kind != schema.Bool && fits(key.Go) && fits(elem.Go)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.Each(in, codec.Code{
		Imports: append(codec.Std("bytes"), codec.Import{Name: "baleborsh", Path: module}),
		State:   "out balebytes.Buffer\nencoder *baleborsh.Encoder",
		Setup:   "a.encoder = baleborsh.NewEncoder(&a.out)",
		Marshal: "return baleborsh.Serialize(*c)",
		MarshalReuse: `a.out.Reset()
			err := a.encoder.Encode(*c)
			return a.out.Bytes(), err`,
		Unmarshal: "return baleborsh.Deserialize(c, b)",
	})
	for i, r := range in.Plan.Roots {
		if !fits(r.Node.Go) {
			out.Code[i].Unmarshal = "var root struct{ V $C }\nerr := baleborsh.Deserialize(&root, b)\n*c = root.V\nreturn err"
		}
		out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal // the destination is replaced as a whole
	}
	return out, nil
}
