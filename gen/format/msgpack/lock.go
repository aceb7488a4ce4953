package msgpack

import (
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// lockRules say what the bytes depend on. A decoder skips the elements of an array that a struct has no fields for, and takes
// zeros for those that are missing.
var lockRules = &layout.Rules{
	Fields: func(d *plan.Directives, home string, t schema.Type) []layout.Member {
		var list []layout.Member
		for _, f := range fieldsOf(graph(home), d, t, "") {
			name := f.path
			if !isArray(d, t) {
				name = f.key
			}
			list = append(list, layout.Member{Field: f.Field, Name: name})
		}
		return list
	},
	ByName:  func(d *plan.Directives, t schema.Type) bool { return !isArray(d, t) },
	Appends: true,
	Reads:   layout.Wider,
}
