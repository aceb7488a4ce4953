// Package kelindarbinary describes github.com/kelindar/binary.
package kelindarbinary

import (
	"reflect"
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/kelindar/binary"

// Codec encodes the user's own types with kelindar's binary.
var Codec = &codec.Codec{
	Name: "kelindar-binary", Module: module,
	Variants: []*codec.Variant{{
		Wire: "kelindar/binary", Caps: caps, Generate: generate,
		Note: "the length of a text that is a map's key has 16 bits; a nil map comes back empty",
	}},
}

// caps returns the capabilities of the library. It builds the code of a type recursively, so a type that contains itself overflows the
// stack.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Custom: custom, Ignores: ignores,
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: maps, Pointers: true, NilElems: true, Flat: true,
	}
}

func custom(n *model.Named) string {
	if slices.Contains(n.Methods.Names, getCodec) {
		return getCodec
	}
	return lower.Method(n, "MarshalBinary")
}

const getCodec = "GetBinaryCodec"

// ignores reports whether a field is neither encoded nor decoded. Unexported fields are encoded, but the decoder does not expect them.
func ignores(f *model.Field) bool {
	return f.Name == "_" || reflect.StructTag(f.Tag).Get("binary") == "-"
}

// refuse refuses lists of bools and bytes of defined types, arrays of pointers, for which the library panics, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		if model.IsKind(u.Elem, model.Bool) && (named(t) || named(u.Elem)) || model.IsKind(u.Elem, model.Uint8) && named(u.Elem) {
			return "a list of a defined type"
		}
	case *model.Array:
		if _, pointer := model.Underlying(u.Elem).(*model.Pointer); pointer {
			return "an array of pointers"
		}
	}
	return lower.RefuseUnexported(t, in)
}

func named(t model.Type) bool {
	_, ok := t.(*model.Named)
	return ok
}

// maps reports whether the library supports maps with this key and element. Keys of the kinds that it encodes with a fixed width come
// back without their defined types. It takes the addresses of array elements, which those in a map do not have.
func maps(key, elem *lower.Node) bool {
	array := func(t model.Type) bool {
		_, ok := model.Underlying(t).(*model.Array)
		return ok
	}
	if model.Inline(key.Go, array) || model.Inline(elem.Go, array) {
		return false
	}
	b, ok := model.Underlying(key.Go).(*model.Basic)
	return lower.MapsWithout(custom)(key, elem) && (!ok || !named(key.Go) || !fixed(b.Kind))
}

func fixed(k model.Kind) bool {
	switch k {
	case model.Int16, model.Int32, model.Int64, model.Uint16, model.Uint32, model.Uint64, model.String:
		return true
	}
	return false
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports:      codec.StdImports("bytes", module),
		State:        "out balebytes.Buffer\nencoder *balebinary.Encoder",
		Setup:        "a.encoder = balebinary.NewEncoder(&a.out)",
		Marshal:      "return balebinary.Marshal(c)",
		MarshalReuse: "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn a.out.Bytes(), err",
		Unmarshal:    "return balebinary.Unmarshal(b, c)",
	})
	for i := range out.Code {
		if !in.Plan.Reaches(i, keepsOld) {
			out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal
		}
	}
	return out, nil
}

// keepsOld reports whether decoding can leave a destination of type t unchanged: an encoded nil or empty value does so.
func keepsOld(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Pointer:
		return true
	}
	return false
}
