package compact

import (
	"bale/schema"
)

// A struct that may grow is written as five numbers and what they count: the bytes of its control, of what is fixed,
// of its numbers, of what follows the record, and of its text. Each of them begins with that of the fields that were
// there first, so a reader takes what it knows of each, and has zeros for what is not there.
const (
	growingSections = 5
	growingHead     = 32 // bytes at most: the codes, five bytes each, and what the last store may touch
)

// grows reports whether fields may be appended to t.
func (p *generator) grows(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && p.Directives.Evolve(n)
}

// declareRemoved prints the variables of fields that were removed: zero values to encode, or what is decoded and dropped.
func (p *generator) declareRemoved(l *layout) {
	for _, it := range l.removed {
		p.Line("var %s %s // %s, which was removed\n_ = %s", it.expr, p.Type(it.typ), it.path, it.expr)
	}
}

// putGrowing prints the writing of the parts, and then of their sizes in front of them.
func (p *generator) putGrowing(l *layout, owner string) {
	p.Line("start, text := n, s\nn += %d", growingHead)
	p.zones(l)
	p.putRecord(l)
	p.Line("rest := n")
	p.putItems(l, owner)
	p.Line("if e.err != nil {\nreturn n, s\n}")
	p.Line("parts := [...]uint64{%d, %d, uint64(rest - start - %d), uint64(n - rest), uint64(s - text)}", l.control(), l.fixed, growingHead+l.head())
	p.Line("m = baleCompactPutNumbers(b, start, parts[:])\nn = m + copy(baleBytes(b, m, n-start-%d), baleBytes(b, start+%d, n-start-%d))", growingHead, growingHead, growingHead)
}

// measureGrowing prints, behind the numbers, the size of the sizes, but for those of what follows the record and of the text.
func (p *generator) measureGrowing(l *layout) {
	p.Line("n -= %d\nn += int64(%d + baleCompactLen(%d) + baleCompactLen(%d) + baleCompactLen(uint64(n)))\nrest := n",
		l.head(), (growingSections+1)/2, l.control(), l.fixed)
}

// getGrowing prints the reading of the parts.
func (p *generator) getGrowing(l *layout) {
	p.Line("parts, ok := d.parts()\nif !ok {\nreturn false\n}")
	p.Line("n, end := d.n, d.n+parts.size()")
	if l.head() > 0 {
		p.Line("// The record as it would be with the fields of this type, and zeros for those that are not there.")
		p.Line("var record [%d]byte\nb := baleAll(record[:])", l.window())
		for w := range l.words() {
			p.Line("var control%d uint64", w)
			if l.codeMask(w) != 0 {
				p.Line("var lens%d uint64", w)
			}
		}
		p.Line("copy(record[:%d], d.b[n:n+parts.control])\nn += parts.control", l.control())
		p.Line("copy(record[%d:%d], d.b[n:n+parts.fixed])\nn += parts.fixed", l.control(), l.head())
		p.Line("copy(record[%d:], d.b[n:n+parts.numbers])\nn += parts.numbers", l.head())
		p.Line("size := 0")
		p.loadControl(l)
		p.Line("if size-%d > parts.numbers {\nreturn d.fail(baleMalformed)\n}", l.head())
		p.getPlaces(l, failRecord)
	} else {
		p.Line("n += parts.control + parts.fixed + parts.numbers")
	}
	p.Line("d.n = n\ntext := d.textAt - len(d.text) + parts.text // where its text ends")
	for _, it := range l.items {
		switch it.kind {
		case list, record:
			p.Line("if d.n == end {\n%s\n} else {", zero(p, it))
			p.getItem(it)
			p.Line("}")
		default:
			p.getItem(it)
		}
	}
	p.Line("if d.n > end || d.textAt-len(d.text) > text {\nreturn d.fail(baleMalformed)\n}\nd.n = end\nd.skipText(text)")
}

func zero(p *generator, it *item) string {
	if it.kind == list {
		return "clear(" + it.expr + "[:])"
	}
	return it.expr + " = " + p.Type(it.typ) + "{}"
}
