package compact

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// A class is the encoding of the elements of a list.
type class int

const (
	ofRecords class = iota
	ofBytes         // one byte each
	ofFixed         // a fixed size of more than one byte each
	ofBools         // one bit each
	ofNumbers
	ofStrings
)

// classOf returns the class of lists with elements of type e.
func (p *generator) classOf(e model.Type) class {
	if p.Custom(e) {
		return ofRecords
	}
	u, basic := model.Underlying(e).(*model.Basic)
	switch {
	case p.fixedSize(e) > 0 && basic && u.Kind.Bits() == 8:
		return ofBytes
	case p.fixedSize(e) > 0:
		return ofFixed
	case !basic:
		return ofRecords
	case u.Kind == model.Bool:
		return ofBools
	case u.Kind == model.String:
		return ofStrings
	}
	return ofNumbers
}

// plain reports whether a type of a fixed size has the same bytes in memory on every machine.
func (p *generator) plain(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind.Bits() == 8
	case *model.Array:
		return p.plain(u.Elem)
	}
	return false
}

// loopSize is the minimum size, in bytes, of arrays that are copied one by one in a loop. Each copy is a few wide moves: three arrays of
// 32 bytes together take 5 ns less than one call of a function that copies memory.
const loopSize = 16

// copyOrLoop prints the copying of elements of a fixed size: copyAll if they are small and have the same bytes in memory as in a message,
// else loop. If only some machines have the same bytes in memory, it prints both.
func (p *generator) copyOrLoop(e model.Type, copyAll string, loop func()) {
	switch {
	case p.plain(e) && p.fixedSize(e) >= loopSize:
		loop()
	case p.plain(e):
		p.Line("%s", copyAll)
	default:
		p.Line("if balecore.Wide {\n%s\n} else {", copyAll)
		loop()
		p.Line("}")
	}
}

// listSize returns an expression for the maximum bytes of the elements of a list, or "" if encoding checks the room of each element.
func (p *generator) listSize(x string, e model.Type) string {
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

// putList prints the encoding of the elements of a list.
func (p *generator) putList(x string, e model.Type, path string) {
	class := p.classOf(e)
	if size := p.listSize(x, e); size != "" {
		p.Line("if %s > int64(e.End-n) {\nreturn e.Changed(%q, n), s\n}", size, path)
	}
	switch class {
	case ofBytes:
		p.Line("n += balecore.StoreMemory(b, n, %s)", x)
	case ofFixed:
		p.copyOrLoop(e, fmt.Sprintf("n += balecore.StoreMemory(b, n, %s)", x), func() {
			i := p.Var("i")
			p.Line("for %s := range %s {", i, x)
			p.putFixed(paren(x)+"["+i+"]", "n", e)
			p.Line("n += %d\n}", p.fixedSize(e))
		})
	case ofBools:
		p.Line("n = balecompact.PutBools(b, n, %s)", x)
	case ofNumbers:
		p.Line("n = balecompact.PutNumbers(b, n, %s)", x)
	case ofStrings:
		p.unused = max(p.unused, lensUnused)
		p.Line("n, s = balecompact.PutStrings(&e.Encoder, b, n, s, %s, %q)", x, path)
	default:
		p.putRecords(x, e, path)
	}
}

// putRecords prints the encoding of elements as records.
func (p *generator) putRecords(x string, e model.Type, path string) {
	if p.isNothing(e) {
		return
	}
	loop := func() {
		i := p.Var("i")
		p.Line("for %s := range %s {\nn, s = baleCompactPut%s(e, b, n, s, &%s[%s])\n}", i, x, p.name(e), paren(x), i)
	}
	if !p.inMemory(e) {
		loop()
		return
	}
	p.Line("if balecore.Wide {\nif %d*int64(len(%s)) > int64(e.End-n) {\nreturn e.Changed(%q, n), s\n}\nn += balecore.StoreMemory(b, n, %s)\n} else {", p.minSize(e), x, path, x)
	loop()
	p.Line("}")
}

// inMemory reports whether the record of e has the bytes that it has in memory on little-endian 64-bit machines: those of numbers of a fixed size.
func (p *generator) inMemory(e model.Type) bool {
	if !plan.Packed(e, p.Package) || p.HoldsCustom(e) || model.PartOf(e) != nil {
		return false
	}
	l := p.layout(e, noRules)
	return !l.grows && !l.sparse && l.head() == plan.SizeInMemory(e) && !slices.ContainsFunc(l.items, func(it *item) bool { return it.Kind != plan.Fixed })
}

func paren(x string) string { return "(" + x + ")" }

// getElems prints the decoding of elements into x, which has the right length.
func (p *generator) getElems(x string, e model.Type, path string, rules plan.Rules) {
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.getFixedElems(x, e)
	case ofBools:
		p.Line("if !balecompact.GetBools(&d.Decoder, %s) {\nreturn d.At(%q)\n}", x, path)
	case ofNumbers:
		p.Line("if !balecompact.GetNumbers(&d.Decoder, %s) {\nreturn d.At(%q)\n}", x, path)
	case ofStrings:
		p.Line("if !balecompact.Get%sStrings(&d.Decoder, %s) {\nreturn d.At(%q)\n}", p.stringsFunc(rules), x, path)
	default:
		p.getRecords(x, e, path, rules, "%s")
	}
}

