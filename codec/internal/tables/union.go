package tables

import "bale/model"

// IsUnion reports whether a table is a union, which is an interface of form lower.UnionHeld in Go.
func IsUnion(table model.Type) bool {
	_, ok := model.Underlying(table).(*model.Interface)
	return ok
}

// Switch prints a type switch with a case for each field of the union that v points at. member prints the case, in which *m is the
// field's value.
func (p *Printer) Switch(union model.Type, member func(f Field)) {
	p.Line("switch m := (*v).(type) {")
	for _, f := range Fields(union) {
		p.Line("case *%s:", p.Type(f.Type))
		member(f)
	}
	p.Line("}")
}

// union prints the code that decodes the table of a union into v. If v already holds a member of the same type, its memory is reused.
func (g *getter) union(union model.Type) {
	g.Line("switch %s {", g.r.Which)
	for _, f := range Fields(union) {
		typ := g.Type(f.Type)
		g.Line("case %d:\nm, _ := (*v).(*%s)\nif m == nil {\nm = new(%s)\n}", f.Index+1, typ, typ)
		g.field(f, "(*m)")
		g.Line("*v = m")
	}
	g.Line("default:\n*v = nil\n}")
}
