package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// union prints the functions of an interface whose types are declared: they are called with what it holds, by the
// records that it is a place of.
func (p *generator) union(t schema.Type, name string) {
	params, typ := p.Param(t)
	p.Func("// baleCompactUnionNumber%s is the position of what v holds in its union: 0 for nil.\nfunc baleCompactUnionNumber%s%s(v %s) uint64 {", name, name, params, typ)
	p.TypeSwitch("v", t, "x", func(number int, _ schema.Type) { p.Line("return %d", number) }, nil, nil)
	p.Line("return 0\n}\n")

	p.Func("// baleCompactUnionCount%s adds what the value in v needs.\nfunc baleCompactUnionCount%s%s(e *baleCompactEncoder, v %s) {", name, name, params, typ)
	p.TypeSwitch("v", t, "x", func(_ int, m schema.Type) {
		p.Line("e.size += %d", p.maxOf(m))
		if p.deep(m) {
			p.Line("baleCompactCount%s(e, &x)", p.name(m))
			p.errorPath(m, "e.at(%q)", plan.Member(m, p.Package))
		}
	}, func() {}, func() { p.Line("if e.err == nil {\ne.err = baleNotInUnion(v, %q)\n}", p.Union(t)) })
	p.Line("}\n")

	p.Func("// baleCompactUnionPut%s writes the record of the value in v at n, and its text at s.", name)
	p.Line("func baleCompactUnionPut%s%s(e *baleCompactEncoder, b baleBuffer, n, s int, v %s) (int, int) {", name, params, typ)
	p.TypeSwitch("v", t, "x", func(_ int, m schema.Type) { p.Line("return baleCompactPut%s(e, b, n, s, &x)", p.name(m)) }, nil, nil)
	p.Line("return n, s\n}\n")

	p.Func("// baleCompactUnionMeasure%s is the size of the record of the value in v, without its text.\nfunc baleCompactUnionMeasure%s%s(e *baleCompactEncoder, v %s) int64 {", name, name, params, typ)
	p.TypeSwitch("v", t, "x", func(_ int, m schema.Type) { p.Line("return baleCompactMeasure%s(e, &x)", p.name(m)) }, nil, nil)
	p.Line("return 0\n}\n")

	p.unionGet(t, name)
}

// unionGet prints the reading of a value. What is no pointer is made anew, so that a copy of the interface stays what it is.
func (p *generator) unionGet(t schema.Type, name string) {
	p.Func("// baleCompactUnionGet%s reads the record of the type at a position of the union into v. A pointer of that type is used\n// again, and so is what it points at; another value is a new one.", name)
	params, typ := p.Param(t)
	p.Line("func baleCompactUnionGet%s%s(d *baleCompactDecoder, number uint64, v *%s) bool {\nswitch number {\ncase 0:", name, params, typ)
	p.SetUnion("(*v)", t, "nil")
	for i, m := range plan.Members(t) {
		p.Line("case %d:", i+1)
		p.dec.Member("x", p.Dynamic("(*v)", t), m, plan.Member(m, p.Package))
		p.Line("if !baleCompactGet%s(d, &x) {\nreturn d.at(%q)\n}", p.name(m), plan.Member(m, p.Package))
		p.SetUnion("(*v)", t, "x")
	}
	p.Line("default:\nreturn d.fail(baleMalformed)\n}\nreturn true\n}\n")
}

// errorPath prints the end of a function that counts, after a part of a type that may be refused, where errors have a path: where that is.
func (p *generator) errorPath(t schema.Type, format string, args ...any) {
	if p.hasPaths() && p.refuses(t) {
		p.ErrorPath("", fmt.Sprintf(format, args...))
	}
}

// refuses reports whether a value of t may be one that cannot be encoded.
func (p *generator) refuses(t schema.Type) bool {
	return p.SizeFails(t) || p.Reaches(t, func(t schema.Type) bool {
		u, ok := schema.Underlying(t).(*schema.Slice)
		return ok && p.least(u.Elem) == 0
	})
}

// hasPaths reports whether errors have a path: a value of a root may be refused.
func (p *generator) hasPaths() bool {
	for r := range p.Roots {
		if p.Refusable(r) {
			return true
		}
	}
	return false
}
