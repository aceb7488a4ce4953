package own

import (
	"testing"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// TestReuse checks that only the row own/binary of a type with AppendBinary encodes into a used buffer.
func TestReuse(t *testing.T) {
	for _, c := range []struct {
		name    string
		methods model.Methods
		want    string
	}{
		{"binary", model.Methods{Binary: true, Append: true}, "return c.AppendBinary(buf)"},
		{"binary", model.Methods{Binary: true}, ""},
		{"json", model.Methods{JSON: true, Append: true}, ""},
		{"marshal", model.Methods{Gogo: true, Append: true}, ""},
	} {
		order := &model.Named{Name: "Order", Methods: c.methods}
		for _, v := range Codec.Variants {
			if v.Name != c.name {
				continue
			}
			if !v.Applies(order) {
				t.Errorf("%s does not apply to %+v", c.name, c.methods)
			}
			plan := &lower.Plan{Roots: []*lower.Root{{Node: &lower.Node{Src: order}}, {}}} // the second root cannot be carried
			out, err := v.Generate(&codec.Input{Plan: plan})
			if err != nil {
				t.Fatal(err)
			}
			if got := out.Code[0].MarshalReuse; got != c.want || out.Code[1].MarshalReuse != "" {
				t.Errorf("%s with %+v: %q, want %q", c.name, c.methods, got, c.want)
			}
		}
	}
}
