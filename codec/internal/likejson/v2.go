package likejson

import (
	"cmp"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// V2Note is the Note of encoding/json/v2.
const V2Note = "an array of bytes is base64; a time.Duration goes by FormatDurationAsNano, without which it is refused"

// V2Caps returns the capabilities of encoding/json/v2.
func V2Caps(pkg string) lower.Caps {
	caps := Caps(pkg)
	caps.Refuse, caps.MemberTag = refuseV2, `json:",omitzero"`
	return caps
}

// refuseV2 refuses structs that encoding/json encodes and for which v2 returns an error.
func refuseV2(t model.Type, in *lower.Package) string {
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return ""
	}
	names := map[string]bool{}
	for _, f := range s.Fields {
		tag := f.JSONTag()
		name := tag.Name
		switch {
		case tag.Skips():
			continue
		case f.Embedded && name == "" && !promotesFields(f.Type):
			return "embedded " + f.Name
		case f.Embedded && name == "":
			continue
		case strings.ContainsAny(name, "\"'`\\") || strings.Contains(tag.Options, "string"):
			return "tag of " + f.Name
		}
		name = cmp.Or(name, f.Name)
		if names[name] {
			return "two fields " + name
		}
		names[name] = true
	}
	return lower.RefuseUnexported(t, in)
}

// promotesFields reports whether the fields of an embedded t are encoded among the outer fields.
func promotesFields(t model.Type) bool {
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	n, _ := t.(*model.Named)
	_, ok := model.Underlying(t).(*model.Struct)
	return ok && n != nil && !n.Methods.JSON && !n.Methods.Text
}

// V2 returns a codec.Variant.Generate with the calls of encoding/json/v2 or of a compatible package. v1 is the package with the option
// for durations, which v2 otherwise refuses.
func V2(v2, v1 string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{Strict: in.Strict}
		for i := range in.Plan.Roots {
			c := codec.Code{
				Imports: append(codec.StdImports("bytes"), codec.Import{Name: "balev2", Path: v2}),
				State:   "buf balebytes.Buffer",
			}
			option := ""
			if in.Plan.Reaches(i, isDuration) {
				c.Imports = append(c.Imports, codec.Import{Name: "balev1", Path: v1})
				option = ", balev1.FormatDurationAsNano(true)"
			}
			c.Marshal = "return balev2.Marshal(c" + option + ")"
			c.MarshalReuse = "a.buf.Reset()\nerr := balev2.MarshalWrite(&a.buf, c" + option + ")\nreturn a.buf.Bytes(), err"
			if in.Strict {
				option += ", balev2.RejectUnknownMembers(true)"
			}
			c.Unmarshal = "return balev2.Unmarshal(b, c" + option + ")"
			c.UnmarshalReuse = c.Unmarshal
			trim(in.Plan, i, &c)
			out.Code = append(out.Code, c)
		}
		return out, nil
	}
}

func isDuration(t model.Type) bool {
	n, ok := t.(*model.Named)
	return ok && n.Package == "time" && n.Name == "Duration"
}
