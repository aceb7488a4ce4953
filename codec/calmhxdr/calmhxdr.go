// Package calmhxdr describes github.com/calmh/xdr.
package calmhxdr

import (
	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/calmh/xdr"
	tool   = module + "/cmd/genxdr"
)

var methods = []string{"XDRSize", "MarshalXDR", "MustMarshalXDR", "MarshalXDRInto", "UnmarshalXDR", "UnmarshalXDRFrom"}

// Codec is the methods that genxdr generates.
var Codec = &codec.Codec{
	Name: "calmh-xdr", Module: module,
	Doc:      "https://pkg.go.dev/" + tool,
	Packages: []string{module, tool},
	Variants: []*codec.Variant{{
		Wire: "XDR", Caps: caps, Generate: generate,
		Note: "floats go as their bits; decoded byte slices point into the message, which copy clones first",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.Widen(), model.Int, model.Int, model.Float32, 0, model.Float64, 0),
		Bytes:   true, Elem: elem, Root: true, Reserved: methods,
	}
}

// refuse refuses types that the generator does not support. The generator looks at the source of a field's type. It supports structs
// only if they are named, and other types only if they are not. It omits embedded fields and arrays, and does not handle lists of
// lists.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		if !named {
			return "an unnamed struct"
		}
		for _, f := range u.Fields {
			if f.Embedded {
				return "embedded " + f.Name
			}
		}
		return owntypes.Refuse(methods...)(n, in)
	case *model.Array:
		return "an array"
	case *model.Slice:
		if !elem(&lower.Node{Go: u.Elem}) {
			return "a list of lists"
		}
	}
	if named {
		return "a defined type other than a struct"
	}
	return ""
}

func elem(n *lower.Node) bool {
	_, list := model.Underlying(n.Go).(*model.Slice)
	return !list
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i := range in.Plan.Roots {
		c := codec.Code{
			Imports: []codec.Import{{Name: "balexdr", Path: module}},
			Marshal: "return c.MarshalXDR()",
			MarshalReuse: `n := c.XDRSize()
				if cap(buf) < n {
					buf = make([]byte, n)
				}
				return buf[:n], c.MarshalXDRInto(&balexdr.Marshaller{Data: buf[:n]})`,
			Unmarshal:      "return c.UnmarshalXDR(b)",
			UnmarshalReuse: "return c.UnmarshalXDR(b)",
		}
		if in.Plan.Reaches(i, model.IsBytes) {
			c.ShareMemory()
		}
		out.Code = append(out.Code, c)
	}
	out.Steps = []codec.Step{{
		Tool: tool, Args: []string{"-o", "xdr.go", "types.go"},
		Files: map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{})},
		Own:   []string{"xdr.go"},
	}}
	return out, nil
}
