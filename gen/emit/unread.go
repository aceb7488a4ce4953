package emit

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// ZeroUnread prints code that sets the fields of v that a part does not read to zero. v points to a struct t. flat reports whether the function
// that is being printed also decodes the fields of a field that is a struct or points to one; nil: never. Skipped fields stay as they are.
func (p *Generator) ZeroUnread(t model.Type, flat func(f *model.Field) bool) {
	s := model.Underlying(t).(*model.Struct)
	if s.Part == nil {
		return
	}
	z := &zeroer{Generator: p, flat: flat}
	z.unread(s, "(*v)")
	if len(z.list) < manyFields || p.leavesAlone(s) {
		for _, x := range z.list {
			p.Line("%s = %s", x.expr, p.Zero(x.t))
		}
		return
	}
	var fields, kept string
	for _, f := range s.Fields {
		if !f.Unread && model.HoldsPointers(f.Type) { // decoding reuses its memory
			name, sep := p.Var("kept"), ""
			if fields != "" {
				sep = ", "
			}
			fields, kept = fields+sep+printer.Field("(*v)", f.Name), kept+sep+name
		}
	}
	if kept != "" {
		p.Line("%s := %s", kept, fields)
	}
	p.Line("*v = %s{}", p.Type(t))
	if kept != "" {
		p.Line("%s = %s", fields, kept)
	}
	for _, x := range z.list { // in what has been kept
		if x.inner {
			p.Line("%s = %s", x.expr, p.Zero(x.t))
		}
	}
}

// manyFields is the number of fields from which a struct is set to zero as a whole: 100 assignments take longer.
const manyFields = 16

// leavesAlone reports whether decoding leaves a field of s, or of a struct in it, as it is.
func (p *Generator) leavesAlone(s *model.Struct) bool {
	if len(s.Skipped) > 0 || len(s.Unsupported) > 0 || len(s.Internal) > 0 {
		return true
	}
	for _, f := range s.Fields {
		if p.leftAlone(f) {
			return true
		}
		if inner, ok := model.Underlying(f.Type).(*model.Struct); ok && p.Kind(f.Type, false) == plan.Record && p.leavesAlone(inner) {
			return true
		}
	}
	return false
}

// leftAlone reports whether the format does not encode a field. A field with the unknown fields of a message is not left alone.
func (p *Generator) leftAlone(f *model.Field) bool {
	return p.Skip != nil && p.Skip(f) && !p.Directives.Field(f).Unknown
}

// A zeroer collects the expressions that are set to zero.
type zeroer struct {
	*Generator
	flat func(f *model.Field) bool
	list []zeroed
}

// A zeroed is an expression of a type. inner means that it is in a field of which a part reads something.
type zeroed struct {
	expr  string
	t     model.Type
	inner bool
}

// unread adds the fields of the struct at expr that are not read.
func (z *zeroer) unread(s *model.Struct, expr string) {
	for _, f := range s.Fields {
		x := printer.Field(expr, f.Name)
		switch inner, isStruct := model.Underlying(f.Type).(*model.Struct); {
		case z.leftAlone(f):
		case f.Unread:
			z.all(f.Type, x, expr != "(*v)")
		case z.flat == nil || !z.flat(f):
		case isStruct:
			if inner.Part != nil {
				z.unread(inner, x)
			}
		case model.PartOf(f.Type) != nil: // an embedded pointer
			z.list = append(z.list, zeroed{x, f.Type, true})
		}
	}
}

// all adds the value at expr, without the fields in it that decoding leaves alone.
func (z *zeroer) all(t model.Type, expr string, inner bool) {
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok || z.Kind(t, false) != plan.Record || !z.leavesAlone(s) {
		z.list = append(z.list, zeroed{expr, t, inner})
		return
	}
	for _, f := range s.Fields {
		if !z.leftAlone(f) {
			z.all(f.Type, printer.Field(expr, f.Name), inner)
		}
	}
}
