package compact

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// A message of a flat type is one record and its text behind it. It is small most often, so it needs no encoder and no
// decoder: what is known about it stands in variables. Memory is taken for the most that its numbers can be: to find
// their sizes first takes a fourth longer.

// flat reports whether a message of t is one record and its strings: nothing is counted but text.
func (p *generator) flat(t schema.Type) bool {
	l := p.layout(t, noRules)
	if l.grows || l.head() == 0 {
		return false
	}
	for _, it := range l.items {
		switch it.kind {
		case list, nilBit, custom, union, record:
			return false
		case count:
			if !schema.IsKind(it.typ, schema.String) {
				return false
			}
		}
	}
	return true
}

// flatRoot prints what the methods of a flat type call.
func (p *generator) flatRoot(t *schema.Named, name string) {
	l := p.layout(t, noRules)
	p.flatAppend(t, l, name)
	p.flatSize(t, l, name)
	p.flatDecode(t, l, name)
}

// texts are the strings of a flat type.
func texts(l *layout) (list []*item) {
	for _, it := range l.items {
		if it.kind == count {
			list = append(list, it)
		}
	}
	return list
}

// lengths is the sum of the lengths of strings.
func lengths(list []*item) string {
	var parts []string
	for _, it := range list {
		parts = append(parts, fmt.Sprintf("len(%s)", it.expr))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " + ")
}

func (p *generator) flatAppend(t *schema.Named, l *layout, name string) {
	list := texts(l)
	p.Func("// baleCompactAppend%s appends a message: the record, and its text.\nfunc baleCompactAppend%s(dst []byte, v *%s) ([]byte, error) {", name, name, p.Type(t))
	p.Line("// The most that the message can be. A tighter bound is worth some additions where it saves a size of memory.")
	p.Line("text := %s\nmost := %d + max(8, %s)", lengths(list), l.max()-4*len(times(l))+p.Head(t), textRoom("text"))
	p.zones(l)
	for _, it := range times(l) {
		p.Line("if %s != 0 {\nmost += 4\n}", zoneVar(it))
	}
	p.Line("n := len(dst)\ndst = baleGrow(dst, most)\nb := baleAll(dst[:cap(dst)])")
	if p.Head(t) > 0 {
		p.Line("n = %s", p.PutHead(t, "b", "n"))
	}
	p.putRecord(l)
	for _, it := range times(l) {
		p.putItem(it)
	}
	for _, it := range list {
		p.putText(it.expr, "n")
	}
	p.Line("return dst[:n], nil\n}\n")
}

func (p *generator) flatSize(t *schema.Named, l *layout, name string) {
	p.Func("// baleCompactSize%s is the size of a message.\nfunc baleCompactSize%s(v *%s) int {", name, name, p.Type(t))
	p.Line("return baleCompactMeasure%s(v) + %s%s\n}\n", name, lengths(texts(l)), p.PlusHead(t))
}

func (p *generator) flatDecode(t *schema.Named, l *layout, name string) {
	p.Func("// baleCompactDecode%s reads a message at the front of msg, and says how long it is.\nfunc baleCompactDecode%s(msg []byte, v *%s, alias bool) (int, error) {", name, name, p.Type(t))
	p.CheckHead(t, "msg")
	p.Line("n := %d", p.Head(t))
	p.getRecord(l, "msg", func(code string) string { return fmt.Sprintf("return baleCompactFail(%q, %s, n)", t.Name, code) })
	for _, it := range l.items {
		if it.kind == time {
			p.zoneHelper()
			p.Line("if %s {\nif len(msg)-n < 4 {\nreturn baleCompactFail(%q, baleTruncated, n)\n}", zoneVar(it), plan.Join(t.Name, it.path))
			p.Line("%s = baleCompactZone(%s, msg[n:])\nn += 4\n}", it.expr, it.expr)
		}
	}
	p.flatTexts(t, texts(l))
	p.Line("return n, nil\n}\n")
}

// flatTexts prints the reading of the text, and cuts it into strings.
func (p *generator) flatTexts(t *schema.Named, list []*item) {
	if len(list) == 0 {
		return
	}
	sum, kept := "", false
	for _, it := range list {
		n := countVar(it)
		if it.rules.Max > 0 {
			p.Line("if %s > %d {\nreturn baleCompactFail(%q, baleTooLong, n)\n}", n, it.rules.Max, plan.Join(t.Name, it.path))
		}
		p.Line("if %s > uint64(len(msg)) {\nreturn baleCompactFail(%q, baleTruncated, n)\n}", n, plan.Join(t.Name, it.path))
		sum += " + " + n
		kept = kept || !it.rules.Own && !it.rules.Intern
	}
	p.Line("size = int(%s)\nif size > len(msg)-n {\nreturn baleCompactFail(%q, baleTruncated, n)\n}", sum[3:], t.Name)
	if kept {
		p.Line("text := baleText(msg[n:n+size], alias)\nat := uint64(0)")
	} else {
		p.Line("text := msg[n : n+size]\nat := uint64(0)")
	}
	for _, it := range list {
		p.flatText(it, kept)
	}
	p.Line("_ = at\nn += size")
}

func (p *generator) flatText(it *item, kept bool) {
	n := countVar(it)
	x := fmt.Sprintf("text[at:at+%s]", n)
	if it.rules.Own || it.rules.Intern {
		x = fmt.Sprintf("string(%s)", x)
		if kept {
			x = fmt.Sprintf("%s.Clone(text[at:at+%s])", p.Import("strings"), n)
		}
	}
	p.Line("%s = %s(%s)\nat += %s", it.expr, p.Type(it.typ), x, n)
}
