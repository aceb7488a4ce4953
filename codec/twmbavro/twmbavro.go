// Package twmbavro describes github.com/twmb/avro.
package twmbavro

import (
	"bale/codec"
	"bale/codec/internal/avroschema"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/twmb/avro"

// Codec encodes the user's own types with twmb's Avro.
var Codec = &codec.Codec{
	Name: "twmb-avro", Module: module,
	Variants: []*codec.Variant{{
		Wire: "Avro", Caps: caps, Generate: generate,
		Note: "times as timestamp-micros; uint and uint64 travel as int64",
	}},
}

// caps returns the capabilities of the library. It decodes the records of a union into maps, so unions become records with a field for each
// member.
func caps(string) lower.Caps {
	c := avroschema.Caps()
	basic := c.Refuse
	c.Refuse = func(t model.Type, in *lower.Package) string {
		if reason := refuse(t, in); reason != "" {
			return reason
		}
		return basic(t, in)
	}
	c.Union, c.UnionMember, c.Arrays, c.Pointee = lower.UnionFields, nil, true, pointee
	c.Scalars = lower.With(c.Scalars, model.Uint, model.Int64, model.Uint64, model.Int64, model.Uintptr, model.Int64)
	return c
}

// pointee reports whether a pointer to t is supported. The library encodes one to a nil list or map as null.
func pointee(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Pointer, *model.Interface, *model.Slice, *model.Map:
		return false
	}
	return true
}

// refuse refuses string types with MarshalText, which the library would call, and structs whose fields it would encode among those of the
// outer struct.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && n.Methods.Text && model.IsKind(n, model.String) {
		return "has MarshalText"
	}
	if s, ok := model.Underlying(t).(*model.Struct); ok {
		for _, f := range s.Fields {
			if f.Embedded {
				return "embedded " + f.Name
			}
		}
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		text := avroschema.New(avroschema.Kinds()).Schema(r.Node.Go)
		c := codec.Code{
			Imports:      []codec.Import{{Name: "baleavro", Path: module}},
			State:        "schema *baleavro.Schema",
			Setup:        "a.schema = baleavro.MustParse(`" + text + "`)",
			Avro:         text,
			Marshal:      "return a.schema.Encode(c)",
			MarshalReuse: "return a.schema.AppendEncode(buf, c)",
			Unmarshal:    "_, err := a.schema.Decode(b, c)\nreturn err",
			Shared:       true,
		}
		if !in.Plan.Reaches(i, lower.KeepsOldValue) {
			c.UnmarshalReuse = c.Unmarshal
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}
