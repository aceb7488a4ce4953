package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/model"
)

// A GogoField is a field of a message for which gogo has generated Marshal and Unmarshal, as its tag and its Go type describe it.
type GogoField struct {
	Number   int
	Proto3   bool // the syntax of the .proto file
	Packed   bool
	Required bool
	InOneof  bool
	Map      bool
	List     bool
	Pointer  bool      // a pointer, or a list or map of pointers
	Key      *GogoPart // of a map
	Elem     *GogoPart // the value, or what a pointer, a list or a map holds
}

// A GogoPart is a value in a GogoField.
type GogoPart struct {
	GogoCoding
	Type   model.Type
	Zigzag bool // a number is encoded with zigzag
	Custom bool // it has the option customtype
}

// GogoCoding says how a value is encoded.
type GogoCoding int

// The codings.
const (
	GogoVarint   GogoCoding = iota
	GogoFixed               // four or eight bytes
	GogoString              // a string
	GogoBytes               // a slice of bytes
	GogoMessage             // a message with generated methods
	GogoMethods             // by the methods Marshal and Unmarshal of the type, which are hand-written
	GogoTime                // a time.Time as google.protobuf.Timestamp
	GogoDuration            // a time.Duration as google.protobuf.Duration
	GogoWrapper             // a scalar as a message such as google.protobuf.Int64Value
)

// NewGogoField returns the description of a field. The type of the field says whether it is repeated, and how a value is encoded unless there
// are several ways, because the tags of types in Kubernetes are not right about that. The description is nil if the field is not a part of the message, and for a oneof. wrong is the reason
// why the field cannot be encoded, or "".
func NewGogoField(f *model.Field) (g *GogoField, wrong string) {
	words := gogoWords(f)
	number := GogoNumber(f)
	if number < 0 {
		return nil, ""
	}
	has := func(word string) bool { return slices.Contains(words[2:], word) }
	g = &GogoField{Number: number, Proto3: has("proto3"), Packed: has("packed"), Required: has("req"), InOneof: has("oneof")}
	t := f.Type
	if n, ok := t.(*model.Named); !ok || !n.Methods.Gogo {
		switch u := model.Underlying(t).(type) {
		case *model.Map:
			g.Map, t = true, u.Elem
			if g.Key, wrong = newGogoPart(u.Key, mapWords(f, "protobuf_key", u.Key)); wrong != "" {
				return nil, wrong
			}
			words = append(mapWords(f, "protobuf_val", u.Elem), words[2:]...)
		case *model.Slice:
			if !model.IsBytes(t) {
				g.List, t = true, u.Elem
			}
		}
	}
	if u, ok := t.(*model.Pointer); ok {
		g.Pointer, t = true, u.Elem
	}
	if g.Elem, wrong = newGogoPart(t, words); wrong != "" {
		return nil, wrong
	}
	return g, ""
}

// GogoNumber returns the number of a field, or -1 if it has none in its tag.
func GogoNumber(f *model.Field) int {
	words := gogoWords(f)
	if len(words) < 2 {
		return -1
	}
	number, err := strconv.Atoi(words[1])
	if err != nil {
		return -1
	}
	return number
}

// gogoWords returns the words of the tag of a field: the wire type, the number, and options.
func gogoWords(f *model.Field) []string {
	return strings.Split(reflect.StructTag(f.Tag).Get("protobuf"), ",")
}

// mapWords returns the words of the tag for the keys or the values of a map. Structs for which gogo has not generated the type, as in
// Kubernetes, have no such tag. Then the words are nil if the type does not determine the encoding.
func mapWords(f *model.Field, key string, t model.Type) []string {
	if text, ok := reflect.StructTag(f.Tag).Lookup(key); ok {
		return strings.Split(text, ",")
	}
	b, ok := model.Underlying(t).(*model.Basic)
	switch {
	case !ok || b.Kind == model.String:
		return []string{"bytes"}
	case b.Kind == model.Bool:
		return []string{"varint"}
	}
	return []string{""}
}

// newGogoPart returns the description of a value with the words of a tag.
func newGogoPart(t model.Type, words []string) (p *GogoPart, wrong string) {
	p = &GogoPart{Type: t}
	n, _ := t.(*model.Named)
	option := func(name string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return w == name || strings.HasPrefix(w, name+"=") })
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic, *model.Slice, *model.Time, *model.Struct, *model.Map, *model.Array:
		switch {
		case option("customtype") && words[0] == "bytes": // for a number, it is as casttype
			p.Custom = true
			return p.byMethods(n)
		case option("stdtime"):
			p.GogoCoding = GogoTime
			return p, ""
		case option("stdduration"):
			p.GogoCoding = GogoDuration
			return p, ""
		case option("wktptr"):
			p.GogoCoding = GogoWrapper
			return p, ""
		}
		b, basic := u.(*model.Basic)
		s, isStruct := u.(*model.Struct)
		switch {
		case basic && b.Kind == model.String:
			p.GogoCoding = GogoString
			return p, ""
		case basic:
			return p.number(b, words[0])
		case isStruct && s.Proto != nil && s.Proto.Gogo != nil && !s.Proto.Gogo.Extensions:
			p.GogoCoding = GogoMessage
			return p, ""
		case model.IsBytes(t) && (n == nil || !n.Methods.Gogo):
			p.GogoCoding = GogoBytes
			return p, ""
		}
		return p.byMethods(n)
	}
	return nil, "the type is not one that gogo generates"
}

