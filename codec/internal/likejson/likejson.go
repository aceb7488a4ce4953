// Package likejson is shared by the codecs that, like encoding/json, encode the user's own types as JSON.
package likejson

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of encoding/json and its replacements.
func Caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: lower.RefuseUnexported, Tags: []string{"json"},
		Custom:  custom,
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, NilElems: true,
		Any: true, MemberTag: `json:",omitempty"`, Promotes: promotes, Dynamic: dynamic,
	}
}

// promotes reports whether the fields of an embedded field are encoded among the outer fields.
func promotes(f *model.Field) bool {
	return f.JSONTag().Name == "" && promotesFields(f.Type)
}

// dynamic reports whether a text is decoded as a t into an empty interface.
func dynamic(t model.Type) bool {
	switch t := t.(type) {
	case *model.Basic:
		return t.Kind == model.Bool || t.Kind == model.Float64 || t.Kind == model.String
	case *model.Slice:
		return isEmptyInterface(t.Elem)
	case *model.Map:
		return lower.IsString(t.Key) && isEmptyInterface(t.Elem)
	}
	return false
}

func isEmptyInterface(t model.Type) bool {
	i, ok := t.(*model.Interface)
	return ok && i.Methods == 0
}

func custom(n *model.Named) string {
	return lower.Method(n, "MarshalJSON", "MarshalText")
}

// keys reports whether a map's key is a string, an integer, or a type with MarshalText.
func keys(key, _ *lower.Node) bool {
	if n, ok := key.Go.(*model.Named); ok && n.Methods.Text {
		return true
	}
	b, ok := model.Underlying(key.Go).(*model.Basic)
	return ok && (b.Kind == model.String || b.Kind.Signed() || b.Kind.Unsigned())
}

// Std returns the code that encodes and decodes what the expression pointer refers to with encoding/json.
func Std(pointer string) codec.Code {
	decode := "return balejson.Unmarshal(b, " + pointer + ")"
	return codec.Code{
		Imports: codec.StdImports("bytes", "encoding/json"),
		State:   "buf balebytes.Buffer\nencoder *balejson.Encoder",
		Setup:   "a.encoder = balejson.NewEncoder(&a.buf)",
		Marshal: "return balejson.Marshal(" + pointer + ")",
		MarshalReuse: "a.buf.Reset()\nerr := a.encoder.Encode(" + pointer + `)
			return a.buf.Bytes(), err`,
		Unmarshal:      decode,
		UnmarshalReuse: decode,
	}
}

// Each returns the same code for every root, without reuse for roots for which decoding would keep parts of the old value: omitted
// fields, and types that keeps reports as unchanged by a null.
func Each(in *codec.Input, c codec.Code, keeps ...func(model.Type) bool) *codec.Output {
	out := codec.SameForAll(in, c)
	Trim(in, out, keeps...)
	return out
}

// Trim removes the reuse from the code of roots for which decoding would keep parts of the old value: see [Each].
func Trim(in *codec.Input, out *codec.Output, keeps ...func(model.Type) bool) {
	for i := range out.Code {
		trim(in.Plan, i, &out.Code[i], keeps...)
	}
}

func trim(p *lower.Plan, root int, c *codec.Code, keeps ...func(model.Type) bool) {
	for _, is := range append(keeps, lower.KeepsOldValue, embedsPointer) {
		if p.Reaches(root, is) {
			c.UnmarshalReuse, c.UnmarshalAliasReuse = "", ""
		}
	}
}

// embedsPointer reports whether t embeds a pointer. The fields of a nil pointer are not in the text.
func embedsPointer(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	return ok && slices.ContainsFunc(s.Fields, func(f *model.Field) bool {
		_, pointer := f.Type.(*model.Pointer)
		return f.Embedded && pointer
	})
}
