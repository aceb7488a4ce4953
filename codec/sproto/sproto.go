// Package sproto describes github.com/xjdrew/gosproto.
package sproto

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/xjdrew/gosproto"
	doc    = "https://pkg.go.dev/" + module
	note   = "stands for szyhf/go-sproto too, whose codec files are the same and which cannot be had"
)

// Codec encodes tagged mirrors, or the user's own types if they have all tags, with gosproto.
var Codec = &codec.Codec{
	Name: "sproto", Module: module, Doc: doc,
	Variants: []*codec.Variant{
		{Wire: "sproto", Numbered: true, Note: note, Caps: caps, Generate: generate("Encode", "_, err := balegosproto.Decode(b, c)\nreturn err")},
		{Name: "packed", Wire: "sproto packed", Numbered: true, Doc: doc + "#EncodePacked", Note: note, Caps: caps,
			Generate: generate("EncodePacked", "return balegosproto.DecodePacked(b, c)")},
	},
}

// caps returns the capabilities of the library. Unsigned integers are carried as int64, because decoding an unsigned integer panics. If
// all numbers of a list of int64 fit in 32 bits, negative ones are decoded as unsigned. Wrapping each number in a message would prevent
// that, but the list would no longer be sproto's array of integers.
func caps(string) lower.Caps {
	scalars := map[model.Kind]model.Kind{}
	for _, k := range []model.Kind{model.Bool, model.Int, model.Int8, model.Int16, model.Int32, model.Int64, model.String} {
		scalars[k] = k
	}
	for _, k := range []model.Kind{model.Uint8, model.Uint16, model.Uint32, model.Uint64, model.Uint, model.Uintptr} {
		scalars[k] = model.Int64
	}
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: scalars, Bytes: true,
		Elem: func(n *lower.Node) bool { return form(&model.Slice{Elem: n.Go}) != "" },
		Refs: true, ElemRefs: true, Pointers: true, Root: true,
		Pointee: func(t model.Type) bool { return form(&model.Pointer{Elem: t}) != "" },
		Tag: func(f *lower.Field, i int) string {
			word, list := strings.CutSuffix(form(f.Node.Go), array)
			if list {
				return fmt.Sprintf(`sproto:"%s,%d%s"`, word, i, array)
			}
			return fmt.Sprintf(`sproto:"%s,%d"`, word, i)
		},
	}
}

// array is the end of the form, and of the tag, of a list.
const array = ",array"

// form returns the tag of a field of type t without the number, such as "integer,array", or "" if the library does not support t or
// panics.
func form(t model.Type) string {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		switch {
		case u.Kind == model.Bool:
			return "boolean"
		case u.Kind == model.String:
			return "string"
		case u.Kind.Signed():
			return "integer"
		}
	case *model.Pointer:
		if _, ok := model.Underlying(u.Elem).(*model.Struct); ok {
			return "struct"
		}
		return basic(u.Elem)
	case *model.Slice:
		if model.IsKind(u.Elem, model.Uint8) && !named(u.Elem) {
			return "string"
		}
		if p, ok := u.Elem.(*model.Pointer); ok && form(p) == "struct" {
			return "struct" + array
		}
		if word := basic(u.Elem); word != "" {
			return word + array
		}
	}
	return ""
}

// basic returns the form of a pointer's target or a list's element. Of defined types, only integers are supported there.
func basic(t model.Type) string {
	if _, ok := model.Underlying(t).(*model.Basic); !ok { // also a pointer that points to its own type
		return ""
	}
	word := form(t)
	if named(t) && word != "integer" {
		return ""
	}
	return word
}

func named(t model.Type) bool {
	_, ok := t.(*model.Named)
	return ok
}

// refuse refuses structs with a field without a tag, which the library silently omits, and unsupported lists.
func refuse(t model.Type, _ *lower.Package) string {
	switch u := model.Underlying(t).(type) {
	case *model.Slice, *model.Array:
		if form(t) == "" {
			return "a list of unsupported elements"
		}
	case *model.Struct:
		for _, f := range u.Fields {
			word, list := strings.CutSuffix(form(f.Type), array)
			parts := strings.Split(reflect.StructTag(f.Tag).Get("sproto"), ",")
			if !f.Exported || word == "" || parts[0] != word || slices.Contains(parts, "array") != list {
				return "no matching tag on " + f.Name
			}
		}
	}
	return ""
}

func generate(encode, decode string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		return codec.SameForAll(in, codec.Code{
			Imports: codec.StdImports(module),
			Marshal: "return balegosproto." + encode + "(c)",
			// Decoding clears the destination first.
			Unmarshal: decode, UnmarshalReuse: decode,
		}), nil
	}
}
