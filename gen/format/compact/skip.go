package compact

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// The fields that a part does not read are items with unread set. Their numbers are not loaded, except for lengths, their text is not copied, and
// what they have in the rest is skipped by functions such as baleCompactSkip_Line, in which all items are unread.

// skipFunc prints the function that skips a record of t.
func (p *generator) skipFunc(t model.Type) {
	l := p.layout(t, noRules)
	l.skipAll()
	name := p.Name(t)
	p.Func("// baleCompactSkip%[1]s skips a record of a %[2]s.\nfunc baleCompactSkip%[1]s(d *baleCompactDecoder) bool {", name, strings.TrimPrefix(name, "_"))
	if l.grows {
		p.Line("parts, ok := d.Parts()\nif !ok {\nreturn false\n}\nd.N += parts.Size()\nreturn d.PassText(uint64(parts.Text))\n}\n")
		return
	}
	recursive := p.holdsItself(t)
	if recursive {
		p.dec.CheckDepth("")
	}
	p.getBody(l, name, "")
	p.endGet(recursive)
}

// skipAll makes all items unread. The values of removed fields need no variables then.
func (l *layout) skipAll() {
	for _, it := range l.items {
		it.unread, it.zeroed = true, false
	}
	l.removed = nil
}

// needed returns the items that the decoder of a record handles: those that are read, and those before them. The sizes of a growing struct tell
// where it ends, so nothing after the last item that is read is needed.
func (l *layout) needed() []*item {
	items := l.items
	for l.grows && len(items) > 0 && items[len(items)-1].unread {
		items = items[:len(items)-1]
	}
	return items
}

// skipName returns the suffix of the name of the function that skips a record of t, and queues the function for printing.
func (p *generator) skipName(t model.Type) string {
	name := p.Name(t)
	if !p.skipped[name] {
		p.skipped[name] = true
		p.skips = append(p.skips, t)
	}
	return name
}

// getItems prints the decoding of items in the rest of a record, which messages of an earlier layout may have. The text of strings in a row that are not read is skipped at once.
func (p *generator) getItems(items []*item, earlier bool) {
	for len(items) > 0 {
		n, read := 0, 0
		for n < len(items) && items[n].unread && items[n].Kind == plan.String {
			n++
		}
		for read < len(items) && items[read].isShared() {
			read++
		}
		switch {
		case read > 1:
			p.getTexts(items[:read])
			items = items[read:]
			continue
		case n > 1:
			counts := make([]string, n)
			for i, it := range items[:n] {
				counts[i] = p.countVar(it)
			}
			p.Line("if !d.PassTexts(%s) {\nreturn false\n}", strings.Join(counts, ", "))
			items = items[n:]
			continue
		case items[0].unread:
			p.skipItem(items[0])
		case earlier:
			p.getShared(items[0])
		default:
			p.getItem(items[0])
		}
		items = items[1:]
	}
}

// skipItem prints the skipping of an item in the rest of a record.
func (p *generator) skipItem(it *item) {
	fail := func(format string, args ...any) {
		p.dec.ReturnFailedIf(it.Path, "!"+format, args...)
	}
	switch it.Kind {
	case plan.Time:
		fail("d.PassZone(%s)", p.zoneVar(it))
	case plan.Pointer:
		p.Line("if %s {", p.someVar(it))
		fail("baleCompactSkip%s(d)", p.skipName(plan.Elem(it.Type)))
		p.Line("}")
	case plan.Record:
		fail("baleCompactSkip%s(d)", p.skipName(it.Type))
	case plan.Union:
		p.skipUnion(it)
	case plan.Custom:
		fail("d.Pass(%s, 1)", p.countVar(it))
	case plan.Array:
		u := model.Underlying(it.Type).(*model.Array)
		p.skipElems(it, u.Elem, fmt.Sprint(u.Len))
	case plan.String:
		fail("d.PassText(%s)", p.countVar(it))
	case plan.Bytes, plan.List:
		n := p.countVar(it)
		p.Line("if %s > 0 {\n%s--", n, n)
		p.skipElems(it, plan.Elem(it.Type), n)
		p.Line("}")
	case plan.Map:
		p.skipMap(it)
	}
}

// skipUnion prints the skipping of the value of a union.
func (p *generator) skipUnion(it *item) {
	p.Line("switch %s {\ncase 0:", p.countVar(it))
	for i, m := range plan.Members(it.Type) {
		p.Line("case %d:", i+1)
		p.dec.ReturnFailedIf(plan.Join(it.Path, plan.MemberPath(m, p.Package)), "!baleCompactSkip%s(d)", p.skipName(m))
	}
	p.Line("default:")
	p.dec.ReturnError("balecore.Malformed", it.Path, "")
	p.Line("}")
}

// skipMap prints the skipping of the entries of a map. Its count is its number of entries + 1, or 0 for nil.
func (p *generator) skipMap(it *item) {
	u, n := model.Underlying(it.Type).(*model.Map), p.countVar(it)
	p.Line("if %s > 0 {\n%s--", n, n)
	p.checkEntries(it, u, n)
	p.Line("for range %s {", n)
	for _, t := range []model.Type{u.Key, u.Elem} {
		p.dec.ReturnFailedIf(it.Path, "!baleCompactSkip%s(d)", p.skipName(t))
	}
	p.Line("}\n}")
}

// skipElems prints the skipping of n elements of type e. n is an expression for a uint64, or a constant.
func (p *generator) skipElems(it *item, e model.Type, n string) {
	fail := func(format string, args ...any) { p.dec.ReturnFailedIf(it.Path, "!"+format, args...) }
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		fail("d.Pass(%s, %d)", n, p.fixedSize(e))
	case ofBools:
		fail("d.Pass(%s/8+min(%s%%8, 1), 1)", n, n)
	case ofNumbers:
		fail("d.PassNumbers(%s)", n)
	case ofStrings:
		fail("d.PassStrings(%s)", n)
	default:
		p.skipRecords(it, e, n)
	}
}

// skipRecords prints the skipping of n elements that are records.
func (p *generator) skipRecords(it *item, e model.Type, n string) {
	if it.Kind != plan.Array {
		p.checkElems(it, e, n)
	}
	if p.isNothing(e) {
		return
	}
	i := p.Var("i")
	p.Line("for %s := range uint64(%s) {\nif !baleCompactSkip%s(d) {\nreturn d.AtIndex(%q, int(%s))\n}\n}", i, n, p.skipName(e), it.Path, i)
}
