package compact

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// The message of a flat type is one record followed by its text. It is usually small, so its functions keep their state in local
// variables instead of an encoder or decoder. Memory is allocated for the maximum size of the numbers: finding their exact size first
// takes 1.25 times as long.

// maxCut is the maximum size, in bytes, up to which a new message is written directly into memory for its maximum size, and its capacity
// is cut to its length. A longer new message is written directly only if its numbers can add at most a quarter to its other bytes;
// otherwise it is written to scratch memory and copied to memory of its length.
const maxCut = 128

// flat reports whether a message of t is one record and its text, so that only text is counted.
func (p *generator) flat(t model.Type) bool {
	l := p.layout(t, noRules)
	if l.grows || l.sparse || l.head() == 0 {
		return false
	}
	for _, it := range l.items {
		switch it.Kind {
		case plan.Array, plan.Pointer, plan.Custom, plan.Union, plan.Record:
			return false
		case plan.String, plan.Bytes, plan.List, plan.Map:
			if !model.IsKind(it.Type, model.String) {
				return false
			}
		}
	}
	return true
}

// flatRoot prints the functions that the methods of a flat type call.
func (p *generator) flatRoot(t *model.Named, name string) {
	l := p.layout(t, noRules)
	p.flatAppend(t, l, name)
	p.flatSize(t, l, name)
	p.flatDecode(t, l, name)
}

// lengths returns an expression for the sum of the lengths of strings, in 64 bits.
func lengths(list []*item) string {
	var parts []string
	for _, it := range list {
		parts = append(parts, fmt.Sprintf("int64(len(%s))", it.Expr))
	}
	if len(parts) == 0 {
		return "int64(0)"
	}
	return strings.Join(parts, " + ")
}

func (p *generator) flatAppend(t *model.Named, l *layout, name string) {
	p.Func("// baleCompactAppend%s appends the message of v to dst: the record, followed by its text.\nfunc baleCompactAppend%s(dst []byte, v *%s) ([]byte, error) {", name, name, p.Type(t))
	l = p.load(l, putting)
	list := texts(l)
	for _, it := range list {
		if it.Rules.Max > 0 {
			p.Line("if len(%[1]s) > %[2]d {\nreturn dst, balecore.LongerThan(%[3]q, len(%[1]s), %[2]d)\n}", it.Expr, it.Rules.Max, plan.Join(t.Name, it.Path))
		}
	}
	p.Line("// The maximum size of the message. A tighter bound costs a few additions, but can save a larger allocation.")
	p.Line("text := %s\ntotal := %d + max(8, %s)", lengths(list), l.max()-4*len(times(l))+p.HeadSize(t), textRoom("text"))
	p.zones(l)
	for _, it := range times(l) {
		p.Line("if %s != 0 {\ntotal += 4\n}", p.zoneVar(it))
	}
	p.Line("if balecore.OverInt(total) {\nreturn dst, balecore.Errors[balecore.TooBig]\n}\nmost := int(total)")
	p.Line("n, w := len(dst), dst[:cap(dst)]\nvar scratch *[]byte")
	p.Line("if len(w)-n < most {\nif dst == nil && (most <= %d || most-int(text)-%d <= (int(text)+%d)/4) {\nw = balecore.New(most)\nw = w[:cap(w)]", maxCut, l.head(), l.head())
	p.Line("} else {\nscratch = balecore.Scratch(most)\nn, w = 0, *scratch\n}\n}\nb := balecore.All(w)")
	if p.HeadSize(t) > 0 {
		p.Line("n = %s", p.PutHead(t, "b", "n"))
	}
	p.putRecord(l)
	for _, it := range times(l) {
		p.putItem(it, "")
	}
	for _, it := range list {
		p.putText(it.Expr, it.Type, "n")
	}
	p.Line("switch {\ncase scratch != nil:\nreturn balecore.Move(dst, scratch, n, most), nil\ncase dst == nil && most <= %d:\nreturn w[:n:n], nil\n}\nreturn w[:n], nil\n}\n", maxCut)
}

