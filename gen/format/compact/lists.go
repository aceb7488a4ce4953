package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// A class is how the elements of a list are written.
type class int

const (
	ofRecords class = iota
	ofBytes         // in one piece
	ofFixed
	ofBools
	ofNumbers
	ofStrings
)

func (p *generator) classOf(e schema.Type) class {
	if p.Custom(e) {
		return ofRecords
	}
	u, basic := schema.Underlying(e).(*schema.Basic)
	switch {
	case p.fixedSize(e) > 0 && basic && u.Kind.Bits() == 8:
		return ofBytes
	case p.fixedSize(e) > 0:
		return ofFixed
	case !basic:
		return ofRecords
	case u.Kind == schema.Bool:
		return ofBools
	case u.Kind == schema.String:
		return ofStrings
	}
	return ofNumbers
}

// plain reports whether a t of a fixed size is the same bytes in memory on every machine.
func (p *generator) plain(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return u.Kind.Bits() == 8
	case *schema.Array:
		return p.plain(u.Elem)
	}
	return false
}

// loopSize is from how many bytes on arrays are copied one by one: each is a few wide moves, and three of 32 bytes
// together take 5 ns less than to call what copies memory.
const loopSize = 16

// whole prints what is done with elements of a fixed size: in one piece, where they are small and in memory what they
// are in a message, else in a loop.
func (p *generator) whole(e schema.Type, piece string, loop func()) {
	switch {
	case p.Safe || p.plain(e) && p.fixedSize(e) >= loopSize:
		loop()
	case p.plain(e):
		p.Line("%s", piece)
	default:
		p.Line("if baleWide {\n%s\n} else {", piece)
		loop()
		p.Line("}")
	}
}

// listSize returns an expression for the bytes that the elements of a list take at most, "" where they are checked by themselves.
func (p *generator) listSize(x string, e schema.Type) string {
	switch p.classOf(e) {
	case ofBytes:
		return fmt.Sprintf("int64(len(%s))", x)
	case ofFixed:
		return fmt.Sprintf("%d*int64(len(%s))", p.fixedSize(e), x)
	case ofBools:
		return fmt.Sprintf("int64(len(%s)+7)/8", x)
	case ofNumbers:
		return fmt.Sprintf("%d*int64(len(%s))+int64(len(%s)+1)/2", bitsOf(e)/8, x, x)
	}
	return ""
}

func (p *generator) putList(x string, e schema.Type, path string) {
	class := p.classOf(e)
	if size := p.listSize(x, e); size != "" {
		p.Line("if %s > int64(e.end-n) {\nreturn e.changed(%q, n), s\n}", size, path)
	}
	switch class {
	case ofBytes:
		p.Line("n += %s(b, n, %s)", p.bytesCall("Store"), x)
	case ofFixed:
		p.whole(e, fmt.Sprintf("n += baleStoreMemory(b, n, %s)", x), func() {
			i := p.Var("i")
			p.Line("for %s := range %s {", i, x)
			p.putFixed(paren(x)+"["+i+"]", "n", e)
			p.Line("n += %d\n}", p.fixedSize(e))
		})
	case ofBools:
		p.Line("n = baleCompactPutBools(b, n, %s)", x)
	case ofNumbers:
		p.Line("n = baleCompactPutNumbers(b, n, %s)", x)
	case ofStrings:
		p.unused = max(p.unused, lensUnused)
		text, sum, from := p.Var("text"), p.Var("sum"), p.Var("from")
		p.Line("%s, %s := s, 0\nn, %s = baleCompactPutLens(e, b, n, %s, %q)\nfor _, %s := range %s {\nif len(%s) > e.textEnd-s {\nreturn e.changed(%q, n), s\n}", from, sum, sum, x, path, text, x, text, path)
		p.putText(text, "s")
		p.Line("}\nif s-%s != %s {\nreturn e.changed(%q, n), s\n}", from, sum, path)
	default:
		p.putRecords(x, e)
	}
}

func (p *generator) putRecords(x string, e schema.Type) {
	i := p.Var("i")
	p.Line("for %s := range %s {\nn, s = baleCompactPut%s(e, b, n, s, &%s[%s])\n}", i, x, p.name(e), paren(x), i)
}

func (p *generator) bytesCall(verb string) string {
	if p.Safe {
		return "bale" + verb + "Bytes"
	}
	return "bale" + verb + "Memory"
}

func paren(x string) string { return "(" + x + ")" }

// getElems prints the reading of elements into x, which has the right length.
func (p *generator) getElems(x string, e schema.Type, path string, rules plan.Rules) {
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.getFixedElems(x, e)
	case ofBools:
		p.Line("if !baleCompactGetBools(d, %s) {\nreturn d.at(%q)\n}", x, path)
	case ofNumbers:
		p.Line("if !baleCompactGetNumbers(d, %s) {\nreturn d.at(%q)\n}", x, path)
	case ofStrings:
		p.Line("if !baleCompactGet%sStrings(d, %s) {\nreturn d.at(%q)\n}", p.stringsOf(rules), x, path)
	default:
		p.getRecords(x, e, path, rules, "%s")
	}
}

