// Package fastape describes github.com/nazarifard/fastape.
package fastape

import (
	_ "embed"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/model"
)

//go:embed fastape.tmpl
var text string

const module = "github.com/nazarifard/fastape"

// Codec combines fastape's tapes for any type.
var Codec = &codec.Codec{
	Name: "fastape", Module: module,
	Doc: "https://github.com/nazarifard/fastape#usage",
	Variants: []*codec.Variant{{
		Wire: "fastape", Caps: caps, Generate: generate,
		Note: "structs and arrays of one size are copied as they are in memory; a time is its UnixNano, and wraps outside 1678 to 2262; strings point " +
			"into the message, of which copy takes a copy first; a list or map of 256 to 16,777,215 elements is decoded as an empty one, and what follows " +
			"it is misread; a string of such a length is a panic",
	}},
}

func caps(string) lower.Caps { return composed.Caps(lower.All()) }

// A tape is the library's type for a string, a time, or, if Name is "", for a type of fixed size.
type tape struct{ Name string }

var library = &composed.Library{
	Imports:   codec.StdImports(module),
	Templates: template.Must(template.New("").Parse(text)),
	Call: func(t model.Type) any {
		_, isTime := t.(*model.Time)
		b, _ := t.(*model.Basic)
		switch {
		case isTime:
			return &tape{"TimeTape"}
		case b != nil && b.Kind == model.String:
			return &tape{"StringTape"}
		case composed.Fixed(t):
			return &tape{}
		}
		return nil
	},
	Size:      "$Atape0{}.Sizeof(*c)",
	Marshal:   "_, err := $Atape0{}.Marshal(*c, b)\nreturn b, err",
	Unmarshal: "_, err := $Atape0{}.Unmarshal(b, c)\nreturn err",
}

// generate generates the code. Strings share memory with the message, and nothing else does. The code has no reuse for types with slices and
// maps: decoding into a used slice that is longer reads as many elements as that has, and a used map keeps its entries.
func generate(in *codec.Input) (*codec.Output, error) {
	out, err := library.Generate(in)
	if err != nil {
		return nil, err
	}
	for i := range out.Code {
		if in.Plan.Reaches(i, func(t model.Type) bool { return model.IsKind(t, model.String) }) {
			out.Code[i].ShareMemory()
		}
		if in.Plan.Reaches(i, keepsOld) {
			out.Code[i].UnmarshalReuse, out.Code[i].UnmarshalAliasReuse = "", ""
		}
	}
	return out, nil
}

func keepsOld(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map:
		return true
	}
	return false
}
