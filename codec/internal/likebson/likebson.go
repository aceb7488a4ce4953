// Package likebson is what the codecs of BSON share: what the format has no form for, which struct fields meet in one key,
// and the calls of the two lines of libraries, mgo and the MongoDB driver.
package likebson

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec/lower"
	"bale/schema"
)

// base is of a library that takes own structs for documents. A time is the milliseconds since 1970. There is no unsigned
// integer: the libraries put one into 64 signed bits and refuse what does not fit, so those that may not are cast in a mirror.
func base() lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresTagged("bson"),
		Scalars: lower.With(lower.All(), schema.Uint, schema.Int64, schema.Uint64, schema.Int64, schema.Uintptr, schema.Int64,
			schema.Complex64, 0, schema.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Pointers: true, NilElems: true, Root: true,
		Any: true, Absent: `bson:",omitempty"`,
	}
}

// refuse is a Caps.Refuse for a library that knows the given flags in tags.
func refuse(flags ...string) func(schema.Type, *lower.Package) string {
	return func(t schema.Type, in *lower.Package) string {
		if n, ok := t.(*schema.Named); ok && n.Package == "encoding/json" && n.Name == "Number" {
			return "a json.Number, which is sent as a number"
		}
		if s, ok := schema.Underlying(t).(*schema.Struct); ok {
			if reason := meet(s, flags, map[string]bool{}); reason != "" {
				return reason
			}
		}
		return lower.RefuseUnexported(t, in)
	}
}

// meet says why the fields of s do not all get a key of their own.
func meet(s *schema.Struct, flags []string, keys map[string]bool) string {
	for _, f := range s.Fields {
		key, has := parse(f)
		for _, flag := range has {
			if !slices.Contains(flags, flag) {
				return "the flag " + flag + " of field " + f.Name
			}
		}
		inner, isStruct := schema.Underlying(f.Type).(*schema.Struct)
		switch {
		case slices.Contains(has, "inline") && isStruct:
			if reason := meet(inner, flags, keys); reason != "" {
				return reason
			}
		case slices.Contains(has, "inline"):
			return "field " + f.Name + ", which is inlined and no struct"
		case key != "-" && keys[key]:
			return "two fields with the key " + key
		default:
			keys[key] = true
		}
	}
	return ""
}

// parse: the key is the field's name in lower case, if its tag does not say another. A tag with no key in it is taken for the
// library's own.
func parse(f *schema.Field) (key string, flags []string) {
	tag := reflect.StructTag(f.Tag).Get("bson")
	if tag == "" && !strings.Contains(f.Tag, ":") {
		tag = f.Tag
	}
	key, rest, _ := strings.Cut(tag, ",")
	if key == "" {
		key = strings.ToLower(f.Name)
	}
	if rest != "" {
		flags = strings.Split(rest, ",")
	}
	return key, flags
}
