package item

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// isPart reports whether t is a struct of which only some fields are read.
func isPart(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	return ok && s.Part != nil
}

// decodes reports whether the decoder of a struct looks for a field. It looks for a field that is not read in an embedded pointer of which other
// fields are read, since the pointer is not nil then.
func decodes(f *plan.Field) bool {
	return !f.Unread || pointerOf(f) != nil
}

// pointerOf returns the innermost embedded pointer that holds a field and that the decoder allocates, or nil. A part leaves those nil of which it reads
// nothing, but it may read other fields of the pointer around one.
func pointerOf(f *plan.Field) *plan.Embedded {
	ptr := f.Pointer
	for ptr != nil && ptr.Unread {
		ptr = ptr.Outer
	}
	return ptr
}

// inlines reports whether the fields of f, an embedded field, are fields of the struct r.
func (p *generator) inlines(r *plan.Struct, f *model.Field) bool {
	return f.Embedded && !slices.ContainsFunc(r.Fields, func(x *plan.Field) bool { return x.Field == f })
}

// zeroUnread prints code that sets the fields of *v, a struct t, that a part does not read to zero.
func (p *generator) zeroUnread(t model.Type, r *plan.Struct) {
	p.ZeroUnread(t, func(f *model.Field) bool { return p.inlines(r, f) })
}

// getOrSkip prints the decoding of the field v, or its skipping if a part does not read it.
func (c *cursor) getOrSkip(v *plan.Value, prefixed bool) {
	if v.Field.Unread {
		c.skip(v, prefixed)
		return
	}
	c.get(v, prefixed)
}

// ahead returns how many bytes must follow the prefix of the field v for getOrSkip.
func (c *cursor) ahead(v *plan.Value) int {
	if v.Field.Unread && c.prefix(v) == nil {
		return 0
	}
	return c.lookahead(v)
}
