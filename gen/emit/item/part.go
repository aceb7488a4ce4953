package item

import (
	"slices"

	"bale/gen/plan"
	"bale/schema"
)

// isPart reports whether t is a struct of which only some fields are read.
func isPart(t schema.Type) bool {
	s, ok := schema.Underlying(t).(*schema.Struct)
	return ok && s.Part != nil
}

// decodes reports whether the decoder of a struct looks for a field. It looks for a field that is not read in an embedded pointer of which other
// fields are read, since the pointer is not nil then.
func decodes(f *plan.Field) bool {
	return !f.Unread || f.Pointer != nil && !f.Pointer.Unread
}

// inlines reports whether the fields of f, an embedded field, are fields of the struct r.
func (p *generator) inlines(r *plan.Struct, f *schema.Field) bool {
	return f.Embedded && !slices.ContainsFunc(r.Fields, func(x *plan.Field) bool { return x.Field == f })
}