// getRecords prints the decoding of elements that are records. In indexFormat, %s is the index in x; the result is the index in errors.
func (p *generator) getRecords(x string, e model.Type, path string, rules plan.Rules, indexFormat string) {
	if p.isNothing(e) && !p.zeroes(e) {
		return
	}
	loop := func() {
		i := p.Var("i")
		p.Line("for %s := range %s {\nif !baleCompactGet%s(d, &%s[%s]) {\nreturn d.AtIndex(%q, %s)\n}\n}", i, x, p.nameWith(e, rules), paren(x), i, path, fmt.Sprintf(indexFormat, i))
	}
	if !p.inMemory(e) {
		loop()
		return
	}
	p.Line("if k := (len(d.B)-d.N)/%d; balecore.Wide && k >= len(%s) {\nd.N += balecore.LoadMemory(%s, balecore.All(d.B), d.N)\n} else {", p.minSize(e), x, x)
	loop()
	p.Line("}")
}

// getFixedElems prints the decoding of elements of a fixed size. The message has been checked to hold them.
func (p *generator) getFixedElems(x string, e model.Type) {
	size := p.fixedSize(e)
	if p.classOf(e) == ofBytes {
		p.Line("d.N += balecore.LoadMemory(%s, balecore.All(d.B), d.N)", x)
		return
	}
	p.copyOrLoop(e, fmt.Sprintf("d.N += balecore.LoadMemory(%s, balecore.All(d.B), d.N)", x), func() {
		i := p.Var("i")
		p.Line("n, b := d.N, balecore.All(d.B)\nfor %s := range %s {", i, x)
		p.getFixed(paren(x)+"["+i+"]", "n", e)
		p.Line("n += %d\n}\nd.N = n", size)
	})
}

// stringsFunc returns the middle part of the name of the function that decodes a list of strings.
func (p *generator) stringsFunc(rules plan.Rules) string {
	switch {
	case rules.Own:
		return "Own"
	case rules.Intern:
		return "Interned"
	}
	return ""
}

