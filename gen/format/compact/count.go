package compact

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// count prints the function that adds up the maximum size of a value's rest, its text and its totals. maxSize has the remaining bytes of
// the record.
func (p *generator) count(t model.Type, l *layout, name string, recursive bool) {
	p.Func("// baleCompactCount%s adds the maximum size of the rest of v, its text and its totals to e.\nfunc baleCompactCount%s(e *baleCompactEncoder, v *%s) {", name, name, p.Type(t))
	p.declareRemoved(l)
	if recursive {
		p.Line("if !e.Enter() {\nreturn\n}")
	}
	l = p.load(l, counting)
	p.eachNilable(l, p.SizedParts)
	entries := map[*item]string{}
	for _, it := range l.items { // in the order in which the numbers of a record are written
		if it.Kind == plan.Custom {
			p.Line("e.Size += int64(len(e.Keep(%s)))", p.Marshal(it.Expr, it.Type))
			p.errorPath(it.Type, "e.At(%q)", it.Path)
		}
		if u := p.keeps(it); u != nil {
			entries[it] = p.KeepEntries(u, it.Expr)
		}
	}
	p.addText(l)
	for _, it := range p.countPointers(l) {
		p.countItem(it, entries[it])
		if it.Kind != plan.Custom {
			p.errorPath(it.Type, "e.At(%q)", it.Path)
		}
	}
	if recursive {
		p.Line("e.Depth--")
	}
	p.Line("}\n")
}

// eachNilable calls record for the loaded items of a record that may be nil, except maps, whose entries are kept even if they are nil.
func (p *generator) eachNilable(l *layout, record func(t model.Type, x string)) {
	for _, it := range l.items {
		switch it.Kind {
		case plan.Pointer, plan.List:
			record(it.Type, it.Expr)
		case plan.Union:
			record(it.Type, fmt.Sprintf("baleCompactUnionNumber%s(%s)", p.name(it.Type), it.Expr))
		}
	}
}

// maxSize returns the maximum bytes of a record of t, without those that its count function adds.
func (p *generator) maxSize(t model.Type) int {
	l := p.layout(t, noRules)
	if l.grows {
		return l.max() + growingHead
	}
	return l.max()
}

// keeps returns the map type of an item whose entries are kept between counting and writing, or nil.
func (p *generator) keeps(it *item) *model.Map {
	if u, ok := it.underlying().(*model.Map); ok && p.MustKeepEntries(u) {
		return u
	}
	return nil
}

// countItem prints the counting of one item. entries is the variable with the kept entries of a map, or "".
func (p *generator) countItem(it *item, entries string) {
	switch it.Kind {
	case plan.Pointer:
		e := model.Underlying(it.Type).(*model.Pointer).Elem
		p.Line("if %s != nil {", it.Expr)
		p.countOne(e, it.Expr)
		p.Line("}")
	case plan.Record:
		p.countOne(it.Type, "&"+it.Expr)
	case plan.Union:
		p.Line("baleCompactUnionCount%s(e, %s)", p.name(it.Type), it.Expr)
	case plan.Array:
		p.countList(it.Expr+"[:]", model.Underlying(it.Type).(*model.Array).Elem, false, it.Path)
	case plan.String, plan.Bytes, plan.List, plan.Map:
		switch u := model.Underlying(it.Type).(type) {
		case *model.Slice:
			p.countList(it.Expr, u.Elem, true, it.Path)
		case *model.Map:
			p.countMap(it, u, entries)
		}
	}
}

// countPointers prints the counting of the pointers of a record whose targets have a constant maximum size, without branches: whether an optional number is there
// is hard to predict. It returns the other items.
func (p *generator) countPointers(l *layout) []*item {
	rest := slices.Clone(l.items)
	counts := map[int]string{}
	var sizes []int
	rest = slices.DeleteFunc(rest, func(it *item) bool {
		if it.Kind != plan.Pointer {
			return false
		}
		e := plan.Elem(it.Type)
		if p.needsCount(e) {
			return false
		}
		if i := p.Slab(e); i >= 0 {
			p.Line("e.totals[%d] += int(balecore.Bit(%s != nil))", i, it.Expr)
		}
		size := p.maxSize(e)
		if counts[size] == "" {
			sizes = append(sizes, size)
		} else {
			counts[size] += "+"
		}
		counts[size] += "balecore.Bit(" + it.Expr + " != nil)"
		return true
	})
	for _, size := range sizes {
		p.Line("e.Size += %d * int64(%s)", size, counts[size])
	}
	return rest
}

// countMap prints the counting of the entries of a map.
func (p *generator) countMap(it *item, u *model.Map, entries string) {
	p.Line("e.Size += %d * int64(len(%s))", p.maxSize(u.Key)+p.maxSize(u.Elem), it.Expr)
	if !p.needsCount(u.Key) && !p.needsCount(u.Elem) && !p.MergesKeys(u) {
		return
	}
	keys := p.NewKeySet(u, it.Expr)
	k, x := p.Var("k"), p.Var("x")
	if entries != "" {
		p.EachEntry(entries, k, x)
	} else {
		p.Line("for %s, %s := range %s {", k, x, it.Expr)
	}
	keys.Begin()
	p.countEntry(u.Key, k)
	p.countEntry(u.Elem, x)
	keys.Add(k)
	p.Line("}")
}

