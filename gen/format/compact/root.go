package compact

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// root prints the functions that the methods of a root call: append, size and decode.
func (p *generator) root(t *model.Named) {
	name := p.name(t)
	if p.flat(t) {
		p.flatRoot(t, name)
		return
	}
	totals := p.totalSlabs(t)
	p.appendRoot(t, name, totals)
	p.sizeRoot(t, name, totals)
	p.decodeRoot(t, name, totals)
}

// partRoot prints the function that decodes a part of a root.
func (p *generator) partRoot(t, root *model.Named) {
	p.Roots[t] = true
	if name := p.name(t); p.flat(root) {
		p.flatDecode(t, p.layout(t, noRules), name)
	} else {
		p.decodeRoot(t, name, p.totalSlabs(root))
	}
}

// totalsLayout returns the layout of the totals at the start of a message: the length of the text, and the number of elements of each slab
// in totals.
func (p *generator) totalsLayout(totals []int) *layout {
	l := &layout{}
	l.add(total("uint64(e.Text)"))
	for _, i := range totals {
		l.add(total(fmt.Sprintf("uint64(e.totals[%d])", i)))
	}
	return l
}

// total returns an item for a number at the start of a message.
func total(expr string) *item {
	return &item{Value: plan.Value{Kind: plan.Integer, Expr: expr, Type: &model.Basic{Kind: model.Uint64}}}
}

// slack is how many bytes after the end of a message encoding may overwrite, since numbers are stored in eight bytes.
const slack = 8

// appendRoot prints the function that appends a message.
func (p *generator) appendRoot(t *model.Named, name string, totals []int) {
	l := p.totalsLayout(totals)
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	once := p.encodesOnce(t)
	if once {
		p.appendOnce(t, l, name)
	}
	if p.needsCount(t) {
		p.Line("baleCompactCount%s(&e, v)", name)
		p.NotEncoded(t, "b")
	}
	p.Line("most := %d + e.Size + %s", l.max()+p.maxSize(t)+p.HeadSize(t), textRoom("e.Text"))
	if once {
		p.Line("baleCompactExpected%s.Counted(e.Text, most-e.Text)", name)
	}
	p.AppendBody(t, emit.Room{Put: "baleCompactMessage" + name, Size: "most", Slack: slack, MaxExcess: "baleCompactUnused", Exact: "false", HeadInside: true})
	if once {
		p.Line("// baleCompactExpected%s has the sizes that messages are expected to have.\nvar baleCompactExpected%s balecompact.Expected\n", name, name)
	}

	p.Func("// baleCompactMessage%s encodes a message at n, as totals, text and record, and returns its end offset.\nfunc baleCompactMessage%s(e *baleCompactEncoder, b balecore.Buffer, n int, v *%s) int {", name, name, p.Type(t))
	if once {
		p.Line("n = baleCompactHead%s(e, b, n)", name)
	} else {
		p.putHead(t, l)
	}
	p.Line("e.TextEnd = n + int(e.Text)\nn, s := baleCompactPut%s(e, b, e.TextEnd, n, v)\nif s != e.TextEnd {\ne.Changed(%q, n)\n}\nreturn n\n}\n", name, t.Name)
	if once {
		p.headFunc(t, l, name)
	}
}

// sizeRoot prints the function that returns the exact size of a message.
func (p *generator) sizeRoot(t *model.Named, name string, totals []int) {
	l := p.totalsLayout(totals)
	p.SizeFunc(t)
	p.VarEncoder(true)
	if p.needsCount(t) {
		p.Line("baleCompactCount%s(&e, v)\nif e.Err != nil {\nreturn 0\n}", name)
	}
	p.measureNumbers(l, "n := e.Text + int64(%s)", l.head()+p.HeadSize(t))
	if p.Contains(t, p.holdsItself) {
		p.Line("n += baleCompactMeasure%s(&e, v)\nif e.Err != nil {\nreturn 0\n}\nreturn balecore.Size(n)\n}\n", name)
		return
	}
	p.Line("return balecore.Size(n + baleCompactMeasure%s(&e, v))\n}\n", name)
}

// decodeRoot prints the function that decodes a message.
func (p *generator) decodeRoot(t *model.Named, name string, totals []int) {
	p.Func("// baleCompactDecode%s decodes the message at the front of msg into v and returns its length.\nfunc baleCompactDecode%s(msg []byte, v *%s, alias bool) (int, error) {", name, name, p.Type(t))
	p.CheckHead(t, "msg")
	p.Line("var d baleCompactDecoder")
	if p.ChargesMemory(t) {
		p.Line("d.Budget = %s", p.Budget(t, "len(msg)"))
	}
	p.TakeSlabs(t)
	get := fmt.Sprintf("baleCompactGet%s(&d, v)", name)
	if isEarlier(t) {
		get = fmt.Sprintf("d.StartAfter(msg, %d, %d, alias) && %s", p.HeadSize(t), len(totals), get)
	} else if len(totals) == 0 {
		start := "StartUncopied"
		if t.Part == nil && p.sharesText(t) {
			start = "Start"
		}
		get = fmt.Sprintf("d.%s(msg, %d, alias) && %s", start, p.HeadSize(t), get)
	} else {
		p.start(t, totals)
	}
	p.TakeRoot(t)
	p.Line("ok := %s", get)
	p.ReleaseTaken()
	p.Line("if !ok {")
	p.NameLimit(t)
	p.Line("return 0, d.Error(%q, d.N)\n}\nreturn d.N, nil\n}\n", t.Name)
}

// start prints the decoding of the totals and of the text.
func (p *generator) start(t *model.Named, totals []int) {
	l := p.totalsLayout(totals)
	p.Line("d.B, d.Alias = msg, alias\nn := %d", p.HeadSize(t))
	fail := func(code, _ string) string { return fmt.Sprintf("return balecompact.Fail(%q, %s, n)", t.Name, code) }
	p.locateHead(l, "msg", fail)
	p.numbersAt, p.loaded, p.lastNumber, p.gaps = l.head(), 0, -1, false
	if t.Part != nil {
		p.useAll(l)
	}
	text := p.loadNumber(p.Var("x"), 0)
	for k, i := range totals {
		if t.Part != nil { // elements that are not read need no memory
			break
		}
		if model.IsByte(p.Slabs[i]) && p.ownsBytes(t) { // the total counts bytes whose memory does not come from the slab
			p.Line("_ = %s", p.nextNumber(k+1))
			continue
		}
		p.Line("d.slabs.totals[%d] = int(min(%s, %s))", i, p.loadNumber(p.Var("x"), k+1), p.maxElems(p.Slabs[i]))
	}
	p.Line("n += size\nif %s > uint64(len(msg)-n) {\n%s\n}", text, fail("balecore.Truncated", ""))
	p.textRoot(t, text)
	p.Line("d.N = d.TextEnd")
}

// textRoot prints the decoding of the text. It is copied, unless it is aliased, or all strings have memory of their own or are
// interned, or the root is a part. A long text is copied in pieces: see nextPiece.
func (p *generator) textRoot(t *model.Named, size string) {
	if t.Part != nil || !p.sharesText(t) {
		p.Line("d.TextAt, d.TextEnd = n, n+int(%s)", size)
		return
	}
	p.Line("d.TextEnd = n + int(%s)\nd.TextAt = d.TextEnd", size)
	p.Line("if alias || d.TextEnd-n <= balecore.Piece {\nd.Text = balecore.Text(msg[n:d.TextEnd], alias)\nd.Copied(len(d.Text))\n} else {\nd.TextAt = n\n}")
}
