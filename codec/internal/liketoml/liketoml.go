// Package liketoml is shared by the codecs of TOML. It describes the format, with the names of the user's own fields.
package liketoml

import (
	"reflect"
	"strings"

	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities that the libraries have in common. A document is a table. An integer is an int64. There is no null, so nil
// can only be a field that is absent: loses reports whether a library loses a nil of type t elsewhere.
func Caps(loses func(t model.Type) bool) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"toml"},
		Scalars: lower.With(lower.All(), model.Uint, model.Int64, model.Uint64, model.Int64, model.Uintptr, model.Int64,
			model.Complex64, 0, model.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Elem: func(n *lower.Node) bool { return !loses(n.Go) },
		Pointers: true, Pointee: func(t model.Type) bool { return !loses(t) }, Root: true, MemberTag: `toml:",omitempty"`,
	}
}

// refuse refuses structs with fields whose names a decoder confuses because it ignores case.
func refuse(t model.Type, in *lower.Package) string {
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	if s, ok := model.Underlying(t).(*model.Struct); ok {
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
func nameOf(f *model.Field) string {
	if name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get("toml"), ","); name != "" {
		return name
	}
	return f.Name
}