func (p *generator) flatSize(t *model.Named, l *layout, name string) {
	p.Func("// baleCompactSize%s returns the size of the message of v.\nfunc baleCompactSize%s(v *%s) int {", name, name, p.Type(t))
	p.Line("var e baleCompactEncoder\nreturn balecore.Size(baleCompactMeasure%s(&e, v) + e.Text%s)\n}\n", name, p.PlusHead(t))
}

func (p *generator) flatDecode(t *model.Named, l *layout, name string) {
	p.Func("// baleCompactDecode%s decodes the message at the front of msg into v and returns its length.\nfunc baleCompactDecode%s(msg []byte, v *%s, alias bool) (int, error) {", name, name, p.Type(t))
	p.CheckHead(t, "msg")
	p.declareConverted(l)
	p.zeroUnread(t, l)
	p.Line("n := %d", p.HeadSize(t))
	p.getRecord(l, "msg", func(code, path string) string {
		return fmt.Sprintf("return balecompact.FailAt(%q, %s, %s, n)", t.Name, path, code)
	})
	p.Line("n += size")
	for _, it := range l.items {
		if it.Kind == plan.Time {
			p.Line("if %s {\nif len(msg)-n < 4 {\nreturn balecompact.Fail(%q, balecore.Truncated, n)\n}", p.zoneVar(it), plan.Join(t.Name, it.Path))
			if !it.unread {
				p.Line("%s = balecompact.Zone(%s, msg[n:])", it.Expr, it.Expr)
			}
			p.Line("n += 4\n}")
		}
	}
	p.flatTexts(t, texts(l))
	p.convertAll(l, t.Name)
	p.Line("return n, nil\n}\n")
}

// flatTexts prints the decoding of the text into the strings of a flat type.
func (p *generator) flatTexts(t *model.Named, list []*item) {
	if len(list) == 0 {
		return
	}
	sum, shared := "", false
	for _, it := range list {
		n := p.countVar(it)
		if it.Rules.Max > 0 && !it.unread {
			p.Line("if %s > %d {\nreturn balecompact.Fail(%q, balecore.TooLong, n)\n}", n, it.Rules.Max, plan.Join(t.Name, it.Path))
		}
		p.Line("if %s > uint64(len(msg)) {\nreturn balecompact.Fail(%q, balecore.Truncated, n)\n}", n, plan.Join(t.Name, it.Path))
		sum += " + " + n
		shared = shared || !it.Rules.Own && !it.Rules.Intern
	}
	if t.Part != nil { // the strings take little of the text
		shared = false
	}
	p.Line("if %s > uint64(len(msg)-n) {\nreturn balecompact.Fail(%q, balecore.Truncated, n)\n}\nsize = int(%s)", sum[3:], t.Name, sum[3:])
	if shared {
		p.Line("if alias || size <= balecore.Piece { // otherwise each string has its own memory\ntext := balecore.Text(msg[n:n+size], alias)")
		p.flatCut(list, shared)
		p.Line("} else {")
	}
	p.Line("text := msg[n : n+size]\n_ = text")
	p.flatCut(list, false)
	if shared {
		p.Line("}")
	}
	p.Line("n += size")
}

// flatCut prints the splitting of the variable text into strings. If text is a string, they are parts of it.
func (p *generator) flatCut(list []*item, isString bool) {
	p.Line("at := uint64(0)")
	for _, it := range list {
		if it.unread {
			p.Line("at += %s", p.countVar(it))
		} else {
			p.flatText(it, isString)
		}
	}
	p.Line("_ = at")
}

// flatText prints the decoding of one string, from text at the variable at.
func (p *generator) flatText(it *item, isString bool) {
	n := p.countVar(it)
	x := fmt.Sprintf("text[at:at+%s]", n)
	switch own := it.Rules.Own || it.Rules.Intern; {
	case !isString:
		x = fmt.Sprintf("string(%s)", x)
	case own:
		x = fmt.Sprintf("%s.Clone(%s)", p.Import("strings"), x)
	}
	p.Line("%s = %s(%s)\nat += %s", it.Expr, p.Type(it.Type), x, n)
}
