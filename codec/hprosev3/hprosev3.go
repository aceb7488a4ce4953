// Package hprosev3 describes github.com/hprose/hprose-golang/v3.
package hprosev3

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/likehprose"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/hprose/hprose-golang/v3"
	path   = module + "/io"
)

// Codec encodes the user's own types with version 3 of Hprose for Go.
var Codec = &codec.Codec{
	Name: "hprose-v3", Module: module,
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "Hprose", Caps: caps, Generate: generate, Note: likehprose.ZoneNote,
	}},
}

func caps(string) lower.Caps {
	caps := likehprose.Caps()
	caps.Refuse, caps.Custom, caps.Maps, caps.Pointee, caps.Arrays = refuse, nil, maps, pointee, true
	caps.Scalars = lower.With(caps.Scalars, model.Complex64, 0, model.Complex128, 0) // encoded as a list, which is not decoded
	return caps
}

func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && slices.Contains(n.Methods.Names, "Error") {
		return "an error, of which only the text is encoded"
	}
	if _, ok := model.Underlying(t).(*model.Array); ok && isPointer(t) {
		return "an array of one pointer, which the library treats as that pointer"
	}
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return ""
	}
	aliases := map[string]bool{}
	for _, f := range s.Fields {
		alias := aliasOf(f)
		if _, isStruct := model.Underlying(f.Type).(*model.Struct); f.Embedded && isStruct {
			return "embedded " + f.Name + ", whose fields are sought at the beginning of the outer struct"
		}
		if alias != "-" && aliases[alias] {
			return "two fields " + alias
		}
		aliases[alias] = true
	}
	return likehprose.Refuse(t, in)
}

// isPointer reports whether an interface stores a t directly as a pointer.
func isPointer(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Pointer, *model.Map:
		return true
	case *model.Array:
		return u.Len == 1 && isPointer(u.Elem)
	case *model.Struct:
		return len(u.Fields) == 1 && isPointer(u.Fields[0].Type)
	}
	return false
}

// aliasOf returns the name of a field in a message: that in a tag, or its Go name with a lower-case first letter.
func aliasOf(f *model.Field) string {
	for _, key := range []string{"hprose", "json"} {
		name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get(key), ",")
		if name = strings.TrimSpace(name); name != "" {
			return name
		}
	}
	return strings.ToLower(f.Name[:1]) + f.Name[1:]
}

// maps reports whether the library supports maps with this key and element. It decodes all entries into the same memory, so pointers
// and slices in them would be shared.
func maps(key, elem *lower.Node) bool {
	return !model.Inline(key.Go, refers) && !model.Inline(elem.Go, refers)
}

func refers(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Pointer:
		return true
	case *model.Slice:
		return !model.IsKind(u.Elem, model.Uint8)
	}
	return false
}

// pointee reports whether a pointer to t is supported. A uint32 is decoded into the memory of its pointer.
func pointee(t model.Type) bool { return !model.IsKind(t, model.Uint32) }

// generate generates code that encodes a value in its setup. The library builds its tables for a type when it is first encoded, and
// other goroutines could use them before they are complete.
var generate = codec.Calls(codec.Code{
	Imports: []codec.Import{{Name: "balehprose", Path: path}},
	State:   "encoder *balehprose.Encoder\ndecoder *balehprose.Decoder",
	Setup: `a.encoder, a.decoder = balehprose.NewEncoder(nil), balehprose.NewDecoder(nil)
			a.encoder.Encode(new($C))`,
	Marshal: "return balehprose.Marshal(c)",
	MarshalReuse: `err := a.encoder.ResetBuffer().Reset().Encode(c)
			return a.encoder.Buffer(), err`,
	Unmarshal: "return balehprose.Unmarshal(b, c)",
	UnmarshalReuse: `a.decoder.ResetBuffer().Reset().ResetBytes(b).Decode(c)
			return a.decoder.Error`,
})
