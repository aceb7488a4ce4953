// Package cbor describes github.com/fxamacker/cbor.
package cbor

import (
	"fmt"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/fxamacker/cbor/v2"
	small  = "https://github.com/fxamacker/cbor/blob/v2.10.0/README.md#smaller-encodings-with-struct-tag-options"
	note   = "TimeRFC3339Nano, since the default is whole seconds; limits raised: MaxArrayElements and MaxMapPairs (from 131,072) " +
		"and MaxNestedLevels (from 32); a map in an interface is a map[string]any by DefaultMapType"
)

// Codec is fxamacker's CBOR.
var Codec = &codec.Codec{
	Name: "cbor", Module: module,
	Variants: []*codec.Variant{
		{Name: "map", Wire: "CBOR", Note: note, Caps: caps, Generate: generate},
		{Name: "keyasint", Wire: "CBOR", Doc: small, Caps: keyasint, Generate: generate,
			Note: "field names are integers, by the tags of mirrors; " + note},
		{Name: "toarray", Wire: "CBOR", Doc: small, Caps: toarray, Generate: generate,
			Note: "structs are arrays, by a tag of mirrors; " + note},
	},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"cbor", "json"}, Custom: custom,
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64, model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Any: true, MemberTag: `cbor:",omitempty"`,
	}
}

func keyasint(string) lower.Caps {
	c := caps("")
	c.Refuse = refuseStructs
	c.Tag = func(_ *lower.Field, i int) string { return fmt.Sprintf(`cbor:"%d,keyasint"`, i+1) }
	return c
}

func toarray(string) lower.Caps {
	c := caps("")
	c.Refuse = refuseStructs
	c.MemberTag, c.BlankField = "", "_ struct{} `cbor:\",toarray\"`"
	return c
}

// custom returns the marshal method of a type. Big integers are built in.
func custom(n *model.Named) string {
	if n.Package == "math/big" && n.Name == "Int" {
		return lower.BuiltIn
	}
	return lower.Method(n, "MarshalCBOR", "MarshalBinary")
}

func refuse(t model.Type, in *lower.Package) string {
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

func refuseStructs(t model.Type, _ *lower.Package) string {
	if _, ok := model.Underlying(t).(*model.Struct); ok {
		return "a struct without the tags"
	}
	return ""
}

func generate(in *codec.Input) (*codec.Output, error) {
	more := ""
	if in.Strict {
		more = "ExtraReturnErrors: balecbor.ExtraDecErrorUnknownField,"
	}
	out := codec.SameForAll(in, codec.Code{
		Imports: append(codec.StdImports("bytes", "math", "reflect"), codec.Import{Name: "balecbor", Path: module}),
		State:   "out balebytes.Buffer\nencMode balecbor.UserBufferEncMode\ndecMode balecbor.DecMode",
		Setup: `var err error
			if a.encMode, err = (balecbor.EncOptions{Time: balecbor.TimeRFC3339Nano}).UserBufferEncMode(); err != nil {
				panic(err)
			}
			a.decMode, err = balecbor.DecOptions{
				MaxArrayElements: balemath.MaxInt32, MaxMapPairs: balemath.MaxInt32, MaxNestedLevels: balemath.MaxUint16,
				DefaultMapType: balereflect.TypeOf(map[string]any(nil)), ` + more + `
			}.DecMode()
			if err != nil {
				panic(err)
			}`,
		Marshal: "return a.encMode.Marshal(c)",
		MarshalReuse: `a.out.Reset()
			err := a.encMode.MarshalToBuffer(c, &a.out)
			return a.out.Bytes(), err`,
		Unmarshal:      "return a.decMode.Unmarshal(b, c)",
		UnmarshalReuse: "return a.decMode.Unmarshal(b, c)",
	})
	for i := range out.Code {
		if in.Plan.Reaches(i, keepsOld) {
			out.Code[i].UnmarshalReuse = ""
		}
	}
	out.Strict = in.Strict
	return out, nil
}

// keepsOld reports whether decoding can leave a destination of type t unchanged. The zero time is encoded as null, which does so.
func keepsOld(t model.Type) bool {
	_, isTime := model.Underlying(t).(*model.Time)
	return isTime || lower.KeepsOldValue(t)
}
