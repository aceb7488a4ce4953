package msgpack

import (
	"fmt"

	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// lockRules describe what the bytes of messages depend on. A decoder of a struct that is an array skips elements without a field, and
// takes zeros for missing elements.
var lockRules = &layout.Rules{
	Fields: func(d *plan.Directives, home string, t model.Type) []layout.Member {
		var list []layout.Member
		for _, f := range recordOf(graph(home), d, t).Fields {
			m := layout.Member{Field: f.Field, Name: f.Path}
			if !isArray(d, t) {
				m.Name, m.Alias = f.Name, f.Alias
			}
			list = append(list, m)
		}
		return list
	},
	ByName:   func(d *plan.Directives, t model.Type) bool { return !isArray(d, t) },
	NameTag:  func(name string) string { return fmt.Sprintf("msgpack:%q", name) },
	FieldTag: func(string) string { return `msgpack:",noinline"` }, InlineTag: `msgpack:",inline"`,
	Appends: true,
	Reads:   layout.HoldsInteger,
}
