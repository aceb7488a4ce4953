// Package amino describes github.com/tendermint/go-amino.
package amino

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/tendermint/go-amino"
	unsafe = "unsafe" // in the tag of floats
)

// Codec encodes the user's own types with go-amino.
var Codec = &codec.Codec{
	Name: "amino", Module: module,
	Variants: []*codec.Variant{{
		Wire: "Amino", Caps: caps, Generate: generate,
		Note: `floats in mirrors have the tag amino:"unsafe", which the library requires; times are limited to the years 1 to 9999`,
	}},
}

// caps returns the capabilities of the library. It omits zero values, so it decodes a pointer to a zero value of most types as nil.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Custom: custom, Tags: []string{"json"},
		Scalars: lower.With(lower.Widen(), model.Int, model.Int, model.Uint, model.Uint),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true,
		Pointers: true, Pointee: pointee, NilElems: true, Root: true, Tag: tag,
	}
}

func custom(n *model.Named) string { return lower.Method(n, "MarshalAmino") }

// refuse refuses defined byte types, since decoding a list of them panics, floats without the tag, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	if model.IsKind(t, model.Uint8) && !model.IsByte(t) {
		return "a defined byte type"
	}
	if s, ok := model.Underlying(t).(*model.Struct); ok {
		for _, f := range s.Fields {
			options := strings.Split(reflect.StructTag(f.Tag).Get("amino"), ",")
			if isFloat(f.Type) && !slices.Contains(options, unsafe) {
				return "the float " + f.Name + " without the tag amino:\"unsafe\""
			}
		}
	}
	return lower.RefuseUnexported(t, in)
}

// isFloat reports whether a field of type t needs the tag: it holds floats, and no structs around them.
func isFloat(t model.Type) bool {
	for seen := map[model.Type]bool{}; !seen[t]; { // a list can contain itself
		seen[t] = true
		if p, ok := model.Underlying(t).(*model.Pointer); ok {
			t = p.Elem
		} else if elem := model.ListElem(t); elem != nil {
			t = elem
		}
	}
	return model.IsKind(t, model.Float32) || model.IsKind(t, model.Float64)
}

// pointee reports whether a pointer to t stays set if it points to a zero value. A nil pointer to a time is decoded as 1970.
func pointee(t model.Type) bool {
	_, isStruct := model.Underlying(t).(*model.Struct)
	return isStruct || model.IsKind(t, model.Bool)
}

func tag(f *lower.Field, _ int) string {
	if isFloat(f.Node.Go) {
		return `amino:"` + unsafe + `"`
	}
	return ""
}

// generate returns code without reuse in encoding. The library's functions for an io.Writer first encode into a new buffer, and write the length of
// the message, too.
var generate = codec.Calls(codec.Code{
	Imports:   []codec.Import{{Name: "baleamino", Path: module}},
	Decls:     "var $Acodec = baleamino.NewCodec()",
	Marshal:   "return $Acodec.MarshalBinaryBare(c)",
	Unmarshal: "return $Acodec.UnmarshalBinaryBare(b, c)",
	// Decoding sets the fields that are not in the message to their zero values.
	UnmarshalReuse: "return $Acodec.UnmarshalBinaryBare(b, c)",
})