// byMethods returns the description of a value that its own methods encode.
func (p *GogoPart) byMethods(n *model.Named) (*GogoPart, string) {
	switch {
	case n != nil && (n.Methods.Gogo || p.Custom && SizesItself(n)):
		p.GogoCoding = GogoMethods
		return p, ""
	case p.Custom:
		return nil, "the type has no methods Size, MarshalTo and Unmarshal"
	}
	return nil, "the type has no methods Marshal and Unmarshal"
}

// SizesItself reports whether a type has the methods that gogo calls for customtype.
func SizesItself(n *model.Named) bool {
	for _, name := range []string{"MarshalTo", "Size", "Unmarshal"} {
		if !slices.Contains(n.Methods.Names, name) {
			return false
		}
	}
	return true
}

// number returns the description of a number. word is the first of the tag.
func (p *GogoPart) number(b *model.Basic, word string) (*GogoPart, string) {
	integer, bits := b.Kind.Signed() || b.Kind.Unsigned(), b.Kind.Bits()
	float := b.Kind == model.Float32 || b.Kind == model.Float64
	switch {
	case word == "" && integer:
		return nil, "it has no tag protobuf_key or protobuf_val, and its integers may be encoded in several ways"
	case float, integer && word == fmt.Sprint("fixed", bits):
		p.GogoCoding = GogoFixed
	case b.Kind.Signed() && word == fmt.Sprint("zigzag", bits):
		p.Zigzag = true
	case b.Kind == model.Complex64 || b.Kind == model.Complex128 || strings.HasPrefix(word, "fixed") || strings.HasPrefix(word, "zigzag"):
		return nil, fmt.Sprintf("the tag says %s, which gogo does not generate for the type", word)
	}
	return p, ""
}

// Wire returns the wire type of a field: that of each value if it is a list.
func (g *GogoField) Wire() int {
	switch {
	case g.Map || g.Elem.GogoCoding != GogoVarint && g.Elem.GogoCoding != GogoFixed:
		return 2
	case g.Elem.GogoCoding == GogoVarint:
		return 0
	case Basic(g.Elem.Type).Bits() == 64:
		return 1
	}
	return 5
}

// KeepsValue reports whether a pointer in a map is never decoded as nil, and keeps its value if the entry has several: pointers to values of
// customtype, and to types of the standard library that are encoded as messages.
func (p *GogoPart) KeepsValue() bool {
	return p.Custom || p.GogoCoding == GogoTime || p.GogoCoding == GogoDuration || p.GogoCoding == GogoWrapper
}

// Of returns t, the type of the field, in which a type that its own methods encode says so.
func (g *GogoField) Of(t model.Type) model.Type {
	elem := g.Elem.ByMethods()
	if g.Pointer {
		elem = &model.Pointer{Elem: elem}
	}
	switch {
	case g.Map:
		return &model.Map{Key: g.Key.Type, Elem: elem}
	case g.List:
		return &model.Slice{Elem: elem}
	case g.Pointer:
		return elem
	case g.Elem.GogoCoding == GogoMethods:
		return elem
	}
	return t
}

// ByMethods returns the type of a part. That of a part that its own methods encode says so.
func (p *GogoPart) ByMethods() model.Type {
	if p.GogoCoding != GogoMethods {
		return p.Type
	}
	n := *p.Type.(*model.Named)
	n.Marshal = model.MarshalByGogo
	return &n
}

// GogoParts returns the types of the fields of a message for which gogo has generated methods, as [GogoField.Of] returns them.
func GogoParts(s *model.Struct) (list []model.Type) {
	for _, f := range s.Fields {
		if IsOneof(f) {
			list = append(list, f.Type)
		} else if g, _ := NewGogoField(f); g != nil {
			list = append(list, g.Of(f.Type))
		}
	}
	return list
}

// IsOneof reports whether a field of a message is a oneof.
func IsOneof(f *model.Field) bool {
	_, ok := reflect.StructTag(f.Tag).Lookup("protobuf_oneof")
	return ok
}
