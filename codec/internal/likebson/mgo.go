package likebson

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// MgoCaps returns the capabilities of mgo.
func MgoCaps() lower.Caps {
	caps := base()
	caps.Refuse, caps.Custom, caps.Maps, caps.Pointee = refuseMgo, customMgo, keysMgo, pointeeMgo
	return caps
}

func customMgo(n *model.Named) string { return lower.Method(n, "GetBSON") }

func keysMgo(key, _ *lower.Node) bool { return model.IsKind(key.Go, model.String) }

// refuseMgo refuses arrays of a defined byte type, for which mgo panics.
func refuseMgo(t model.Type, in *lower.Package) string {
	if a, ok := model.Underlying(t).(*model.Array); ok {
		if _, named := a.Elem.(*model.Named); named && model.IsKind(a.Elem, model.Uint8) {
			return "an array of a defined byte type"
		}
	}
	return refuse("omitempty", "minsize", "inline")(t, in)
}

// pointeeMgo reports whether mgo can decode into a pointer to t. It panics for arrays, except byte arrays.
func pointeeMgo(t model.Type) bool {
	a, ok := model.Underlying(t).(*model.Array)
	return !ok || model.IsKind(a.Elem, model.Uint8)
}

// Mgo returns a codec.Variant.Generate with the calls of mgo's package bson at path. The library clears a struct before decoding into
// it, so a used value does not affect the result. Decoded byte slices share memory with the input.
func Mgo(path string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		for i := range in.Plan.Roots {
			decode := "return balebson.Unmarshal(b, c)"
			c := codec.Code{Imports: codec.StdImports(path), Marshal: "return balebson.Marshal(c)", Unmarshal: decode, UnmarshalReuse: decode}
			if in.Plan.Reaches(i, model.IsBytes) {
				c.ShareMemory()
			}
			out.Code = append(out.Code, c)
		}
		return out, nil
	}
}
