// Package bale describes the code that bale itself generates.
package bale

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
	"bale/wire"
	"bale/wire/compact"
)

// Codec is bale gen's code on the user's own types.
var Codec = &codec.Codec{
	Name: "bale", Doc: "docs/gen.md", Mod: codec.StdMod,
	Variants: []*codec.Variant{{Name: "compact", Wire: "bale compact", Caps: caps, Generate: generate}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Root: true, RootType: func(*schema.Named) bool { return true },
	}
}

func generate(in *codec.Input) (*codec.Output, error) {
	p := wire.NewPrinter(in.Plan.In.Path, false)
	var roots []*schema.Named
	out := &codec.Output{Own: map[string][]byte{}}
	for _, r := range in.Plan.Roots {
		n := r.Node.Go.(*schema.Named)
		roots = append(roots, n)
		out.Code = append(out.Code, codec.Code{
			Marshal:             "return baleCompactAppend" + n.Name + "(nil, c)",
			MarshalReuse:        "return baleCompactAppend" + n.Name + "(buf, c)",
			Unmarshal:           "_, err := baleCompactDecode" + n.Name + "(b, c, false)\nreturn err",
			UnmarshalReuse:      "_, err := baleCompactDecode" + n.Name + "(b, c, false)\nreturn err",
			UnmarshalAlias:      "_, err := baleCompactDecode" + n.Name + "(b, c, true)\nreturn err",
			UnmarshalAliasReuse: "_, err := baleCompactDecode" + n.Name + "(b, c, true)\nreturn err",
		})
	}
	compact.Print(p, roots)
	src, err := p.File(in.Name)
	if err != nil {
		return nil, err
	}
	out.Own["bale.go"] = src
	return out, nil
}
