package schema

import (
	"reflect"
	"slices"
)

// HidingTags are the keys of struct tags in which "-" hides a field from a serializer.
var HidingTags = []string{"json", "xml", "yaml", "toml", "msgpack", "msg", "codec", "cbor", "bson", "avro", "enc", "rlp", "ion", "sereal", "bencode", "bcs", "scale"}

// HiddenBy returns the keys of the tags that hide a field from serializers, as in `json:"-"`.
func HiddenBy(f *Field) (keys []string) {
	for _, key := range HidingTags {
		if reflect.StructTag(f.Tag).Get(key) == "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// HiddenFields returns the fields in t that HiddenBy has keys for, by their names in the form "User.Password", in the order of the type. A struct
// without a name gives only the name of the field.
func HiddenFields(t Type) (names []string, keys map[string][]string) {
	keys = map[string][]string{}
	walkFields(t, func(name string, f *Field) {
		if hidden := HiddenBy(f); len(hidden) > 0 && keys[name] == nil {
			names = append(names, name)
			keys[name] = hidden
		}
	})
	return names, keys
}

// walkFields calls visit for each field in t, with the names of its struct and of itself.
func walkFields(t Type, visit func(name string, f *Field)) {
	owners := map[*Struct]string{}
	Walk(t, func(t Type) bool {
		s, ok := Underlying(t).(*Struct)
		if !ok {
			return true
		}
		if n, named := t.(*Named); named {
			owners[s] = n.Name + "."
		} else if _, done := owners[s]; done {
			return true
		}
		for _, f := range s.Fields {
			visit(owners[s]+f.Name, f)
		}
		return true
	})
}

// HiddenAt returns the name of the outermost field on a path in t of which HiddenBy has one of the keys, or "". A path is as in loss.Loss:
// "Orders[].Lines[].Price", with "{}" for the value of a map.
func HiddenAt(t Type, path string, keys ...string) string {
	for path != "" {
		part, rest := pathPart(path)
		path = rest
		if part == "[]" || part == "{}" {
			if t = element(t); t == nil {
				return ""
			}
			continue
		}
		owner, f := fieldNamed(t, part)
		if f == nil {
			return ""
		}
		if slices.ContainsFunc(HiddenBy(f), func(key string) bool { return slices.Contains(keys, key) }) {
			return owner + f.Name
		}
		t = f.Type
	}
	return ""
}

// pathPart splits off the first part of a path: "[]", "{}", or the name of a field.
func pathPart(path string) (part, rest string) {
	if path[0] == '.' {
		path = path[1:]
	}
	for i := range len(path) {
		switch {
		case (path[i] == '[' || path[i] == '{') && i == 0 && len(path) > 1:
			return path[:2], path[2:]
		case i > 0 && (path[i] == '.' || path[i] == '[' || path[i] == '{'):
			return path[:i], path[i:]
		}
	}
	return path, ""
}

// element returns the type of the elements of a list, an array or a map, behind pointers, or nil.
func element(t Type) Type {
	switch u := Underlying(t).(type) {
	case *Pointer:
		return element(u.Elem)
	case *Map:
		return u.Elem
	}
	return ListElem(t)
}

// fieldNamed returns the field of a struct with a name, and the name of the struct with a dot if it has one. It looks behind pointers and into the
// members of unions. It returns nil if there is none.
func fieldNamed(t Type, name string) (owner string, f *Field) {
	switch u := Underlying(t).(type) {
	case *Pointer:
		return fieldNamed(u.Elem, name)
	case *Interface:
		for _, m := range u.Members {
			if owner, f = fieldNamed(m, name); f != nil {
				return owner, f
			}
		}
	case *Struct:
		if n, ok := t.(*Named); ok {
			owner = n.Name + "."
		}
		if i := slices.IndexFunc(u.Fields, func(f *Field) bool { return f.Name == name }); i >= 0 {
			return owner, u.Fields[i]
		}
	}
	return "", nil
}
