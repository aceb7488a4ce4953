package compact

import (
	"bale/gen/printer"
	"bale/schema"
)

// count prints the function that adds up the maximum size of a value's rest, its text and its totals. maxSize has the remaining bytes of
// the record.
func (p *generator) count(t schema.Type, l *layout, name string, recursive bool) {
	p.Func("// baleCompactCount%s adds the maximum size of the rest of v, its text and its totals to e.\nfunc baleCompactCount%s(e *baleCompactEncoder, v *%s) {", name, name, p.Type(t))
	p.declareRemoved(l)
	if recursive {
		p.Line("if !e.enter() {\nreturn\n}")
	}
	l = p.load(l, true)
	entries := map[*item]string{}
	for _, it := range l.items { // in the order in which the numbers of a record are written
		if it.kind == custom {
			p.Line("e.size += int64(len(e.keep(%s)))", p.Marshal(it.expr, it.typ))
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
	if recursive {
		p.Line("e.depth--")
	}
	p.Line("}\n")
}

// maxSize returns the maximum bytes of a record of t, without those that its count function adds.
func (p *generator) maxSize(t schema.Type) int {
	l := p.layout(t, noRules)
	if l.grows {
		return l.max() + growingHead
	}
	return l.max()
}

// keeps returns the map type of an item whose entries are kept between counting and writing, or nil.
func (p *generator) keeps(it *item) *schema.Map {
	if u, ok := it.underlying().(*schema.Map); ok && it.kind == count && p.MustKeepEntries(u) {
		return u
	}
	return nil
}

// countItem prints the counting of one item. entries is the variable with the kept entries of a map, or "".
func (p *generator) countItem(it *item, entries string) {
	p.fieldComment(it)
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

// countMap prints the counting of the entries of a map.
func (p *generator) countMap(it *item, u *schema.Map, entries string) {
	p.Line("e.size += %d * int64(len(%s))", p.maxSize(u.Key)+p.maxSize(u.Elem), it.expr)
	if !p.needsCount(u.Key) && !p.needsCount(u.Elem) && !p.MergesKeys(u) {
		return
	}
	keys := p.NewKeySet(u, it.expr)
	k, x := p.Var("k"), p.Var("x")
	if entries != "" {
		p.EachEntry(entries, k, x)
	} else {
		p.Line("for %s, %s := range %s {", k, x, it.expr)
	}
	keys.Begin()
	if p.needsCount(u.Key) {
		p.Line("baleCompactCount%s(e, &%s)", p.name(u.Key), k)
	}
	if p.needsCount(u.Elem) {
		p.Line("baleCompactCount%s(e, &%s)", p.name(u.Elem), x)
	}
	keys.Add(k)
	p.Line("}")
}

// countOne prints the counting of one record of e, which the expression ptr points at.
func (p *generator) countOne(e schema.Type, ptr string) {
	p.Line("e.size += %d", p.maxSize(e))
	if i := p.Slab(e); i >= 0 {
		p.Line("e.totals[%d]++", i)
	}
	if p.needsCount(e) {
		p.Line("baleCompactCount%s(e, %s)", p.name(e), ptr)
	}
}

// measure prints the function that returns the exact size of a record, without the text. Encoding does not use it: it needs only the
// maximum, which is cheaper to find.
func (p *generator) measure(t schema.Type, l *layout, name string, recursive bool) {
	p.Func("// baleCompactMeasure%s returns the exact size of a record without its text, which it adds to e.text.\nfunc baleCompactMeasure%s(e *baleCompactEncoder, v *%s) int64 {", name, name, p.Type(t))
	p.declareRemoved(l)
	if recursive { // a method or another goroutine may change a value so that it contains itself after it is counted
		p.Line("if !e.enter() {\nreturn 0\n}")
	}
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
	if recursive {
		p.Line("e.depth--")
	}
	p.Line("return n\n}\n")
}

// measureNumbers prints the addition of the bytes of an item's numbers to n.
func (p *generator) measureNumbers(it *item) {
	p.loadKept(it)
	for _, x := range p.numbersOf(it) {
		p.AddInt("baleCompactLen(%s)", x.expr)
	}
}

// measureRest prints the addition of the bytes of an item in the rest to n, and of its text to e.text.
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
