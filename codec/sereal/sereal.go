// Package sereal describes github.com/Sereal/Sereal/Go/sereal.
package sereal

import (
	"reflect"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const path = "github.com/Sereal/Sereal/Go/sereal"

// Codec encodes the user's own types with Sereal. There is no variant for version 1 of the format, because messages of its encoder can
// rarely be decoded.
var Codec = &codec.Codec{
	Name: "sereal", Module: "github.com/Sereal/Sereal",
	Doc:      "https://pkg.go.dev/" + path,
	Packages: []string{path},
	Variants: []*codec.Variant{variant("v2", "NewEncoderV2"), variant("v3", "NewEncoderV3")},
}

// variant returns the variant for a version of the format. Its code has no reuse in encoding: an Encoder keeps the names of fields, and no buffer.
func variant(name, encoder string) *codec.Variant {
	return &codec.Variant{
		Name: name, Wire: "Sereal " + name, Doc: "https://pkg.go.dev/" + path + "#" + encoder,
		Note: "fields are written in the order of a Go map, so the bytes differ from call to call",
		Caps: caps,
		Generate: func(in *codec.Input) (*codec.Output, error) {
			out := codec.SameForAll(in, codec.Code{
				Imports:   codec.StdImports(path),
				State:     "encoder *balesereal.Encoder\ndecoder *balesereal.Decoder",
				Setup:     "a.encoder, a.decoder = balesereal." + encoder + "(), balesereal.NewDecoder()",
				Marshal:   "return a.encoder.Marshal(c)",
				Unmarshal: "return a.decoder.Unmarshal(b, c)",
			})
			for i := range out.Code {
				if !in.Plan.Reaches(i, keepsOld) {
					out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal
				}
			}
			return out, nil
		},
	}
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"sereal"},
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64, model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, Pointee: pointee, NilElems: true, Any: true,
	}
}

func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	b, basic := model.Underlying(t).(*model.Basic)
	switch {
	case named && n.Methods.Binary: // a method of the pointer is not called to marshal, but it is called to unmarshal
		return "has MarshalBinary"
	case named && basic && b.Kind.Unsigned():
		return "a defined unsigned type, which panics"
	case named && n.Package == "encoding/json" && n.Name == "Number":
		return "a json.Number, which is encoded as a number"
	}
	if s, ok := model.Underlying(t).(*model.Struct); ok {
		return refuseFields(s, in)
	}
	return ""
}

func refuseFields(s *model.Struct, in *lower.Package) string {
	keys := map[string]bool{}
	for _, f := range s.Fields {
		key := reflect.StructTag(f.Tag).Get("sereal")
		_, clock := f.Type.(*model.Time)
		if key == "" {
			key = f.Name
		}
		switch {
		case f.Embedded && clock:
			return "an embedded time, whose promoted method marshals the struct"
		case key != "-" && keys[key]:
			return "two fields with the key " + key
		}
		keys[key] = true
	}
	return lower.RefuseUnexported(s, in)
}

// keys reports whether a map's key is string: the library does not support defined string types.
func keys(key, _ *lower.Node) bool {
	b, ok := key.Go.(*model.Basic)
	return ok && b.Kind == model.String
}

// pointee reports whether a pointer to t is supported: the library decodes only structs into pointers.
func pointee(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Struct, *model.Time:
		return true
	}
	return false
}

// keepsOld reports whether decoding can keep parts of the old value: the library does not change the length of a slice.
func keepsOld(t model.Type) bool {
	_, slice := model.Underlying(t).(*model.Slice)
	return slice || lower.KeepsOldValue(t)
}
