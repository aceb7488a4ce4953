package emit

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// Union is the types of t as an error tells them.
func (p *Printer) Union(t schema.Type) string {
	names := make([]string, len(plan.Members(t)))
	for i, m := range plan.Members(t) {
		names[i] = plan.Spell(m, p.Package)
	}
	return strings.Join(names, ", ")
}

// Refused returns the expression for the error of encoder e that keeps a t from being encoded. It has the path of the value
// where t is refusable.
func Refused(t *schema.Named, refusable bool) string {
	if !refusable {
		return "e.err"
	}
	return fmt.Sprintf("fmt.Errorf(\"%%s: %%w\", e.where(%q), e.err)", t.Name)
}

// Param is the type of a function's parameter for values of t, and the type parameters that the function has for it. A union that
// has no name here is a type parameter, which callers infer.
func (p *Printer) Param(t schema.Type) (typeParams, typ string) {
	if plan.HiddenUnion(t, p.Package) {
		return "[U any]", "U"
	}
	return "", p.Type(t)
}

// Dynamic is expr, a value of the union t, as an operand of type switches and assertions.
func (p *Printer) Dynamic(expr string, t schema.Type) string {
	if plan.HiddenUnion(t, p.Package) {
		return "any(" + printer.Bare(expr) + ")"
	}
	return expr
}

// SetUnion prints the assignment of x, of a member's type or nil, to the union t at expr. What the parameter v points at has the
// type of Param.
func (p *Printer) SetUnion(expr string, t schema.Type, x string) {
	switch hidden := expr == "(*v)" && plan.HiddenUnion(t, p.Package); {
	case hidden && x == "nil":
		x = "*new(U)"
	case hidden:
		x = "any(" + x + ").(U)"
	}
	p.Line("%s = %s", printer.Bare(expr), x)
}

// TypeSwitch prints a switch over what the interface at expr holds: clause prints what is done with x, of the type of
// a member, if anything. none and other, if there are any, do so for nil and for types that are no members.
func (p *Printer) TypeSwitch(expr string, t schema.Type, x string, clause func(number int, member schema.Type), none, other func()) {
	p.Line("switch %s := %s.(type) {", x, p.Dynamic(expr, t))
	if none != nil {
		p.Line("case nil:")
		none()
	}
	for i, m := range plan.Members(t) {
		p.Line("case %s:", p.Type(m))
		clause(i+1, m)
	}
	if other != nil {
		p.Line("default:")
		other()
	}
	p.Line("}")
}
