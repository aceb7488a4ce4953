// Package likebson is shared by the codecs of BSON. It describes the format, finds struct fields with equal keys, and generates the
// calls of the two families of libraries, mgo and the MongoDB driver.
package likebson

import (
	"reflect"
	"slices"
	"strings"

	"bale/codec/lower"
	"bale/schema"
)

// base returns the capabilities of a library that encodes the user's structs as documents. Times are milliseconds since 1970. There are
// no unsigned integers: the libraries store them in 64 signed bits and refuse larger values, so the larger types are cast in a mirror.
func base() lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresTagged("bson"),
		Scalars: lower.With(lower.All(), schema.Uint, schema.Int64, schema.Uint64, schema.Int64, schema.Uintptr, schema.Int64,
			schema.Complex64, 0, schema.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Pointers: true, NilElems: true, Root: true,
		Any: true, MemberTag: `bson:",omitempty"`,
	}
}

// refuse returns a Caps.Refuse for a library that knows these flags in tags.
func refuse(flags ...string) func(schema.Type, *lower.Package) string {
	return func(t schema.Type, in *lower.Package) string {
		if n, ok := t.(*schema.Named); ok && n.Package == "encoding/json" && n.Name == "Number" {
			return "a json.Number, which is sent as a number"
		}
		if s, ok := schema.Underlying(t).(*schema.Struct); ok {
			if reason := keyConflict(s, flags, map[string]bool{}); reason != "" {
				return reason
			}
		}
		return lower.RefuseUnexported(t, in)
	}
}

// keyConflict returns the reason why the fields of s do not all have different keys, or "".
func keyConflict(s *schema.Struct, flags []string, keys map[string]bool) string {
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
			if reason := keyConflict(inner, flags, keys); reason != "" {
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

// parse returns the key and the flags of a field. The default key is the field's name in lower case. Like the libraries, it treats a
// tag without any key as the value of the bson key.
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
