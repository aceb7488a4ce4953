package compact

import (
	"fmt"

	"bale/schema"
)

// root prints what the methods of a root call: append, decode and size of a whole message.
func (p *printer) root(t *schema.Named) {
	name := p.name(t)
	l := p.layout(t)
	if p.flat(t) {
		p.flatRoot(t, l, name)
		return
	}
	totals := p.totalsOf(t)
	p.sizeOf(t, name, totals)
	p.numbersHelper()
	p.Func("// baleCompactAppend%s appends a message: the totals, the text, and the record.\nfunc baleCompactAppend%s(dst []byte, v *%s) ([]byte, error) {", name, name, p.Type(t))
	p.Line("var e baleCompactEncoder\nbaleCompactCount%s(&e, v)\nif e.err != nil {\nreturn dst, e.err\n}", name)
	numbers := "uint64(e.text)"
	for _, i := range totals {
		numbers += fmt.Sprintf(", uint64(e.totals[%d])", i)
	}
	p.Line("totals := [...]uint64{%s}", numbers)
	p.Line("n := len(dst)\ndst = baleGrow(dst, %d+e.text+e.size)\nb := baleAll(dst[:cap(dst)])", 9*(1+len(totals))+l.most()+8)
	p.Line("n = baleCompactPutUints(b, n, totals[:])\ns := n\nn, _ = baleCompactPut%s(&e, b, n+e.text, s, v)\nreturn dst[:n], e.err\n}\n", name)

	p.Func("// baleCompactDecode%s reads a message at the front of b, and says how long it is.\nfunc baleCompactDecode%s(b []byte, v *%s, alias bool) (int, error) {", name, name, p.Type(t))
	p.Line("d := baleCompactDecoder{b: b}\nvar totals [%d]uint64\nif !baleCompactGetUints(&d, totals[:]) {\nreturn 0, d.error(%q, d.n)\n}", 1+len(totals), t.Name)
	p.Line("if totals[0] > uint64(len(b)-d.n) {\nd.fail(baleTruncated)\nreturn 0, d.error(%q, d.n)\n}", t.Name)
	p.Line("d.text = baleText(b[d.n:d.n+int(totals[0])], alias)\nd.n += int(totals[0])\nd.alias = alias")
	for k, i := range totals {
		p.Line("d.totals[%d] = int(min(totals[%d], %s))", i, k+1, p.room(p.slabs[i]))
	}
	p.Line("if !baleCompactGet%s(&d, v) {\nreturn 0, d.error(%q, d.n)\n}\nreturn d.n, nil\n}\n", name, t.Name)
}

// sizeOf prints the exact size of a message.
func (p *printer) sizeOf(t *schema.Named, name string, totals []int) {
	p.Func("// baleCompactSize%s is the size of a message.\nfunc baleCompactSize%s(v *%s) int {", name, name, p.Type(t))
	p.Line("var e baleCompactEncoder\nbaleCompactCount%s(&e, v)\nif e.err != nil {\nreturn 0\n}\nn := %d + int(baleCompactLen(uint64(e.text)))", name, (2+len(totals))/2)
	for _, i := range totals {
		p.Line("n += int(baleCompactLen(uint64(e.totals[%d])))", i)
	}
	p.Line("return n + e.text + baleCompactMeasure%s(v)\n}\n", name)
}

// flatRoot prints the same for a message that is one record with its text behind it.
func (p *printer) flatRoot(t *schema.Named, l *layout, name string) {
	p.Func("// baleCompactAppend%s appends a message: the record, and its text.\nfunc baleCompactAppend%s(dst []byte, v *%s) ([]byte, error) {", name, name, p.Type(t))
	text := ""
	for _, it := range l.items {
		if it.kind == count {
			text += fmt.Sprintf(" + len(%s)", it.expr)
		}
	}
	if l.head() == 0 {
		p.Line("return dst, nil\n}\n")
	} else {
		p.Line("n := len(dst)\ndst = baleGrow(dst, %d%s)\nb := baleAll(dst[:cap(dst)])", l.most()+8, text)
		p.flatBody(l)
		p.Line("return dst[:n], nil\n}\n")
	}

	p.Line("// baleCompactSize%s is the size of a message.\nfunc baleCompactSize%s(v *%s) int {\nreturn baleCompactMeasure%s(v)%s\n}\n", name, name, p.Type(t), name, text)

	p.Func("// baleCompactDecode%s reads a message at the front of b, and says how long it is.\nfunc baleCompactDecode%s(b []byte, v *%s, alias bool) (int, error) {", name, name, p.Type(t))
	p.Line("d := baleCompactDecoder{b: b}\nif !d.get%s(v, alias) {\nreturn 0, d.error(%q, d.n)\n}\nreturn d.n, nil\n}\n", name, t.Name)
	p.Func("func (d *baleCompactDecoder) get%s(v *%s, alias bool) bool {", name, p.Type(t))
	p.getRecord(l)
	p.Line("d.n = n")
	sum := ""
	for _, it := range l.items {
		if it.kind == clock {
			p.getItem(it, false)
		}
		if it.kind == count {
			p.Line("if %s > uint64(len(d.b)) {\nreturn d.failAt(baleTruncated, %q)\n}", countVar(it), it.path)
			sum += "+" + countVar(it)
		}
	}
	if sum != "" {
		p.Line("text := %s\nif text > uint64(len(d.b)-d.n) {\nreturn d.fail(baleTruncated)\n}", sum[1:])
		p.Line("d.text = baleText(d.b[d.n:d.n+int(text)], alias)\nd.n += int(text)")
	}
	for _, it := range l.items {
		if it.kind == count {
			p.getItem(it, true)
		}
	}
	p.Line("return true\n}\n")
}

// flatBody prints the record of a flat message, and its text.
func (p *printer) flatBody(l *layout) {
	p.putRecord(l)
	for _, it := range l.items {
		if it.kind == clock {
			p.putItem(it, false)
		}
	}
	for _, it := range l.items {
		if it.kind == count {
			p.Line("n += baleCopy(b, n, string(%s))", it.expr)
		}
	}
}

// totalsOf are the slabs that a message of t can use.
func (p *printer) totalsOf(t schema.Type) []int {
	reached := map[string]bool{}
	var walk func(t schema.Type)
	walk = func(t schema.Type) {
		key := p.Type(t)
		if reached[key] {
			return
		}
		reached[key] = true
		for _, it := range p.layout(t).items {
			for _, part := range partsOf(it) {
				walk(part)
			}
		}
	}
	walk(t)
	var list []int
	for i, e := range p.slabs {
		if reached[p.Type(e)] {
			list = append(list, i)
		}
	}
	return list
}
