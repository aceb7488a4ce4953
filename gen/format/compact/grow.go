package compact

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A growing struct is encoded as five sizes followed by its record. The sizes are those of the record's control, fixed part, numbers and
// rest, and of the struct's text. Each part begins with the oldest fields, so a decoder reads the fields that it knows from the start of
// each part, and takes zeros for missing fields.
const (
	growingSections = 5
	growingHead     = 32 // maximum bytes: the codes, five bytes for each size, and the bytes after them that the last store may overwrite
)

// grows reports whether t is a growing struct, to which fields may be appended.
func (p *generator) grows(t model.Type) bool {
	n, ok := t.(*model.Named)
	return ok && p.Directives.Evolves(n)
}

// declareRemoved prints the variables of removed fields. Encoding writes their zero values; decoding discards what it stores in them.
func (p *generator) declareRemoved(l *layout) {
	for _, it := range l.removed {
		p.Line("var %s %s // removed field %s\n_ = %s", it.Expr, p.Type(it.Type), it.Path, it.Expr)
	}
}

// putGrowing prints the encoding of a growing struct: first the parts, then their sizes before them.
func (p *generator) putGrowing(l *layout, owner string) {
	p.Line("start, text := n, s\nn += %d", growingHead)
	p.zones(l)
	p.putRecord(l)
	p.Line("rest := n")
	p.putRest(l, owner)
	p.Line("if e.Err != nil {\nreturn n, s\n}")
	p.Line("parts := [...]uint64{%d, %d, uint64(rest - start - %d), uint64(n - rest), uint64(s - text)}", l.control(), l.fixed, growingHead+l.head())
	p.Line("m = balecompact.PutNumbers(b, start, parts[:])\nn = m + copy(balecore.Bytes(b, m, n-start-%d), balecore.Bytes(b, start+%d, n-start-%d))", growingHead, growingHead, growingHead)
}

// measureGrowing prints the addition of the bytes of the sizes to n, once n has the record up to its numbers. measure adds the bytes of
// the last two sizes, those of the rest and of the text.
func (p *generator) measureGrowing(l *layout) {
	p.Line("n -= %d\nn += int64(%d + balecompact.Len(%d) + balecompact.Len(%d) + balecompact.Len(uint64(n)))\nrest := n",
		l.head(), (growingSections+1)/2, l.control(), l.fixed)
}

// getGrowing prints the decoding of a growing struct.
func (p *generator) getGrowing(l *layout) {
	p.Line("parts, ok := d.Parts()\nif !ok {\nreturn false\n}")
	p.Line("n, end := d.N, d.N+parts.Size()")
	if l.head() > 0 {
		p.Line("// The record with the fields of this type. Missing fields are zero.")
		p.Line("var record [%d]byte\nb := balecore.All(record[:])", l.readable())
		p.declareControl(l)
		p.Line("copy(record[:%d], d.B[n:n+parts.Control])\nn += parts.Control", l.control())
		p.Line("copy(record[%d:%d], d.B[n:n+parts.Fixed])\nn += parts.Fixed", l.control(), l.head())
		p.Line("copy(record[%d:], d.B[n:n+parts.Numbers])\nn += parts.Numbers", l.head())
		p.Line("size := 0")
		p.loadControl(l)
		p.Line("if size-%d > parts.Numbers {\nreturn d.Fail(balecore.Malformed)\n}", l.head())
		p.getValues(l, "record[:]", failRecord)
	} else {
		p.Line("n += parts.Control + parts.Fixed + parts.Numbers")
	}
	stop := p.Var("stop")
	p.Line("d.N = n\n%s := d.TextPos() + parts.Text // end offset of its text", stop)
	for _, it := range l.needed() {
		switch {
		case it.unread && (it.Kind == plan.Array || it.Kind == plan.Record):
			p.Line("if d.N != end {")
			p.skipItem(it)
			p.Line("}")
		case it.unread:
			p.skipItem(it)
		case it.Kind == plan.Array || it.Kind == plan.Record:
			p.Line("if d.N == end {\n%s\n} else {", zero(p, it))
			p.getItem(it)
			p.Line("}")
		case it.Kind == plan.Custom:
			p.getGrowingCustom(it)
		default:
			p.getItem(it)
		}
	}
	p.Line("if d.N > end || d.TextPos() > %[1]s {\nreturn d.Fail(balecore.Malformed)\n}\nd.N = end\nd.SkipText(%[1]s)", stop)
}

// getGrowingCustom prints the decoding of a value of a custom type. If the record does not have the value, it is zero, and the method is not called: it
// may refuse to decode no bytes. The record has the value if it has bytes, or if its control goes beyond the byte with the first half of the
// value's code. If the code is the second half of the last byte, it may be padding in the record of an older type: then an error of the method means
// that the value is missing.
func (p *generator) getGrowingCustom(it *item) {
	zero := printer.Unparen(it.Expr) + " = " + p.Zero(it.Type)
	last, half := it.nib/2, it.nib%2
	p.Line("if %s > 0 || parts.Control > %d {", p.countVar(it), last+half)
	p.getItem(it)
	p.Line("} else {\n%s", zero)
	if half == 1 {
		p.Line("if parts.Control > %d && %s != nil {\n%s\n}", last, p.Unmarshal(it.Expr, it.Type, "nil"), zero)
	}
	p.Line("}")
}

// zero returns a statement that sets an item to its zero value.
func zero(p *generator, it *item) string {
	if it.Kind == plan.Array {
		return "clear(" + it.Expr + "[:])"
	}
	return it.Expr + " = " + p.Type(it.Type) + "{}"
}
