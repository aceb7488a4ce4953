package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// root prints what the methods of a root call: append, size and decode of a whole message.
func (p *generator) root(t *schema.Named) {
	name := p.name(t)
	if p.flat(t) {
		p.flatRoot(t, name)
		return
	}
	totals := p.totalsOf(t)
	p.appendRoot(t, name, totals)
	p.sizeRoot(t, name, totals)
	p.decodeRoot(t, name, totals)
}

// totalsLayout is the record that a message begins with: the length of the text, and what is announced.
func (p *generator) totalsLayout(totals []int) *layout {
	l := &layout{}
	l.add(&item{kind: number, expr: "e.text", typ: &schema.Basic{Kind: schema.Uint64}})
	for _, i := range totals {
		l.add(&item{kind: number, expr: fmt.Sprintf("e.totals[%d]", i), typ: &schema.Basic{Kind: schema.Uint64}})
	}
	return l
}

// smallMessage is up to how many bytes a message is written on the stack first, so that memory of the right size is
// taken for it: what it can be at most is 2.5 times as long for valmsg, which takes 7 % less so.
const smallMessage = 512

func (p *generator) appendRoot(t *schema.Named, name string, totals []int) {
	l := p.totalsLayout(totals)
	p.AppendFunc(t, "dst")
	p.VarEncoder(true)
	if p.deep(t) {
		p.Line("baleCompactCount%s(&e, v)", name)
		p.NotEncoded(t, "dst")
	}
	p.Line("most := %d + e.size + %s", l.max()+p.maxOf(t)+8+p.Head(t), textRoom("e.text"))
	p.Line("if dst == nil && most <= %d {\n// What is small is written here first, so that no more memory is taken than it needs.", smallMessage)
	p.Line("var small [%d]byte\nn := baleCompactMessage%s(&e, baleAll(small[:]), 0, v)\nreturn append(baleNew(n), small[:n]...), e.err\n}", smallMessage, name)
	p.Line("n := len(dst)\ndst = baleGrow(dst, most)\nn = baleCompactMessage%s(&e, baleAll(dst[:cap(dst)]), n, v)\nreturn dst[:n], e.err\n}\n", name)

	p.Func("// baleCompactMessage%s writes a message at n: what is announced, the text, and the record.\nfunc baleCompactMessage%s(e *baleCompactEncoder, b baleBuffer, n int, v *%s) int {", name, name, p.Type(t))
	if p.Head(t) > 0 {
		p.Line("n = %s", p.PutHead(t, "b", "n"))
	}
	p.putRecord(l)
	p.Line("n, _ = baleCompactPut%s(e, b, n+e.text, n, v)\nreturn n\n}\n", name)
}

// sizeRoot prints the exact size of a message.
func (p *generator) sizeRoot(t *schema.Named, name string, totals []int) {
	l := p.totalsLayout(totals)
	p.SizeFunc(t)
	p.VarEncoder(true)
	if p.deep(t) {
		p.Line("baleCompactCount%s(&e, v)\nif e.err != nil {\nreturn 0\n}", name)
	}
	p.Line("n := %d + e.text", l.head()+p.Head(t))
	for _, it := range l.items {
		p.measureNumbers(it)
	}
	p.Line("return n + baleCompactMeasure%s(v)\n}\n", name)
}

func (p *generator) decodeRoot(t *schema.Named, name string, totals []int) {
	l := p.totalsLayout(totals)
	p.Func("// baleCompactDecode%s reads a message at the front of msg, and says how long it is.\nfunc baleCompactDecode%s(msg []byte, v *%s, alias bool) (int, error) {", name, name, p.Type(t))
	p.CheckHead(t, "msg")
	p.Line("d := baleCompactDecoder{b: msg, alias: alias}\nn := %d", p.Head(t))
	fail := func(code string) string {
		return fmt.Sprintf("return baleCompactFail(%q, %s, n)", t.Name, code)
	}
	p.open(l, "msg", fail)
	p.Line("m := %d\nvar c uint64", l.head())
	text := p.loadNumber(0)
	for k, i := range totals {
		most := p.room(p.Slabs[i])
		if size := max(1, plan.Memory(p.Slabs[i])); size > 1 {
			most = fmt.Sprintf("%s, uint64(baleMaxMemory/%d)", most, size)
		}
		p.Line("d.totals[%d] = int(min(%s, %s))", i, p.loadNumber(k+1), most)
	}
	p.Line("n += size\nif %s > uint64(len(msg)-n) {\n%s\n}", text, fail("baleTruncated"))
	p.textRoot(t, text)
	p.Line("n += int(%s)\nd.n = n", text)
	p.Line("if !baleCompactGet%s(&d, v) {\nreturn 0, d.error(%q, d.n)\n}\nreturn d.n, nil\n}\n", name, t.Name)
}

// textRoot prints the taking of the text: it is copied once, unless no string needs that.
func (p *generator) textRoot(t *schema.Named, size string) {
	if p.rawText(t) {
		p.raw()
		p.Line("d.texts = msg[n : n+int(%s)]", size)
	}
	if p.sharesText(t) {
		p.Line("d.text = baleText(msg[n:n+int(%s)], alias)", size)
	} else {
		p.Line("d.text = baleText(msg[n:n+int(%s)], true)", size)
	}
}
