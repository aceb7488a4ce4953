// Package likeyaml is shared by the codecs of YAML.
package likeyaml

import (
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities that the libraries have in common. parse returns the key and the flags of a field, and flags lists those
// that the library knows.
func Caps(parse tagkeys.Parser, flags ...string) lower.Caps {
	return lower.Caps{
		Own: true, Custom: custom, ByValue: true,
		Refuse: func(t model.Type, in *lower.Package) string {
			if s, ok := model.Underlying(t).(*model.Struct); ok {
				if reason := tagkeys.Conflict(s, parse, flags...); reason != "" {
					return reason
				}
			}
			return lower.RefuseUnexported(t, in)
		},
		Tags: []string{"yaml", "json"},
		Ignores: func(f *model.Field) bool {
			key, _ := parse(f)
			return !f.Exported || key == "-"
		},
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, NilElems: true,
		Any: true, MemberTag: `yaml:",omitempty"`,
	}
}

func custom(n *model.Named) string { return lower.Method(n, "MarshalYAML", "MarshalText") }

// keys reports whether a map's key is a scalar. go.yaml.in/yaml takes all other keys for equal, and goccy's go-yaml writes them as texts of
// package fmt.
func keys(key, _ *lower.Node) bool {
	n, ok := key.Go.(*model.Named)
	_, basic := model.Underlying(key.Go).(*model.Basic)
	return basic || ok && custom(n) != ""
}
