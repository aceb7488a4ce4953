// Package likejson is shared by the codecs that, like encoding/json, encode the user's own types as JSON.
package likejson

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Caps returns the capabilities of encoding/json and its replacements.
func Caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: lower.RefuseUnexported, Tags: []string{"json"},
		Custom:  custom,
		Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, NilElems: true,
		Any: true, MemberTag: `json:",omitempty"`, Promotes: promotes, Dynamic: dynamic,
	}
}

// promotes reports whether the fields of an embedded field are encoded among the outer fields.
func promotes(f *schema.Field) bool {
	name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get("json"), ",")
	return name == "" && promotesFields(f.Type)
}

// dynamic reports whether a text is decoded as a t into an empty interface.
func dynamic(t schema.Type) bool {
	switch t := t.(type) {
	case *schema.Basic:
		return t.Kind == schema.Bool || t.Kind == schema.Float64 || t.Kind == schema.String
	case *schema.Slice:
		return isEmptyInterface(t.Elem)
	case *schema.Map:
		return lower.IsString(t.Key) && isEmptyInterface(t.Elem)
	}
	return false
}

func isEmptyInterface(t schema.Type) bool {
	i, ok := t.(*schema.Interface)
	return ok && i.Methods == 0
}

func custom(n *schema.Named) string {
	return lower.Method(n, "MarshalJSON", "MarshalText")
}

// keys reports whether a map's key is a string, an integer, or a type with MarshalText.
func keys(key, _ *lower.Node) bool {
	if n, ok := key.Go.(*schema.Named); ok && n.Methods.Text {
		return true
	}
	b, ok := schema.Underlying(key.Go).(*schema.Basic)
	return ok && (b.Kind == schema.String || b.Kind.Signed() || b.Kind.Unsigned())
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
func Each(in *codec.Input, c codec.Code, keeps ...func(schema.Type) bool) *codec.Output {
	out := codec.SameForAll(in, c)
	Trim(in, out, keeps...)
	return out
}

// Trim removes the reuse from the code of roots for which decoding would keep parts of the old value: see [Each].
func Trim(in *codec.Input, out *codec.Output, keeps ...func(schema.Type) bool) {
	for i := range out.Code {
		trim(in.Plan, i, &out.Code[i], keeps...)
	}
}

func trim(p *lower.Plan, root int, c *codec.Code, keeps ...func(schema.Type) bool) {
	for _, is := range append(keeps, lower.KeepsOldValue, embedsPointer) {
		if p.Reaches(root, is) {
			c.UnmarshalReuse, c.UnmarshalAliasReuse = "", ""
		}
	}
}

// embedsPointer reports whether t embeds a pointer. The fields of a nil pointer are not in the text.
func embedsPointer(t schema.Type) bool {
	s, ok := schema.Underlying(t).(*schema.Struct)
	return ok && slices.ContainsFunc(s.Fields, func(f *schema.Field) bool {
		_, pointer := f.Type.(*schema.Pointer)
		return f.Embedded && pointer
	})
}
