package compact

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// getSparse prints the decoding of a sparse record.
func (p *generator) getSparse(l *layout, name, typ string) {
	p.Line("n := d.N\nif len(d.B)-n < %d {\nreturn d.Fail(balecore.Truncated)\n}\nb := balecore.At(d.B, n)", l.presence())
	for i := range l.presentWords() {
		p.loadPieces(fmt.Sprintf("present%d", i), 8*i, l.presence()-8*i)
	}
	if used := l.presentBits(); used%8 != 0 {
		p.Line("if present%d>>%d != 0 {\nreturn d.Fail(balecore.Malformed)\n}", used/64, used%64)
	}
	p.sparseSize(l)
	p.Line("m := %d", l.presence())
	for w := range l.words() {
		p.Line("var control%d uint64\nif %s {\ncontrol%d = balecore.Get64(b, m)\nm += 8", w, present(w), w)
		if mask := l.codeMask(w); mask != 0 {
			p.Line("size += balecompact.Sum(balecompact.Lens(control%d & %#x))", w, mask)
		}
		p.Line("}")
	}
	if used := l.used(); used%64 != 0 {
		p.Line("if control%d>>%d != 0 {\nreturn d.Fail(balecore.Malformed)\n}", used/64, used%64)
	}
	for _, it := range l.fixedItems() {
		p.getSparseFixed(it)
	}
	if l.codes() > 0 {
		p.Line("if len(d.B)-n < size+8 { // numbers are loaded as eight bytes: near the end of the message from a copy\nif len(d.B)-n < size {\nreturn d.Fail(balecore.Truncated)\n}")
		p.Line("var tail [%d]byte\ncopy(tail[:], d.B[n+m:n+size])\nb, m = balecore.All(tail[:]), 0\n}", 8*l.codes()+8)
	}
	p.Line("d.N = n + size")
	p.getSparseBits(l)
	times := p.declareNumbers(l)
	for w := range l.words() {
		p.getGroup(l, w, times, name, typ)
	}
	for _, it := range l.items {
		if it.Kind == plan.Time && !it.unread {
			x := times[it]
			p.Line("if %s >= 1e9 {\nreturn d.FailAt(balecore.Overflow, %q)\n}\n%s = %s.Unix(int64(%s), int64(%s)).UTC()", x[1], it.Path, it.Expr, p.Import("time"), x[0], x[1])
		}
	}
	p.getItems(slices.DeleteFunc(slices.Clone(l.items), func(it *item) bool { return it.Kind == plan.String }), l.earlier)
}

// sparseSize prints the declaration of size with the bytes of a record without its numbers, and the check that the message has them.
func (p *generator) sparseSize(l *layout) {
	size := fmt.Sprintf("%d + 8*(%s)", l.presence(), p.onesOf(0, l.words()))
	list := l.fixedItems()
	for len(list) > 0 { // those of one size in a row together
		k := 1
		for k < len(list) && list[k].size == list[0].size {
			k++
		}
		size += fmt.Sprintf(" +\n%d*(%s)", list[0].size, p.onesOf(list[0].bit, list[0].bit+k))
		list = list[k:]
	}
	p.Line("size := %s\nif len(d.B)-n < size {\nreturn d.Fail(balecore.Truncated)\n}", size)
}

// getSparseFixed prints the decoding of a value of the fixed part.
func (p *generator) getSparseFixed(it *item) {
	if it.unread {
		p.Line("m += %d * int(present%d>>%d&1)", it.size, it.bit/64, it.bit%64)
		return
	}
	p.Line("if %s {", present(it.bit))
	p.getFixed(it.Expr, "m", it.Type)
	p.Line("m += %d\n} else {\n%s = %s\n}", it.size, it.Expr, p.Zero(it.Type))
}

// getSparseBits prints the decoding of the single bits.
func (p *generator) getSparseBits(l *layout) {
	for _, it := range l.items {
		switch {
		case it.Kind == plan.Bool && !it.unread:
			p.Line("%s = %s", it.Expr, testBit(it))
		case it.Kind == plan.Pointer:
			p.Line("%s := %s", p.someVar(it), testBit(it))
		case it.Kind == plan.Time:
			p.Line("%s := %s", p.zoneVar(it), testBit(it))
		}
	}
}

