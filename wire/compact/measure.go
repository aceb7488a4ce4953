package compact

import (
	"fmt"

	"bale/schema"
)

// measure prints the function that adds up the exact bytes of a record and of what follows it, without
// the text. Encoding has no use for it: to know the most that can be is enough there, and cheaper.
func (p *printer) measure(t schema.Type, l *layout, name string) {
	p.Func("// baleCompactMeasure%s is the size of a record, without its text.\nfunc baleCompactMeasure%s(v *%s) int {", name, name, p.Type(t))
	p.Line("n := %d", l.head())
	for _, it := range l.items {
		p.measureItem(it)
	}
	p.Line("return n\n}\n")
}

func (p *printer) measureItem(it *item) {
	add := func(x string) { p.Line("n += int(baleCompactLen(%s))", x) }
	switch it.kind {
	case number:
		add(number64(it.expr, it.typ))
	case clock:
		p.zoneHelper()
		add(fmt.Sprintf("uint64(%s.Unix())", it.expr))
		add(fmt.Sprintf("uint64(%s.Nanosecond())", it.expr))
		p.Line("if baleZone(&%s) != 0 {\nn += 4\n}", it.expr)
	case nilBit:
		e := schema.Underlying(it.typ).(*schema.Pointer).Elem
		p.Line("if %s != nil {\nn += baleCompactMeasure%s(%s)\n}", it.expr, p.name(e), it.expr)
	case list:
		p.measureList(it.expr+"[:]", schema.Underlying(it.typ).(*schema.Array).Elem)
	case blob:
		p.Line("if b, err := %s.Marshal%s(); err == nil {\nn += int(baleCompactLen(uint64(len(b)))) + len(b)\n}", it.expr, methodOf(it))
	case count:
		if more := nilable(it); more != "" {
			p.Line("if %s != nil {\nn += int(baleCompactLen(uint64(len(%s)) + 1))\n}", it.expr, it.expr)
		} else {
			add(fmt.Sprintf("uint64(len(%s))", it.expr))
		}
		switch u := schema.Underlying(it.typ).(type) {
		case *schema.Slice:
			p.measureList(it.expr, u.Elem)
		case *schema.Map:
			k, x := p.Var("k"), p.Var("x")
			p.Line("for %s, %s := range %s {\nn += baleCompactMeasure%s(&%s) + baleCompactMeasure%s(&%s)\n}",
				k, x, it.expr, p.name(u.Key), k, p.name(u.Elem), x)
		}
	}
}

func (p *printer) measureList(x string, e schema.Type) {
	i := p.Var("i")
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.Line("n += %d * len(%s)", p.fixedSize(e), x)
	case ofBools:
		p.Line("n += (len(%s) + 7) / 8", x)
	case ofNumbers:
		p.Line("n += (len(%s) + 1) / 2\nfor %s := range %s {\nn += int(baleCompactLen(%s))\n}", x, i, x, number64(paren(x)+"["+i+"]", e))
	case ofStrings:
		p.Line("n += (len(%s) + 1) / 2\nfor %s := range %s {\nn += int(baleCompactLen(uint64(len(%s[%s]))))\n}", x, i, x, paren(x), i)
	default:
		p.Line("for %s := range %s {\nn += baleCompactMeasure%s(&%s[%s])\n}", i, x, p.name(e), paren(x), i)
	}
}
