package cbor

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"bale/gen/plan"
	"bale/model"
)

// tagOf parses the tag of a field as fxamacker/cbor does: that with the key cbor, else that with the key json.
func tagOf(f *model.Field) plan.Tag {
	key := "cbor"
	text := reflect.StructTag(f.Tag).Get(key)
	if text == "" {
		key = "json"
		text = reflect.StructTag(f.Tag).Get(key)
	}
	words := strings.Split(text, ",")
	tag := plan.Tag{Name: words[0], Skip: text == "-", Fault: cmp.Or(model.TagFault(f.Tag, "cbor", "name"), model.TagFault(f.Tag, "json", "name"))}
	if !utf8.ValidString(tag.Name) {
		tag.Fault = "the name is not UTF-8: write another"
	}
	for _, option := range words[1:] {
		switch {
		case option == "omitempty" || option == "omitzero":
			tag.Omit = true
		case option == "keyasint":
			tag.Integer = true
		case option == "" || key == "json": // fxamacker/cbor ignores the options for JSON alone, such as string and inline
		case option == "toarray":
			tag.Fault = "the option toarray is for the blank field of the struct: write _ struct{} `cbor:\",toarray\"`"
		default:
			tag.Fault = "unknown option " + strconv.Quote(option) + " in a tag of fxamacker/cbor: the cbor format has omitempty, omitzero and keyasint"
		}
	}
	if tag.Integer && !(f.Embedded && tag.Name == "") {
		x, err := strconv.ParseInt(tag.Name, 10, 64)
		if tag.Name = strconv.FormatInt(x, 10); err != nil {
			tag.Fault = "the option keyasint needs an integer as the name: write it as in `cbor:\"1,keyasint\"`"
		}
	}
	return tag
}

// Skips reports whether a field is not encoded.
func Skips(f *model.Field) bool { return tagOf(f).Skip }
