// Package mus describes github.com/mus-format/mus-go.
package mus

import (
	_ "embed"
	"strings"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/model"
)

var (
	//go:embed mus.tmpl
	text string
)

const (
	module = "github.com/mus-format/mus-go"
	doc    = "https://github.com/mus-format/mus-go#"
	note   = "; what interfaces hold is typed, where DTM 0 is nil; a time is its UnixNano, and wraps outside 1678 to 2262; validators let 1<<24 elements through"
)

// Codec combines mus-go's serializers for any type. The codecs musgen are the code of its generator, which needs another version of the library.
var Codec = &codec.Codec{
	Name: "mus", Module: module,
	Doc:      doc + "how-to",
	Packages: packages(),
	Variants: []*codec.Variant{
		{Name: "varint", Wire: "MUS", Doc: doc + "varint", Caps: caps, Generate: library("varint", "raw", "ord").Generate,
			Note: "integers are varints, floats and bytes raw" + note},
		{Name: "raw", Wire: "MUS raw", Doc: doc + "raw", Caps: caps, Generate: library("raw", "raw", "ord").Generate,
			Note: "numbers have fixed width" + note},
		{Name: "notunsafe", Wire: "MUS raw", Doc: doc + "unsafe", Caps: caps, Generate: library("unsafe", "unsafe", "ord").Generate,
			Note: "numbers by package unsafe; strings and byte slices are copies" + note},
		{Name: "unsafe", Wire: "MUS raw", Doc: doc + "unsafe", Caps: caps, Generate: library("unsafe", "unsafe", "unsafe").Generate,
			Note: "strings and byte slices point into the message, of which copy takes a copy first" + note},
	},
}

var imports = append(
	codec.StdImports(module+"/varint", module+"/raw", module+"/ord", module+"/unsafe", module+"/typed", module+"/options/slice", module+"/options/map"),
	codec.Import{Name: "balecommon", Path: "github.com/mus-format/common-go"},
)

func packages() (paths []string) {
	for _, im := range imports {
		paths = append(paths, im.Path)
	}
	return paths
}

func caps(string) lower.Caps {
	return composed.WithUnions(composed.Caps(lower.With(lower.Widen(), model.Int, model.Int, model.Uint, model.Uint)))
}

// library returns the library with these packages for integers of at least 16 bits, for other numbers and times, and for all other
// types.
func library(ints, numbers, rest string) *composed.Library {
	return &composed.Library{
		Imports:   append(codec.StdImports("fmt"), imports...),
		Templates: template.Must(template.New("").Parse(text)),
		Call: func(t model.Type) any {
			b, ok := t.(*model.Basic)
			_, isTime := t.(*model.Time)
			switch {
			case composed.IsBytes(t):
				return "bale" + rest + ".ByteSlice"
			case isTime:
				return "bale" + numbers + ".TimeUnixNanoUTC"
			case !ok:
				return nil
			}
			name := b.Kind.String()
			name = "." + strings.ToUpper(name[:1]) + name[1:]
			switch {
			case b.Kind == model.Bool || b.Kind == model.String:
				return "bale" + rest + name
			case b.Kind.Bits() > 8 && (b.Kind.Signed() || b.Kind.Unsigned()):
				return "bale" + ints + name
			}
			return "bale" + numbers + name
		},
		Size:      "$Aser0.Size(*c)",
		Marshal:   "$Aser0.Marshal(*c, b)\nreturn b, nil",
		Unmarshal: "v, _, err := $Aser0.Unmarshal(b)\n*c = v\nreturn err",
		Shares:    rest == "unsafe",
	}
}
