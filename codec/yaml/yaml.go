// Package yaml describes go.yaml.in/yaml/v4.
package yaml

import (
	"bale/codec"
	"bale/codec/internal/likeyaml"
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
)

const module = "go.yaml.in/yaml/v4"

// Codec encodes the user's own types with the YAML organization's library.
var Codec = &codec.Codec{
	Name: "yaml", Module: module,
	Variants: []*codec.Variant{{
		Wire: "YAML", Caps: caps, Generate: generate,
		Note: "Dump and Load; a []byte is a list of integers; a nil list or map comes back empty",
	}},
}

func caps(string) lower.Caps {
	return likeyaml.Caps(tagkeys.Parse("yaml"), "omitempty", "flow", "inline")
}

// generate returns code that makes a Dumper for each message, since one writes a single stream of documents. Reuse is that of its buffer.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports: append(codec.StdImports("bytes"), codec.Import{Name: "baleyaml", Path: module}),
		State:   "out balebytes.Buffer",
		Marshal: "return baleyaml.Dump(c)",
		MarshalReuse: `a.out.Reset()
			d, err := baleyaml.NewDumper(&a.out)
			if err != nil {
				return nil, err
			}
			if err := d.Dump(c); err != nil {
				return nil, err
			}
			err = d.Close()
			return a.out.Bytes(), err`,
		Unmarshal: "return baleyaml.Load(b, c)",
	})
	out.ReuseUnless(in.Plan, lower.KeepsOldValue)
	return out, nil
}