// declareNumbers prints the declarations of the variables for numbers that are used after the groups, and returns those of times.
func (p *generator) declareNumbers(l *layout) map[*item][2]string {
	times := map[*item][2]string{}
	var names []string
	for _, it := range l.items {
		switch it.Kind {
		case plan.Time:
			if !it.unread {
				times[it] = [2]string{p.Var("x"), p.Var("x")}
				names = append(names, times[it][0], times[it][1])
			}
		case plan.Bytes, plan.List, plan.Map, plan.Custom, plan.Union:
			names = append(names, p.countVar(it))
		}
	}
	for chunk := range slices.Chunk(names, 6) {
		p.Line("var %s uint64", strings.Join(chunk, ", "))
	}
	return times
}

// getGroup prints the decoding of the numbers with codes in word w of the control, and of their strings. The fields of a word that is not there are set to zero.
func (p *generator) getGroup(l *layout, w int, times map[*item][2]string, name, typ string) {
	codes := l.codesOf(w)
	if len(codes) == 0 {
		return
	}
	p.Line("if control%d != 0 {", w)
	if mask := l.codeMask(w); l.simple(w) {
		group := p.NameAs(fmt.Sprintf("get word %d %s", w, name), fmt.Sprintf("%s_Word%d", name, w))
		p.Line("if !baleCompactGet%s(d, b, m, control%d, v) {\nreturn false\n}\nm += balecompact.Sum(balecompact.Lens(control%d & %#x))", group, w, w, mask)
		p.later = append(p.later, func() {
			p.Func("func baleCompactGet%s(d *baleCompactDecoder, b balecore.Buffer, m int, control uint64, v *%s) bool {\nlens := balecompact.Lens(control & %#x)", group, typ, mask)
			p.getNumbers(codes, "control", nil)
			p.Line("return true\n}\n")
		})
	} else {
		p.Line("lens := balecompact.Lens(control%d & %#x)", w, mask)
		p.getNumbers(codes, fmt.Sprintf("control%d", w), times)
		p.Line("m += balecompact.Sum(lens)")
	}
	var fields, zeros []string
	for i := range 16 {
		if c, ok := codes[i]; ok && !c.it.unread && (c.it.Kind == plan.Integer || c.it.Kind == plan.String) {
			fields, zeros = append(fields, c.it.Expr), append(zeros, p.Zero(c.it.Type))
		}
	}
	if len(fields) > 0 {
		p.Line("} else {")
		for len(fields) > 0 {
			k := min(8, len(fields))
			p.Line("%s = %s", strings.Join(fields[:k], ", "), strings.Join(zeros[:k], ", "))
			fields, zeros = fields[k:], zeros[k:]
		}
	}
	p.Line("}")
}

// getNumbers prints the decoding of numbers at m, whose codes and sizes are in the variables control and lens, and of the strings among them.
func (p *generator) getNumbers(codes map[int]code, control string, times map[*item][2]string) {
	var texts []*item
	p.Line("at := m")
	for i := range 16 {
		c, ok := codes[i]
		if !ok {
			continue
		}
		load := fmt.Sprintf("balecompact.Load(b, at, %s>>%d)", control, 4*i)
		switch {
		case c.it.Kind == plan.Integer && !c.it.unread:
			p.getSparseNumber(c.it, load)
		case c.it.Kind == plan.Time && !c.it.unread:
			p.Line("%s = %s", times[c.it][c.half], load)
		case c.it.Kind == plan.String:
			p.Line("%s := %s", p.countVar(c.it), load)
			texts = append(texts, c.it)
		case c.it.Kind != plan.Integer && c.it.Kind != plan.Time:
			p.Line("%s = %s", p.countVar(c.it), load)
		}
		p.Line("at += int(lens >> %d & 15)", 4*i)
	}
	p.getItems(texts, false)
}

// getSparseNumber prints the assignment of a number to an integer.
func (p *generator) getSparseNumber(it *item, load string) {
	k := model.Underlying(it.Type).(*model.Basic).Kind
	x, typ := load, "uint64"
	if k.Bits() == 32 || k.Native() {
		x = p.Var("x")
		bits := "32"
		if k.Native() {
			bits = "32>>(" + p.Import("math/bits") + ".UintSize-32)" // always 0 if the type has 64 bits
		}
		p.Line("%s := %s\nif %s>>%s != 0 {\nreturn d.FailAt(balecore.Overflow, %q)\n}", x, load, x, bits, it.Path)
	}
	if k.Signed() {
		x, typ = "balecore.Unzigzag("+x+")", "int64"
	}
	if to := p.Type(it.Type); to != typ {
		x = to + "(" + x + ")"
	}
	p.Line("%s = %s", it.Expr, x)
}
