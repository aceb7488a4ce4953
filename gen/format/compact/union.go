package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// union prints the functions of an interface with a union. The functions of records call them with the interface value.
func (p *generator) union(t model.Type, name string) {
	params, typ := p.UnionParam(t)
	p.Func("// baleCompactUnionNumber%s returns the position of the type of v in its union, from 1, or 0 for nil.\nfunc baleCompactUnionNumber%s%s(v %s) uint64 {", name, name, params, typ)
	p.TypeSwitch("v", t, "x", func(number int, _ model.Type) { p.Line("return %d", number) }, nil, nil)
	p.Line("return 0\n}\n")

	p.Func("// baleCompactUnionCount%s adds the maximum size of the value in v, its text and its totals to e.\nfunc baleCompactUnionCount%s%s(e *baleCompactEncoder, v %s) {", name, name, params, typ)
	p.TypeSwitch("v", t, "x", func(_ int, m model.Type) {
		p.Line("e.Size += %d", p.maxSize(m))
		if p.needsCount(m) {
			p.Line("baleCompactCount%s(e, &x)", p.name(m))
			p.errorPath(m, "e.At(%q)", plan.MemberPath(m, p.Package))
		}
	}, func() {}, func() { p.Line("if e.Err == nil {\ne.Err = balecore.NotInUnion(v, %q)\n}", p.UnionTypes(t)) })
	p.Line("}\n")

	p.Func("// baleCompactUnionPut%s encodes the record of the value in v at n and its text at s. It returns the end offsets of both.", name)
	p.Line("func baleCompactUnionPut%s%s(e *baleCompactEncoder, b balecore.Buffer, n, s int, v %s) (int, int) {", name, params, typ)
	p.TypeSwitch("v", t, "x", func(_ int, m model.Type) { p.Line("return baleCompactPut%s(e, b, n, s, &x)", p.name(m)) }, func() { p.Line("return n, s") },
		func() {
			p.Line("return e.Changed(%q, n), s // the Count function has refused other types", model.TypeText(t, p.Package))
		})
	p.Line("}\n")

	p.Func("// baleCompactUnionMeasure%s returns the exact size of the record of the value in v without its text, which it adds to e.Text.\nfunc baleCompactUnionMeasure%s%s(e *baleCompactEncoder, v %s) int64 {", name, name, params, typ)
	p.TypeSwitch("v", t, "x", func(_ int, m model.Type) { p.Line("return baleCompactMeasure%s(e, &x)", p.name(m)) }, nil, nil)
	p.Line("return 0\n}\n")

	p.unionGet(t, name)
}

// unionGet prints the function that decodes a value. A value that is not a pointer is newly allocated, so that copies of the interface
// do not change.
func (p *generator) unionGet(t model.Type, name string) {
	p.Func("// baleCompactUnionGet%s decodes the record of the type at position number of the union into v. A pointer of that type and its\n// target are reused; other values are newly allocated.", name)
	params, typ := p.UnionParam(t)
	p.Line("func baleCompactUnionGet%s%s(d *baleCompactDecoder, number uint64, v *%s) bool {\nswitch number {\ncase 0:", name, params, typ)
	p.SetUnion("(*v)", t, "nil")
	for i, m := range plan.Members(t) {
		p.Line("case %d:", i+1)
		p.dec.DeclareMember("x", p.AsInterface("(*v)", t), m, plan.MemberPath(m, p.Package))
		p.Line("if !baleCompactGet%s(d, &x) {\nreturn d.At(%q)\n}", p.name(m), plan.MemberPath(m, p.Package))
		p.SetUnion("(*v)", t, "x")
	}
	p.Line("default:\nreturn d.Fail(balecore.Malformed)\n}\nreturn true\n}\n")
}

// errorPath prints the error return of a counting function after a part of type t, with the call that adds the part to the error path. It
// prints nothing if errors have no path or counting t cannot fail.
func (p *generator) errorPath(t model.Type, format string, args ...any) {
	if p.hasPaths() && p.mayFail(t) {
		p.SizeErrorReturn("", fmt.Sprintf(format, args...))
	}
}

// mayFail reports whether counting a value of t can fail.
func (p *generator) mayFail(t model.Type) bool {
	return p.SizeFails(t) || p.Contains(t, func(t model.Type) bool {
		u, ok := model.Underlying(t).(*model.Slice)
		return ok && p.minSize(u.Elem) == 0
	})
}

// hasPaths reports whether errors have a path, since a root can hold a value that cannot be encoded.
func (p *generator) hasPaths() bool {
	for r := range p.Roots {
		if p.Refusable(r) {
			return true
		}
	}
	return false
}
