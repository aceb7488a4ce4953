// Package gotoml describes github.com/pelletier/go-toml.
package gotoml

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/pelletier/go-toml/v2"

// Codec encodes the user's own types with pelletier's go-toml.
var Codec = &codec.Codec{
	Name: "go-toml", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
	Variants: []*codec.Variant{{
		Wire: "TOML", Caps: caps, Generate: generate,
		Note: "unsigned integers travel as int64; a []byte is a list of integers; a nil list comes back empty",
	}},
}

// caps returns the capabilities of the library. A document is a table. An integer is an int64, and a nil pointer in a list or a map is
// written as a zero value.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresTagged("toml"), Custom: custom,
		Scalars: lower.With(lower.All(), schema.Uint, schema.Int64, schema.Uint64, schema.Int64, schema.Uintptr, schema.Int64,
			schema.Complex64, 0, schema.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Elem: elem, Maps: maps, Pointers: true, Pointee: pointee,
		Root: true, RootType: rootType, Any: true, MemberTag: `toml:",omitempty"`,
	}
}

// custom returns MarshalText. For a type of kind string, the decoder does not call UnmarshalText, and the encoder calls MarshalText only
// if it has a pointer receiver.
func custom(n *schema.Named) string {
	if schema.IsKind(n, schema.String) {
		return ""
	}
	return lower.Method(n, "MarshalText")
}

// refuse refuses lists of pointers, string types whose methods are not called in pairs, and field names that the decoder confuses.
func refuse(t schema.Type, in *lower.Package) string {
	if list := schema.ListElem(t); list != nil && isPointer(list) {
		return "a list of pointers"
	}
	if n, ok := t.(*schema.Named); ok && schema.IsKind(t, schema.String) && n.Methods.Text && !slices.Contains(n.Methods.Value, "MarshalText") {
		return "a string type whose MarshalText is called, but not its UnmarshalText"
	}
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		names := map[string]bool{}
		for _, f := range s.Fields {
			name := strings.ToLower(nameOf(f))
			if names[name] {
				return "two fields " + name
			}
			names[name] = true
		}
	}
	return lower.RefuseUnexported(t, in)
}

// nameOf returns the key of a field.
func nameOf(f *schema.Field) string {
	if name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get("toml"), ","); name != "" {
		return name
	}
	return f.Name
}

func isPointer(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Pointer)
	return ok
}

func elem(n *lower.Node) bool { return !isPointer(n.Go) }

func pointee(t schema.Type) bool { return !isPointer(t) }

// maps reports whether the library supports maps with this key and element. A key is a string, an integer, or a type with MarshalText.
func maps(key, elem *lower.Node) bool {
	n, named := key.Go.(*schema.Named)
	b, ok := schema.Underlying(key.Go).(*schema.Basic)
	return !isPointer(elem.Go) && (named && custom(n) != "" || ok && (b.Kind == schema.String || b.Kind.Signed() || b.Kind.Unsigned()))
}

func rootType(n *schema.Named) bool {
	_, ok := n.Underlying.(*schema.Map)
	return ok && custom(n) == ""
}

func generate(in *codec.Input) (*codec.Output, error) {
	return codec.SameForAll(in, codec.Code{
		Imports: append(codec.StdImports("bytes"), codec.Import{Name: "baletoml", Path: module}),
		State:   "out balebytes.Buffer\nencoder *baletoml.Encoder",
		Setup:   "a.encoder = baletoml.NewEncoder(&a.out)",
		Marshal: "return baletoml.Marshal(c)",
		MarshalReuse: `a.out.Reset()
			err := a.encoder.Encode(c)
			return a.out.Bytes(), err`,
		Unmarshal: "return baletoml.Unmarshal(b, c)",
	}), nil
}
