package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// put prints the function that encodes a record.
func (p *generator) put(t model.Type, l *layout, name string) {
	p.Func("// baleCompactPut%s encodes the record of v at n and its text at s. It returns the end offsets of both.", name)
	p.Line("func baleCompactPut%s(e *baleCompactEncoder, b balecore.Buffer, n, s int, v *%s) (int, int) {", name, p.Type(t))
	recursive := p.holdsItself(t)
	if recursive { // another goroutine may change a value so that it contains itself while it is being encoded
		p.Line("if !e.Enter() {\nreturn n, s\n}")
	}
	owner := model.TypeText(t, p.Package)
	p.declareRemoved(l)
	l = p.load(l, putting)
	p.eachNilable(l, p.WrittenParts)
	p.checkRoom(l, owner)
	switch {
	case l.grows:
		p.putGrowing(l, owner)
	case l.sparse:
		p.zones(l)
		p.putSparse(l, name, p.Type(t), owner)
		p.putRest(l, owner)
	default:
		p.zones(l)
		p.putRecord(l)
		p.putRest(l, owner)
	}
	if recursive {
		p.Line("e.Depth--")
	}
	p.Line("return n, s\n}\n")
}

// putRest prints the encoding of the rest of a record. The text of its strings has been checked to fit, but what lies between two of them may write more text than it had when it
// was counted, or the room may be what was expected: see balecompact.Encoder.Once. The same holds for the offsets of times.
func (p *generator) putRest(l *layout, owner string) {
	written := false
	for _, it := range l.items {
		if l.sparse && it.Kind == plan.String { // it has been written with its number
			continue
		}
		if written && it.Kind == plan.String {
			p.Line("if len(%s) > e.TextEnd-s {\nreturn e.Changed(%q, n), s\n}", it.Expr, plan.Join(owner, it.Path))
		}
		if it.Kind == plan.Time {
			p.Line("if %s != 0 && n+4 > e.End {\nreturn e.Changed(%q, n), s\n}", p.zoneVar(it), plan.Join(owner, it.Path))
		}
		p.putItem(it, plan.Join(owner, it.Path))
		written = written || p.writesText(it)
	}
}

// writesText reports whether the rest of an item may have text.
func (p *generator) writesText(it *item) bool {
	switch it.Kind {
	case plan.Pointer, plan.Record, plan.Union, plan.Map:
		return true
	case plan.Array, plan.List:
		class := p.classOf(plan.Elem(it.Type))
		return class == ofStrings || class == ofRecords
	}
	return false
}

// putItem prints the encoding of an item in the rest of a record, or of its text.
func (p *generator) putItem(it *item, path string) {
	p.RefuseLong(it.Rules, it.Type, it.Expr, path)
	switch it.Kind {
	case plan.Time:
		p.Line("if %s != 0 {\nbalecore.Put32(b, n, uint32(%s))\nn += 4\n}", p.zoneVar(it), p.zoneVar(it))
	case plan.Pointer:
		e := model.Underlying(it.Type).(*model.Pointer).Elem
		p.Line("if %s != nil {", it.Expr)
		p.addTotal(e, "1")
		p.Line("n, s = baleCompactPut%s(e, b, n, s, %s)\n}", p.name(e), it.Expr)
	case plan.Record:
		p.addTotal(it.Type, "1") // counting adds it, too
		p.Line("n, s = baleCompactPut%s(e, b, n, s, &%s)", p.name(it.Type), it.Expr)
	case plan.Union:
		p.Line("n, s = baleCompactUnionPut%s(e, b, n, s, %s)", p.name(it.Type), it.Expr)
	case plan.Custom:
		p.Line("if len(%[1]s) > e.End-n {\nreturn e.Changed(%[2]q, n), s\n}\nn += copy(balecore.Bytes(b, n, len(%[1]s)), %[1]s)", p.customVar(it), path)
	case plan.Array:
		p.putList(it.Expr+"[:]", model.Underlying(it.Type).(*model.Array).Elem, path)
	case plan.String, plan.Bytes, plan.List, plan.Map:
		switch u := model.Underlying(it.Type).(type) {
		case *model.Basic:
			p.putText(it.Expr, it.Type, "s")
		case *model.Slice:
			p.addTotal(u.Elem, "len("+it.Expr+")")
			p.putList(it.Expr, u.Elem, path)
		case *model.Map:
			k, x := p.Var("k"), p.Var("x")
			kept := ""
			if p.keeps(it) != nil {
				kept = p.entriesVar(it)
			}
			p.Entries(u, it.Expr, kept, k, x, func() {
				p.Line("n, s = baleCompactPut%s(e, b, n, s, &%s)\nn, s = baleCompactPut%s(e, b, n, s, &%s)", p.name(u.Key), k, p.name(u.Elem), x)
			})
		}
	}
}

// putText prints the encoding of a string's bytes at the variable at, which it advances.
func (p *generator) putText(x string, t model.Type, at string) {
	p.Line("balecore.StoreText(b, %s, %s)\n%s += len(%s)", at, convert("string", x, t), at, x)
}

// putFixed prints the store of a value of a fixed size at an offset of b.
func (p *generator) putFixed(expr, at string, t model.Type) {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		bits := u.Kind.Bits()
		switch u.Kind {
		case model.Float32, model.Float64:
			p.Line("balecore.Put%d(b, %s, %s.Float%dbits(float%d(%s)))", bits, at, p.Import("math"), bits, bits, expr)
		case model.Complex64, model.Complex128:
			for i, part := range []string{"real", "imag"} {
				p.Line("balecore.Put%d(b, %s+%d, %s.Float%dbits(%s(complex%d(%s))))", bits/2, at, i*bits/16, p.Import("math"), bits/2, part, bits, expr)
			}
		default:
			p.Line("balecore.Put%d(b, %s, uint%d(%s))", bits, at, bits, expr)
		}
	case *model.Array:
		if p.plain(t) {
			p.Line("balecore.StoreArray(b, %s, %s)", at, printer.Addr(expr))
			return
		}
		i := p.Var("i")
		p.Line("for %s := range %s {", i, expr)
		p.putFixed(paren(expr)+"["+i+"]", fmt.Sprintf("%s+%d*%s", at, p.fixedSize(u.Elem), i), u.Elem)
		p.Line("}")
	}
}
