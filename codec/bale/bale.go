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
	Variants: []*codec.Variant{{Name: "compact", Wire: "bale compact", Caps: caps, Generate: generate(compact.Format)}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Root: true, RootType: func(*schema.Named) bool { return true },
	}
}

// generate prints the code of one format for the roots.
func generate(f *wire.Format) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		p := wire.NewPrinter(in.Plan.In.Path, false)
		var roots []*schema.Named
		for _, r := range in.Plan.Roots {
			roots = append(roots, r.Node.Go.(*schema.Named))
		}
		f.Print(p, roots)
		src, err := p.File(in.Name)
		if err != nil {
			return nil, err
		}
		out := &codec.Output{Own: map[string][]byte{f.Name + ".go": src}}
		for _, r := range roots {
			out.Code = append(out.Code, code("bale"+f.Title, p.Name(r)))
		}
		return out, nil
	}
}

func code(prefix, name string) codec.Code {
	decode := func(alias string) string {
		return "_, err := " + prefix + "Decode" + name + "(b, c, " + alias + ")\nreturn err"
	}
	return codec.Code{
		Marshal:             "return " + prefix + "Append" + name + "(nil, c)",
		MarshalReuse:        "return " + prefix + "Append" + name + "(buf, c)",
		Unmarshal:           decode("false"),
		UnmarshalReuse:      decode("false"),
		UnmarshalAlias:      decode("true"),
		UnmarshalAliasReuse: decode("true"),
	}
}