// countList prints the counting of the elements of a list. Only the elements of a slice can come from a slab.
func (p *generator) countList(x string, e model.Type, slice bool, path string) {
	if i := p.Slab(e); i >= 0 && slice {
		p.Line("e.totals[%d] += len(%s)", i, x)
	}
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.Line("e.Size += %d * int64(len(%s))", p.fixedSize(e), x)
	case ofBools:
		p.Line("e.Size += int64(len(%s) + 7) / 8", x)
	case ofNumbers:
		p.Line("e.Size += %d*int64(len(%s)) + int64(len(%s)+1)/2", bitsOf(e)/8, x, x)
	case ofStrings:
		p.Line("e.Size += int64(len(%s)) + int64(len(%s)+1)/2\ne.Text += balecompact.Texts(%s)", x, x, x)
	default:
		p.Line("e.Size += %d * int64(len(%s))", p.maxSize(e), x)
		if slice {
			p.countEmpty(x, e)
		}
		p.countRecords(x, e, path, "%s")
	}
}

// isNothing reports whether no value of e takes any bytes. Lists of such elements need no loop: an array can have very many of them.
func (p *generator) isNothing(e model.Type) bool {
	l := p.layout(e, noRules)
	return !l.grows && !slices.ContainsFunc(l.items, func(it *item) bool {
		return it.Kind != plan.Array || !p.isNothing(model.Underlying(it.Type).(*model.Array).Elem)
	})
}

// zeroes reports whether decoding a value of e, of which no value takes any bytes, sets fields to zero that messages of an earlier layout do not have.
func (p *generator) zeroes(e model.Type) bool {
	l := p.layout(e, noRules)
	return len(l.absent) > 0 || slices.ContainsFunc(l.items, func(it *item) bool { return p.zeroes(plan.Elem(it.Type)) })
}

// countEmpty prints the counting of elements that can take no bytes, since decoding limits their number in a message.
func (p *generator) countEmpty(x string, e model.Type) {
	if p.minSize(e) == 0 {
		p.Line("e.ZeroSize(len(%s))", x)
	}
}

// countRecords prints the counting of elements that are records. indexFormat is like that of getRecords.
func (p *generator) countRecords(x string, e model.Type, path, indexFormat string) {
	if !p.needsCount(e) || p.isNothing(e) {
		return
	}
	i := p.Var("i")
	if text := p.onlyText(e); text != nil { // a call for each element would cost more than the additions
		p.Line("for %s := range %s {", i, x)
		for _, it := range text {
			p.Line("e.Text += int64(len(%s[%s]%s))", paren(x), i, it.Expr[1:])
		}
		p.Line("}")
		return
	}
	p.Line("for %s := range %s {\nbaleCompactCount%s(e, &%s[%s])", i, x, p.name(e), paren(x), i)
	p.errorPath(e, "e.AtIndex(%q, %s)", path, fmt.Sprintf(indexFormat, i))
	p.Line("}")
}

// onlyText returns the strings of a struct that has nothing else to count, and nil for other types.
func (p *generator) onlyText(t model.Type) []*item {
	if _, ok := model.Underlying(t).(*model.Struct); !ok || !p.flat(t) {
		return nil
	}
	var list []*item
	for _, it := range p.layout(t, noRules).items {
		if it.Kind == plan.String {
			list = append(list, it)
		}
	}
	return list
}

// measureList prints the addition of the bytes of a list to n, and of its text to e.text.
func (p *generator) measureList(x string, e model.Type) {
	i := p.Var("i")
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		p.AddEach(p.fixedSize(e), x)
	case ofBools:
		p.Line("n += int64(len(%s)+7) / 8", x)
	case ofNumbers:
		p.Line("n += int64(len(%s)+1) / 2\nfor %s := range %s {\nn += int64(balecompact.Len(%s))\n}", x, i, x, number64(paren(x)+"["+i+"]", e))
	case ofStrings:
		p.Line("n += int64(len(%s)+1) / 2\nfor %s := range %s {\nn += int64(balecompact.Len(uint64(len(%s[%s]))))\ne.Text += int64(len(%s[%s]))\n}", x, i, x, paren(x), i, paren(x), i)
	case ofRecords:
		if p.isNothing(e) {
			return
		}
		p.Line("for %s := range %s {\nn += baleCompactMeasure%s(e, &%s[%s])\n}", i, x, p.name(e), paren(x), i)
	}
}
