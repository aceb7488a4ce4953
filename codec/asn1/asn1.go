// Package asn1 describes encoding/asn1.
package asn1

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Codec encodes the user's own types, or mirrors of unsupported types, with encoding/asn1.
var Codec = &codec.Codec{
	Name: "asn1",
	Doc:  "https://pkg.go.dev/encoding/asn1",
	Variants: []*codec.Variant{{
		Wire: "ASN.1 DER", Caps: caps, Generate: generate,
		Note: "integers other than int, int32 and int64 travel as one of these, floats as their bits, maps as lists of pairs",
	}},
}

// caps returns the capabilities of the library, which decodes no integers but int, int32 and int64. Its times are in seconds, which would
// lose the rest.
func caps(string) lower.Caps {
	scalars := map[model.Kind]model.Kind{model.Uint: model.Int64, model.Uintptr: model.Int64, model.Uint32: model.Int64, model.Uint64: model.Int64}
	for _, k := range []model.Kind{model.Bool, model.Int, model.Int32, model.Int64, model.String} {
		scalars[k] = k
	}
	for _, k := range []model.Kind{model.Int8, model.Int16, model.Uint8, model.Uint16} {
		scalars[k] = model.Int32
	}
	return lower.Caps{Own: true, Refuse: refuse, Scalars: scalars, Bytes: true}
}

// refuse refuses arrays, byte strings of defined types, for which the library panics, lists that it encodes as a set, in another order, and
// structs with unexported fields, which it refuses.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Array:
		return "an array"
	case *model.Slice:
		if _, defined := u.Elem.(*model.Named); defined && model.IsKind(u.Elem, model.Uint8) {
			return "a list of a defined byte type"
		}
		if named && strings.HasSuffix(n.Name, "SET") {
			return "a list whose name ends in SET"
		}
	case *model.Struct:
		for _, f := range u.Fields {
			if slices.Contains(options(f), "set") {
				return "field " + f.Name + ", which is a set"
			}
		}
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports:   codec.StdImports("encoding/asn1"),
		Marshal:   "return baleasn1.Marshal(*c)",
		Unmarshal: "_, err := baleasn1.Unmarshal(b, c)\nreturn err",
	})
	out.ReuseUnless(in.Plan, optional)
	return out, nil
}

// optional reports whether t has a field that may be left out of a message. Decoding then keeps its old value.
func optional(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	return ok && slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return slices.Contains(options(f), "optional") })
}

// options returns the options in the tag of a field.
func options(f *model.Field) []string {
	return strings.Split(reflect.StructTag(f.Tag).Get("asn1"), ",")
}
