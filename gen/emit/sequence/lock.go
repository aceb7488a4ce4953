package sequence

import (
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// lockRules returns the rules that determine the bytes of a coding.
func lockRules(c Coding) *layout.Rules {
	byteType := &schema.Basic{Kind: schema.Uint8}
	bytes, _ := c.MemoryForm(byteType)
	named, _ := c.MemoryForm(&schema.Named{Underlying: byteType})
	return &layout.Rules{
		Fields: func(_ *plan.Directives, _ string, t schema.Type) []layout.Member {
			var list []layout.Member
			for _, f := range schema.Underlying(t).(*schema.Struct).Fields {
				if r := c.FieldRule(f); !r.Skip {
					list = append(list, layout.Member{Field: f, Name: f.Name, Omit: r.Omit && sized(f.Type)})
				}
			}
			return list
		},
		// Numbers of variable width have the same bytes in types of every width.
		Reads: func(from, to schema.Kind) bool {
			a, b := c.NumberWidth(from), c.NumberWidth(to)
			return layout.HoldsInteger(from, to) && (a == b || !a.fixed() && !b.fixed())
		},
		Bytes: bytes != named,
	}
}
