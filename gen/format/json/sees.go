package json

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// sees returns how a text has a field of the struct outer, or of a struct that is inlined in outer. All fields of a struct that only the library
// handles count as shown.
func sees(outer *model.Struct, f *model.Field, home string, v2 bool) plan.Sight {
	s := fieldsOf(outer, home)
	if v2 {
		s = fieldsV2(outer, home)
	}
	switch {
	case s == nil || slices.ContainsFunc(s.list, func(x *field) bool { return x.Field.Field == f }):
		return plan.Shown
	case inlined(f, v2):
		return plan.Inlined
	}
	return plan.Covered
}

// inlined reports whether the fields of the struct in a field are those of the outer struct.
func inlined(f *model.Field, v2 bool) bool {
	if v2 {
		tag := tagV2Of(f)
		return tag.embed || f.Embedded && !tag.named
	}
	return f.Embedded && isStruct(model.Pointee(f.Type)) && !isValidName(f.JSONTag().Name)
}
