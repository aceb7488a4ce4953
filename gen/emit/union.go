package emit

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// UnionTypes returns the member types of the union t as error messages list them.
func (p *Printer) UnionTypes(t model.Type) string {
	names := make([]string, len(plan.Members(t)))
	for i, m := range plan.Members(t) {
		names[i] = model.TypeText(m, p.Package)
	}
	return strings.Join(names, ", ")
}

// refused returns an expression for the error of encoder e after a t could not be encoded. If t is refusable, the error has the
// path of the value that cannot be encoded.
func refused(t *model.Named, refusable bool, err string) string {
	if !refusable {
		return err
	}
	return fmt.Sprintf("balecore.Refused(%s, &e.Fault, %q)", err, t.Name)
}

// UnionParam returns the type of a function's parameter for values of t, and the type parameters that the function needs for it. A
// union without a name in this package is a type parameter, which callers infer.
func (p *Printer) UnionParam(t model.Type) (typeParams, typ string) {
	if plan.HiddenUnion(t, p.Package) {
		return "[U any]", "U"
	}
	return "", p.Type(t)
}

// AsInterface returns expr, a value of the union t, as an operand of type switches and assertions.
func (p *Printer) AsInterface(expr string, t model.Type) string {
	if plan.HiddenUnion(t, p.Package) {
		return "any(" + printer.Unparen(expr) + ")"
	}
	return expr
}

// SetUnion prints the assignment of x to the union t at expr. x is nil or has the type of a member. The target of the parameter
// v has the type that [Printer.UnionParam] returns.
func (p *Printer) SetUnion(expr string, t model.Type, x string) {
	switch hidden := expr == "(*v)" && plan.HiddenUnion(t, p.Package); {
	case hidden && x == "nil":
		x = "*new(U)"
	case hidden:
		x = "any(" + x + ").(U)"
	}
	p.Line("%s = %s", printer.Unparen(expr), x)
}

// TypeSwitch prints a type switch on the interface at expr. clause prints the code for x, a value of a member type. If none and
// other are not nil, they print the code for nil and for types that are not members.
func (p *Printer) TypeSwitch(expr string, t model.Type, x string, clause func(number int, member model.Type), none, other func()) {
	p.Line("switch %s := %s.(type) {", x, p.AsInterface(expr, t))
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