// getRecords prints the reading of records. number is what an element is called whose place in x is %s.
func (p *generator) getRecords(x string, e schema.Type, path string, rules plan.Rules, number string) {
	i := p.Var("i")
	p.Line("for %s := range %s {\nif !baleCompactGet%s(d, &%s[%s]) {\nreturn d.atIndex(%q, %s)\n}\n}", i, x, p.ruled(e, rules), paren(x), i, path, fmt.Sprintf(number, i))
}

// getFixedElems prints the reading of elements of a fixed size: the message is known to have so many.
func (p *generator) getFixedElems(x string, e schema.Type) {
	size := p.fixedSize(e)
	if p.classOf(e) == ofBytes {
		p.Line("d.n += %s(%s, baleAll(d.b), d.n)", p.bytesCall("Load"), x)
		return
	}
	p.whole(e, fmt.Sprintf("d.n += baleLoadMemory(%s, baleAll(d.b), d.n)", x), func() {
		i := p.Var("i")
		p.Line("n, b := d.n, baleAll(d.b)\nfor %s := range %s {", i, x)
		p.getFixed(paren(x)+"["+i+"]", "n", e)
		p.Line("n += %d\n}\nd.n = n", size)
	})
}

// stringsOf is which of the functions reads a list of strings.
func (p *generator) stringsOf(rules plan.Rules) string {
	switch {
	case rules.Own:
		return "Own"
	case rules.Intern:
		p.interns = true
		return "Interned"
	}
	return ""
}

// countList prints what adds the needs of a list: of a slice, where its elements come from a slab.
func (p *generator) countList(x string, e schema.Type, slice bool, path string) {
	if i := p.Slab(e); i >= 0 && slice {
		p.Line("e.totals[%d] += len(%s)", i, x)
	}
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.Line("e.size += %d * int64(len(%s))", p.fixedSize(e), x)
	case ofBools:
		p.Line("e.size += int64(len(%s) + 7) / 8", x)
	case ofNumbers:
		p.Line("e.size += %d*int64(len(%s)) + int64(len(%s)+1)/2", bitsOf(e)/8, x, x)
	case ofStrings:
		i := p.Var("i")
		p.Line("e.size += int64(len(%s)) + int64(len(%s)+1)/2\nfor %s := range %s {\ne.text += int64(len(%s[%s]))\n}", x, x, i, x, paren(x), i)
	default:
		p.Line("e.size += %d * int64(len(%s))", p.maxOf(e), x)
		if slice {
			p.countEmpty(x, e)
		}
		p.countRecords(x, e, path, "%s")
	}
}

// countEmpty prints the counting of elements that take no bytes: decoding allows so many in a message.
func (p *generator) countEmpty(x string, e schema.Type) {
	if p.least(e) == 0 {
		p.Line("e.zeroSize(len(%s))", x)
	}
}

// countRecords prints the counting of what records need. number is what an element is called whose place in x is %s.
func (p *generator) countRecords(x string, e schema.Type, path, number string) {
	if !p.deep(e) {
		return
	}
	i := p.Var("i")
	if text := p.onlyText(e); text != nil { // a call for each would cost more than what it does
		p.Line("for %s := range %s {", i, x)
		for _, it := range text {
			p.Line("e.text += int64(len(%s[%s]%s))", paren(x), i, it.expr[1:])
		}
		p.Line("}")
		return
	}
	p.Line("for %s := range %s {\nbaleCompactCount%s(e, &%s[%s])", i, x, p.name(e), paren(x), i)
	p.errorPath(e, "e.atIndex(%q, %s)", path, fmt.Sprintf(number, i))
	p.Line("}")
}

// onlyText is the strings of a struct that has nothing else to count; nil for another.
func (p *generator) onlyText(t schema.Type) []*item {
	if _, ok := schema.Underlying(t).(*schema.Struct); !ok || !p.flat(t) {
		return nil
	}
	var list []*item
	for _, it := range p.layout(t, noRules).items {
		if it.kind == count {
			list = append(list, it)
		}
	}
	return list
}

func (p *generator) measureList(x string, e schema.Type) {
	i := p.Var("i")
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.AddEach(p.fixedSize(e), x)
	case ofBools:
		p.Line("n += int64(len(%s)+7) / 8", x)
	case ofNumbers:
		p.Line("n += int64(len(%s)+1) / 2\nfor %s := range %s {\nn += int64(baleCompactLen(%s))\n}", x, i, x, number64(paren(x)+"["+i+"]", e))
	case ofStrings:
		p.Line("n += int64(len(%s)+1) / 2\nfor %s := range %s {\nn += int64(baleCompactLen(uint64(len(%s[%s]))))\ne.text += int64(len(%s[%s]))\n}", x, i, x, paren(x), i, paren(x), i)
	default:
		p.Line("for %s := range %s {\nn += baleCompactMeasure%s(e, &%s[%s])\n}", i, x, p.name(e), paren(x), i)
	}
}
