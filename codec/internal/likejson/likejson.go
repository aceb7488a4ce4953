// Package likejson is what the codecs share that carry what encoding/json does, on the user's own types.
package likejson

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Caps is what encoding/json has, and its replacements with it.
func Caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: lower.RefuseUnexported, Ignores: lower.IgnoresTagged("json"),
		Custom:  custom,
		Scalars: lower.With(lower.All(), schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, NilElems: true,
		Any: true, Absent: `json:",omitempty"`,
	}
}

func custom(n *schema.Named) string {
	return lower.Method(n, "MarshalJSON", "MarshalText")
}

// keys: a map's keys are strings, integers, or types with MarshalText.
func keys(key, _ *lower.Node) bool {
	if n, ok := key.Go.(*schema.Named); ok && n.Methods.Text {
		return true
	}
	b, ok := schema.Underlying(key.Go).(*schema.Basic)
	return ok && (b.Kind == schema.String || b.Kind.Signed() || b.Kind.Unsigned())
}

// Each makes the same code for every root. It takes the reuse out of those in which something of the old
// value would stay: what is not in the text, and types of which keeps says that a null leaves them as they are.
func Each(in *codec.Input, c codec.Code, keeps ...func(schema.Type) bool) *codec.Output {
	out := codec.Each(in, c)
	for i := range out.Code {
		trim(in.Plan, i, &out.Code[i], keeps...)
	}
	return out
}

func trim(p *lower.Plan, root int, c *codec.Code, keeps ...func(schema.Type) bool) {
	for _, is := range append(keeps, lower.Merges, embedsPointer) {
		if p.Reaches(root, is) {
			c.UnmarshalReuse, c.UnmarshalAliasReuse = "", ""
		}
	}
}

// embedsPointer: the fields of a nil pointer that is embedded are not in the text.
func embedsPointer(t schema.Type) bool {
	s, ok := schema.Underlying(t).(*schema.Struct)
	return ok && slices.ContainsFunc(s.Fields, func(f *schema.Field) bool {
		_, pointer := f.Type.(*schema.Pointer)
		return f.Embedded && pointer
	})
}
