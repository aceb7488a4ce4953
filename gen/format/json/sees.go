package json

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// selector returns what the paths of the parts of a root can name.
func selector(root *emit.Root, home string) *plan.Selector {
	return &plan.Selector{
		Home: home, JSON: true,
		Custom: func(n *model.Named) bool { return n.JSON.Any() },
		Lacks:  func(*model.Field) string { return "" }, // the model has no such fields
		Sees: func(outer *model.Struct, f *model.Field) plan.Sight {
			return sees(outer, f, home, root.Has(v2Word))
		},
	}
}

// sees returns how a text has a field of the struct outer, or of a struct that is inlined in outer. All fields of a struct that only the library
// handles count as shown.
func sees(outer *model.Struct, f *model.Field, home string, v2 bool) plan.Sight {
	r := rulesOf(v2)
	s := r.structOf(outer, home)
	switch {
	case s == nil || slices.ContainsFunc(s.list, func(x *field) bool { return x.Field.Field == f }):
		return plan.Shown
	case r.inlined(f):
		return plan.Inlined
	}
	return plan.Covered
}

func inlinedV1(f *model.Field) bool {
	return f.Embedded && isStruct(model.Pointee(f.Type)) && !isValidName(f.JSONTag().Name)
}

func inlinedV2(f *model.Field) bool {
	tag := tagV2Of(f)
	return tag.embed || f.Embedded && !tag.named
}
