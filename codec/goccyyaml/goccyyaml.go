// Package goccyyaml describes github.com/goccy/go-yaml.
package goccyyaml

import (
	"cmp"
	"reflect"

	"bale/codec"
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/goccy/go-yaml"

// Codec encodes the user's own types with goccy's go-yaml.
var Codec = &codec.Codec{
	Name: "goccy-yaml", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
	Variants: []*codec.Variant{{
		Wire: "YAML", Caps: caps, Generate: generate,
		Note: "a []byte is a list of integers; a nil list or map comes back empty",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: ignores, Custom: custom, ByValue: true,
		Scalars: lower.With(lower.All(), schema.Uintptr, schema.Uint64, schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, Pointee: pointee, NilElems: true,
		Any: true, MemberTag: `yaml:",omitempty"`,
	}
}

func custom(n *schema.Named) string { return lower.Method(n, "MarshalYAML", "MarshalText") }

// tagOf returns the part of a field's tag that the library reads.
func tagOf(f *schema.Field) string {
	tag := reflect.StructTag(f.Tag)
	return cmp.Or(tag.Get("yaml"), tag.Get("json"))
}

func ignores(f *schema.Field) bool { return !f.Exported || tagOf(f) == "-" }

func refuse(t schema.Type, in *lower.Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		parse := func(f *schema.Field) (string, []string) { return tagkeys.Split(f, tagOf(f)) }
		if reason := tagkeys.Conflict(s, parse, "omitempty", "omitzero", "flow", "inline"); reason != "" {
			return reason
		}
	}
	return lower.RefuseUnexported(t, in)
}

// keys reports whether a map's key is a scalar. Others are written as texts of package fmt.
func keys(key, _ *lower.Node) bool {
	n, ok := key.Go.(*schema.Named)
	_, basic := schema.Underlying(key.Go).(*schema.Basic)
	return basic || ok && custom(n) != ""
}

// pointee reports whether a pointer to t is supported: the library does not decode into a pointer to a pointer.
func pointee(t schema.Type) bool {
	_, pointer := schema.Underlying(t).(*schema.Pointer)
	return !pointer
}

// generate returns code that puts an outermost pointer into a struct.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports:   []codec.Import{{Name: "baleyaml", Path: module}},
		Marshal:   "return baleyaml.Marshal(c)",
		Unmarshal: "return baleyaml.Unmarshal(b, c)",
	})
	for i, r := range in.Plan.Roots {
		if c := &out.Code[i]; !pointee(r.Node.Go) {
			c.Marshal = "return baleyaml.Marshal(struct{ V $C }{*c})"
			c.Unmarshal = "var root struct{ V $C }\nerr := baleyaml.Unmarshal(b, &root)\n*c = root.V\nreturn err"
		}
	}
	return out, nil
}