// countEntry prints the counting of a key or an element of a map, which is in a variable.
func (p *generator) countEntry(t model.Type, x string) {
	items := p.layout(t, noRules).items
	switch {
	case len(items) == 1 && items[0].Kind == plan.String && items[0].Path == "":
		p.Line("e.Text += int64(len(%s))", x)
	case p.needsCount(t):
		p.Line("baleCompactCount%s(e, &%s)", p.name(t), x)
	}
}

// countOne prints the counting of one record of e, which the expression ptr points at.
func (p *generator) countOne(e model.Type, ptr string) {
	p.Line("e.Size += %d", p.maxSize(e))
	if i := p.Slab(e); i >= 0 {
		p.Line("e.totals[%d]++", i)
	}
	if p.needsCount(e) {
		p.Line("baleCompactCount%s(e, %s)", p.name(e), ptr)
	}
}

// measure prints the function that returns the exact size of a record, without the text. Encoding does not use it: it needs only the
// maximum, which is cheaper to find.
func (p *generator) measure(t model.Type, l *layout, name string, recursive bool) {
	p.Func("// baleCompactMeasure%s returns the exact size of a record without its text, which it adds to e.Text.\nfunc baleCompactMeasure%s(e *baleCompactEncoder, v *%s) int64 {", name, name, p.Type(t))
	p.declareRemoved(l)
	if recursive { // a method or another goroutine may change a value so that it contains itself after it is counted
		p.Line("if !e.Enter() {\nreturn 0\n}")
	}
	l = p.load(l, measuring)
	if l.sparse {
		p.measureSparse(l)
	} else {
		p.measureNumbers(l, "n := int64(%s)", l.head())
	}
	if l.grows {
		p.Line("text := e.Text")
	}
	p.addText(l)
	if l.grows {
		p.measureGrowing(l)
	}
	for _, it := range l.items {
		p.measureRest(it)
	}
	if l.grows {
		p.Line("n += int64(%d + balecompact.Len(uint64(n-rest)) + balecompact.Len(uint64(e.Text-text)))", l.head())
	}
	if recursive {
		p.Line("e.Depth--")
	}
	p.Line("return n\n}\n")
}

// addText prints the addition of the lengths of a record's strings to e.text.
func (p *generator) addText(l *layout) {
	if list := texts(l); len(list) > 0 {
		p.Line("e.Text += %s", lengths(list))
	}
}

// measureNumbers prints the addition of a record's numbers to n, a few in a line. set is the line that declares n with the constant bytes head.
func (p *generator) measureNumbers(l *layout, set string, head int) {
	add, sum := set, fmt.Sprint(head)
	for _, it := range l.items {
		p.loadKept(it)
		for _, x := range p.numbersOf(it) {
			if len(sum) > 60 {
				p.Line(add, sum)
				add, sum = "n += int64(%s)", ""
			} else {
				sum += " + "
			}
			sum += "balecompact.Len(" + x.expr + ")"
		}
	}
	p.Line(add, sum)
}

// measureRest prints the addition of the bytes of an item in the rest to n, and of its text to e.text.
func (p *generator) measureRest(it *item) {
	switch it.Kind {
	case plan.Custom:
		p.AddEach(1, p.customVar(it))
	case plan.Time:
		p.Line("if %s.Location() != %s.UTC && balecore.Offset(%s) != 0 {\nn += 4\n}", it.Expr, p.Import("time"), printer.Addr(it.Expr))
	case plan.Pointer:
		e := model.Underlying(it.Type).(*model.Pointer).Elem
		p.Line("if %s != nil {\nn += baleCompactMeasure%s(e, %s)\n}", it.Expr, p.name(e), it.Expr)
	case plan.Union:
		p.Line("n += baleCompactUnionMeasure%s(e, %s)", p.name(it.Type), it.Expr)
	case plan.Record:
		p.Line("n += baleCompactMeasure%s(e, &%s)", p.name(it.Type), it.Expr)
	case plan.Array:
		p.measureList(it.Expr+"[:]", model.Underlying(it.Type).(*model.Array).Elem)
	case plan.String, plan.Bytes, plan.List, plan.Map:
		switch u := model.Underlying(it.Type).(type) {
		case *model.Slice:
			p.measureList(it.Expr, u.Elem)
		case *model.Map:
			k, x := p.Var("k"), p.Var("x")
			if p.keeps(it) != nil {
				p.EachEntry(p.entriesVar(it), k, x)
			} else {
				p.Line("for %s, %s := range %s {", k, x, it.Expr)
			}
			p.Line("n += baleCompactMeasure%s(e, &%s) + baleCompactMeasure%s(e, &%s)\n}", p.name(u.Key), k, p.name(u.Elem), x)
		}
	}
}
