// Package shamaton describes github.com/shamaton/msgpack, and github.com/shamaton/msgpackgen, which generates code for it.
package shamaton

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module    = "github.com/shamaton/msgpack/v3"
	generator = "github.com/shamaton/msgpackgen"
)

var packages = []string{module, generator, generator + "/msgpack", generator + "/msgpack/dec", generator + "/msgpack/enc"}

// Codec encodes the user's own types with shamaton's msgpack.
var Codec = &codec.Codec{
	Name: "shamaton", Module: module,
	Packages: packages,
	Variants: []*codec.Variant{
		{Name: "map", Wire: "MessagePack", Doc: "https://pkg.go.dev/" + module + "#MarshalAsMap",
			Caps: caps, Generate: generate("Map")},
		{Name: "array", Wire: "MessagePack", Doc: "https://pkg.go.dev/" + module + "#MarshalAsArray",
			Note: "structs as arrays, without field names", Caps: caps, Generate: generate("Array")},
	},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"msgpack"},
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true, Any: true,
	}
}

func refuse(t model.Type, in *lower.Package) string {
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

// generate returns a codec.Variant.Generate with the calls that encode structs as maps or as arrays. A decoded []byte shares memory
// with the input.
func generate(as string) func(*codec.Input) (*codec.Output, error) {
	decode := "return balev3.UnmarshalAs" + as + "(b, c)"
	return func(in *codec.Input) (*codec.Output, error) {
		out := codec.SameForAll(in, codec.Code{
			Imports: append(codec.StdImports("bytes"), codec.Import{Name: "balev3", Path: module}),
			State:   "out balebytes.Buffer",
			Marshal: "return balev3.MarshalAs" + as + "(c)",
			MarshalReuse: `a.out.Reset()
				err := balev3.MarshalWriteAs` + as + `(&a.out, c)
				return a.out.Bytes(), err`,
			Unmarshal: decode,
		})
		for i := range out.Code {
			c := &out.Code[i]
			if !in.Plan.Reaches(i, keepsOld) {
				c.UnmarshalReuse = decode
			}
			if in.Plan.Reaches(i, model.IsBytes) {
				c.ShareMemory()
			}
		}
		return out, nil
	}
}

// keepsOld reports whether decoding can leave a destination of type t unchanged: an encoded nil does so.
func keepsOld(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Pointer:
		return true
	}
	return lower.KeepsOldValue(t)
}
