// Package yaml describes go.yaml.in/yaml/v4.
package yaml

import (
	"bale/codec"
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
	"bale/schema"
)

const module = "go.yaml.in/yaml/v4"

// Codec encodes the user's own types with the YAML organization's library.
var Codec = &codec.Codec{
	Name: "yaml", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
	Variants: []*codec.Variant{{
		Wire: "YAML", Caps: caps, Generate: generate,
		Note: "Dump and Load; a []byte is a list of integers; a nil list or map comes back empty",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresTagged("yaml"), Custom: custom, ByValue: true,
		Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, NilElems: true,
		Any: true, MemberTag: `yaml:",omitempty"`,
	}
}

func custom(n *schema.Named) string { return lower.Method(n, "MarshalYAML", "MarshalText") }

func refuse(t schema.Type, in *lower.Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		if reason := tagkeys.Conflict(s, tagkeys.Parse("yaml"), "omitempty", "flow", "inline"); reason != "" {
			return reason
		}
	}
	return lower.RefuseUnexported(t, in)
}

// keys reports whether a map's key is a scalar. The library takes all other keys for equal, and refuses them.
func keys(key, _ *lower.Node) bool {
	n, ok := key.Go.(*schema.Named)
	_, basic := schema.Underlying(key.Go).(*schema.Basic)
	return basic || ok && custom(n) != ""
}

// generate returns code without reuse in encoding: a Dumper writes one stream of documents.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports:   []codec.Import{{Name: "baleyaml", Path: module}},
		Marshal:   "return baleyaml.Dump(c)",
		Unmarshal: "return baleyaml.Load(b, c)",
	})
	for i := range out.Code {
		if !in.Plan.Reaches(i, lower.KeepsOldValue) {
			out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal
		}
	}
	return out, nil
}
