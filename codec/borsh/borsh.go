// Package borsh describes github.com/near/borsh-go.
package borsh

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/near/borsh-go"

// Codec encodes the user's own types, or mirrors of unsupported types, with borsh-go.
var Codec = &codec.Codec{
	Name: "borsh", Module: module,
	Variants: []*codec.Variant{{
		Wire: "Borsh", Caps: caps, Generate: generate,
		Note: "a nil pointer is written as an absent option, and decoded as a pointer to a zero value",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.Widen(), model.Int, model.Int, model.Uint, model.Uint),
		Bytes:   true, Arrays: true, Elem: func(n *lower.Node) bool { return fits(n.Go) },
		Maps: maps, Pointers: true, Pointee: fits, NilElems: true, NilValues: true,
	}
}

// refuse refuses defined int types, since encoding them panics.
func refuse(t model.Type, in *lower.Package) string {
	if model.IsKind(t, model.Int) && named(t) {
		return "a defined int type"
	}
	return lower.RefuseUnexported(t, in)
}

// fits reports whether t may be an element, or the target of a pointer. The library decodes a defined string type as a string, and
// converts it only in fields of structs. Bytes are decoded with the right type.
func fits(t model.Type) bool {
	_, basic := model.Underlying(t).(*model.Basic)
	return !basic || !named(t) || model.IsKind(t, model.Uint8)
}

func named(t model.Type) bool {
	_, ok := t.(*model.Named)
	return ok
}

// maps reports whether the library supports maps with this key and element. Entries are sorted by key, so the key must be an ordered
// basic type.
func maps(key, elem *lower.Node) bool {
	b, ok := model.Underlying(key.Go).(*model.Basic)
	return ok && b.Kind != model.Bool && fits(key.Go) && fits(elem.Go)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports: append(codec.StdImports("bytes"), codec.Import{Name: "baleborsh", Path: module}),
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
		out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal // the whole destination is replaced
	}
	return out, nil
}
