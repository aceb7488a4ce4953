// Package own describes the user's own marshal methods of the outermost type.
package own

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Codec calls the methods of the outermost type.
var Codec = &codec.Codec{
	Name: "own", Doc: "docs/compare.md", Mod: codec.StdMod,
	Variants: []*codec.Variant{
		variant("marshal", "own", "Marshal", "Marshal and Unmarshal, as gogo/protobuf generates them"),
		variant("json", "JSON", "MarshalJSON", "MarshalJSON and UnmarshalJSON"),
		variant("binary", "own", "MarshalBinary", "MarshalBinary and UnmarshalBinary; with reuse AppendBinary, if the type has it"),
	},
}

// variant returns the variant for the pair of methods that begins with method.
func variant(name, wire, method, note string) *codec.Variant {
	return &codec.Variant{
		Name: name, Wire: wire, Note: note,
		Applies: func(t model.Type) bool { return of(t, method) },
		Caps: func(string) lower.Caps {
			return lower.Caps{Own: true, Custom: func(n *model.Named) string { return lower.Method(n, method) }}
		},
		Generate: func(in *codec.Input) (*codec.Output, error) {
			out := &codec.Output{}
			for _, r := range in.Plan.Roots {
				code := codec.Code{Marshal: "return c." + method + "()", Unmarshal: "return c." + lower.Counterpart(method) + "(b)"}
				if method == "MarshalBinary" && appends(r) {
					code.MarshalReuse = "return c.AppendBinary(buf)"
				}
				out.Code = append(out.Code, code)
			}
			return out, nil
		},
	}
}

// appends reports whether a root has AppendBinary, which writes what MarshalBinary returns: see [encoding.BinaryAppender].
func appends(r *lower.Root) bool {
	if r.Node == nil {
		return false
	}
	n, ok := r.Node.Src.(*model.Named)
	return ok && n.Methods.Append
}

func of(t model.Type, method string) bool {
	n, ok := t.(*model.Named)
	return ok && lower.Method(n, method) != ""
}
