package sequence

import (
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// lockRules returns the rules that determine the bytes of a coding.
func lockRules(c Coding) *layout.Rules {
	byteType := &model.Basic{Kind: model.Uint8}
	bytes, _ := c.MemoryForm(byteType)
	named, _ := c.MemoryForm(&model.Named{Underlying: byteType})
	return &layout.Rules{
		Fields: func(_ *plan.Directives, _ string, t model.Type) []layout.Member {
			var list []layout.Member
			for _, f := range model.Underlying(t).(*model.Struct).Fields {
				if r := c.FieldRule(f); !r.Skip {
					list = append(list, layout.Member{Field: f, Name: f.Name, Omit: r.Omit && sized(f.Type)})
				}
			}
			return list
		},
		// Numbers of variable width have the same bytes in types of every width.
		Reads: func(from, to model.Kind) bool {
			a, b := c.NumberWidth(from), c.NumberWidth(to)
			return layout.HoldsInteger(from, to) && (a == b || !a.fixed() && !b.fixed())
		},
		Bytes: bytes != named,
	}
}
