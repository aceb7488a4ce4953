// Package tagkeys is shared by the codecs whose serializers name a field by a key in its tag, or else by its name in lower case, as BSON
// and YAML libraries do.
package tagkeys

import (
	"reflect"
	"slices"
	"strings"

	"bale/model"
)

// A Parser returns the key and the flags of a field.
type Parser func(f *model.Field) (key string, flags []string)

// Parse returns the Parser of a library that treats a tag without any key as the value of its key name.
func Parse(name string) Parser {
	return func(f *model.Field) (string, []string) {
		tag := reflect.StructTag(f.Tag).Get(name)
		if tag == "" && !strings.Contains(f.Tag, ":") {
			tag = f.Tag
		}
		return Split(f, tag)
	}
}

// Split returns the key and the flags of a field with this value in its tag.
func Split(f *model.Field, tag string) (key string, flags []string) {
	key, rest, _ := strings.Cut(tag, ",")
	if key == "" {
		key = strings.ToLower(f.Name)
	}
	if rest != "" {
		flags = strings.Split(rest, ",")
	}
	return key, flags
}

// Conflict returns the reason why the fields of s do not all have different keys and only the given flags, or "".
func Conflict(s *model.Struct, parse Parser, flags ...string) string {
	return conflict(s, parse, flags, map[string]bool{})
}

func conflict(s *model.Struct, parse Parser, flags []string, keys map[string]bool) string {
	for _, f := range s.Fields {
		key, has := parse(f)
		for _, flag := range has {
			if !slices.Contains(flags, flag) {
				return "the flag " + flag + " of field " + f.Name
			}
		}
		inner, isStruct := model.Underlying(f.Type).(*model.Struct)
		switch {
		case slices.Contains(has, "inline") && isStruct:
			if reason := conflict(inner, parse, flags, keys); reason != "" {
				return reason
			}
		case slices.Contains(has, "inline"):
			return "field " + f.Name + ", which is inlined but not a struct"
		case key != "-" && keys[key]:
			return "two fields with the key " + key
		default:
			keys[key] = true
		}
	}
	return ""
}
