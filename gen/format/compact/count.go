package compact

import (
	"bale/gen/printer"
	"bale/schema"
)

// count prints the function that adds up what a value needs beside its record.
func (p *generator) count(t schema.Type, l *layout, name string, again bool) {
	p.Func("// baleCompactCount%s adds what v needs beside its record.\nfunc baleCompactCount%s(e *baleCompactEncoder, v *%s) {", name, name, p.Type(t))
	p.declareRemoved(l)
	if again {
		p.Line("if !e.enter() {\nreturn\n}")
	}
	l = p.load(l, true)
	entries := map[*item]string{}
	for _, it := range l.items { // in the order in which a record is written
		if it.kind == custom {
			p.Line("e.size += int64(len(e.keep(%s.Marshal%s())))", it.expr, p.Marshals(it.typ))
			p.errorPath(it.typ, "e.at(%q)", it.path)
		}
		if u := p.keeps(it); u != nil {
			entries[it] = p.KeepEntries(u, it.expr)
		}
	}
	for _, it := range l.items {
		p.countItem(it, entries[it])
		if it.kind != custom {
			p.errorPath(it.typ, "e.at(%q)", it.path)
		}
	}
	if again {
		p.Line("e.depth--")
	}
	p.Line("}\n")
}

// maxOf is how many bytes a record of t takes at most, beside what is counted.
func (p *generator) maxOf(t schema.Type) int {
	l := p.layout(t, noRules)
	if l.grows {
		return l.max() + growingHead
	}
	return l.max()
}

// keeps returns the map at a place whose entries are kept between counting and writing, or nil.
func (p *generator) keeps(it *item) *schema.Map {
	if u, ok := it.parts().(*schema.Map); ok && it.kind == count && p.KeepsEntries(u) {
		return u
	}
	return nil
}

// countItem prints what adds the needs of one place. Entries is the variable with the entries of a map that are kept.
func (p *generator) countItem(it *item, entries string) {
	p.step(it)
	switch it.kind {
	case nilBit:
		e := schema.Underlying(it.typ).(*schema.Pointer).Elem
		p.Line("if %s != nil {", it.expr)
		p.countOne(e, it.expr)
		p.Line("}")
	case record:
		p.countOne(it.typ, "&"+it.expr)
	case union:
		p.Line("baleCompactUnionCount%s(e, %s)", p.name(it.typ), it.expr)
	case list:
		p.countList(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem, false, it.path)
	case count:
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Basic:
			p.Line("e.text += int64(len(%s))", it.expr)
		case *schema.Slice:
			if p.parallel(u) {
				p.countChunks(it, u.Elem)
			} else {
				p.countList(it.expr, u.Elem, true, it.path)
			}
		case *schema.Map:
			p.countMap(it, u, entries)
		}
	}
}

func (p *generator) countMap(it *item, u *schema.Map, entries string) {
	p.Line("e.size += %d * int64(len(%s))", p.maxOf(u.Key)+p.maxOf(u.Elem), it.expr)
	if !p.deep(u.Key) && !p.deep(u.Elem) {
		return
	}
	k, x := p.Var("k"), p.Var("x")
	if entries != "" {
		p.EachEntry(entries, k, x)
	} else {
		p.Line("for %s, %s := range %s {", k, x, it.expr)
	}
	if p.deep(u.Key) {
		p.Line("baleCompactCount%s(e, &%s)", p.name(u.Key), k)
	}
	if p.deep(u.Elem) {
		p.Line("baleCompactCount%s(e, &%s)", p.name(u.Elem), x)
	}
	p.Line("}")
}

func (p *generator) countOne(e schema.Type, ptr string) {
	p.Line("e.size += %d", p.maxOf(e))
	if i := p.Slab(e); i >= 0 {
		p.Line("e.totals[%d]++", i)
	}
	if p.deep(e) {
		p.Line("baleCompactCount%s(e, %s)", p.name(e), ptr)
	}
}

// measure prints the function that adds up the exact bytes of a record and of what follows it, without
// the text. Encoding has no use for it: to know the most that can be is enough there, and cheaper.
func (p *generator) measure(t schema.Type, l *layout, name string) {
	p.Func("// baleCompactMeasure%s is the size of a record, without its text, which it adds to e.text.\nfunc baleCompactMeasure%s(e *baleCompactEncoder, v *%s) int64 {", name, name, p.Type(t))
	p.declareRemoved(l)
	l = p.load(l, false)
	p.Line("n := int64(%d)", l.head())
	if l.grows {
		p.Line("text := e.text")
	}
	for _, it := range l.items {
		p.measureNumbers(it)
	}
	if l.grows {
		p.measureGrowing(l)
	}
	for _, it := range l.items {
		p.measureRest(it)
	}
	if l.grows {
		p.Line("n += int64(%d + baleCompactLen(uint64(n-rest)) + baleCompactLen(uint64(e.text-text)))", l.head())
	}
	p.Line("return n\n}\n")
}

func (p *generator) measureNumbers(it *item) {
	p.kept(it)
	for _, x := range p.numbersOf(it) {
		p.AddInt("baleCompactLen(%s)", x.expr)
	}
}

func (p *generator) measureRest(it *item) {
	switch it.kind {
	case custom:
		p.AddEach(1, customVar(it))
	case time:
		p.Line("if baleZone(%s) != 0 {\nn += 4\n}", printer.Addr(it.expr))
	case nilBit:
		e := schema.Underlying(it.typ).(*schema.Pointer).Elem
		p.Line("if %s != nil {\nn += baleCompactMeasure%s(e, %s)\n}", it.expr, p.name(e), it.expr)
	case union:
		p.Line("n += baleCompactUnionMeasure%s(e, %s)", p.name(it.typ), it.expr)
	case record:
		p.Line("n += baleCompactMeasure%s(e, &%s)", p.name(it.typ), it.expr)
	case list:
		p.measureList(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem)
	case count:
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Basic:
			p.Line("e.text += int64(len(%s))", it.expr)
		case *schema.Slice:
			if p.parallel(u) {
				p.AddInt("baleCompactIndex(len(%s))", it.expr)
			}
			p.measureList(it.expr, u.Elem)
		case *schema.Map:
			k, x := p.Var("k"), p.Var("x")
			if p.keeps(it) != nil {
				p.EachEntry(entriesVar(it), k, x)
			} else {
				p.Line("for %s, %s := range %s {", k, x, it.expr)
			}
			p.Line("n += baleCompactMeasure%s(e, &%s) + baleCompactMeasure%s(e, &%s)\n}", p.name(u.Key), k, p.name(u.Elem), x)
		}
	}
}
