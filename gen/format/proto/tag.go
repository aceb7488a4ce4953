package proto

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// Struct tags such as protobuf:"zigzag32,3,opt,name=id" are those of generated messages. They give a field its number and the encoding of
// its integers: varint, zigzag32, zigzag64, fixed32 or fixed64. A map has two more tags, protobuf_key and protobuf_val.

// tagNumber returns the field number in a field's tag.
func tagNumber(f *model.Field) (n int, ok bool, wrong string) {
	tag, ok := reflect.StructTag(f.Tag).Lookup("protobuf")
	if !ok {
		return 0, false, ""
	}
	for _, part := range strings.Split(tag, ",") {
		if n, err := strconv.Atoi(part); err == nil {
			_, wrong := tagEncoding(f)
			return n, true, wrong
		}
	}
	return 0, false, "the tag protobuf:\"" + tag + "\" has no number: want one as in protobuf:\"varint,3\", or no tag"
}

// withTag returns the rules of a field, with the encoding that its tag gives to integers. A directive overrides the tag.
func withTag(f *model.Field, r plan.Rules) plan.Rules {
	if !r.IntEncodings() {
		encoding, _ := tagEncoding(f)
		r.Sint, r.Fixed = encoding == "zigzag", encoding == "fixed"
	}
	return r
}

// tagEncoding returns the encoding that a field's tag gives to integers: zigzag, fixed, or "" for another. wrong is the reason why the field
// cannot have the encoding of the tag.
func tagEncoding(f *model.Field) (encoding, wrong string) {
	tag := func(key string) string {
		word, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get(key), ",")
		return word
	}
	if tag("protobuf") == "group" {
		return "", "the tag says group, and groups cannot be encoded: remove the tag, or mark the field `bale:\"skip\"`"
	}
	u, ok := model.Underlying(f.Type).(*model.Map)
	if !ok {
		return integerEncoding(tag("protobuf"), f.Type)
	}
	key, wrong := integerEncoding(tag("protobuf_key"), u.Key)
	elem, also := integerEncoding(tag("protobuf_val"), u.Elem)
	switch {
	case wrong != "" || also != "":
		return "", cmp.Or(wrong, also)
	case key == elem || integer(u.Elem) == nil:
		return key, ""
	case integer(u.Key) == nil:
		return elem, ""
	}
	return "", fmt.Sprintf("the tags say %s for the keys and %s for the values, but integers of a map have one encoding: change one of them, or mark the field `bale:\"skip\"`", tag("protobuf_key"), tag("protobuf_val"))
}

// integerEncoding returns the encoding of a type whose tag has the given first word.
func integerEncoding(word string, t model.Type) (encoding, wrong string) {
	b := integer(t)
	if b == nil {
		return "", ""
	}
	switch k := b.Kind; word {
	case "zigzag32", "zigzag64":
		if !k.Signed() {
			return "", fmt.Sprintf("the tag says %s, but the integers have no sign: change one of them", word)
		}
		return "zigzag", ""
	case "fixed32", "fixed64":
		if word != fmt.Sprint("fixed", k.Bits()) {
			return "", fmt.Sprintf("the tag says %s, but the integers have %d bits: change one of them", word, k.Bits())
		}
		return "fixed", ""
	}
	return "", ""
}

// integer returns the type of the integers in a field of type t, or nil if it has none. It looks into lists and pointers, but not into maps,
// which have two such types.
func integer(t model.Type) *model.Basic {
	for range 100 { // a type such as type T []T contains itself
		switch u := model.Underlying(t).(type) {
		case *model.Slice:
			t = u.Elem
		case *model.Array:
			t = u.Elem
		case *model.Pointer:
			t = u.Elem
		case *model.Basic:
			if (u.Kind.Signed() || u.Kind.Unsigned()) && u.Kind != model.Uint8 { // a list of uint8 is bytes
				return u
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// oneofNote returns a line that lists the oneofs of generated messages in a root, or "" if there are none.
func oneofNote(root *model.Named, home string) string {
	var paths []string
	plan.EachStruct(root, home, func(path string, t model.Type) {
		s := model.Underlying(t).(*model.Struct)
		if s.Proto != nil {
			return
		}
		for _, f := range s.Fields {
			if _, ok := reflect.StructTag(f.Tag).Lookup("protobuf_oneof"); ok {
				paths = append(paths, path+"."+f.Name)
			}
		}
	})
	if len(paths) == 0 {
		return ""
	}
	return root.Name + ": the format proto writes a oneof as a message of its own, which other implementations of protobuf cannot read: " + strings.Join(paths, ", ")
}
