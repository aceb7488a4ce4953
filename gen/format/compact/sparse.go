package compact

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// The record of a struct with many fields is sparse. It leaves out the words of the control and the values of the fixed part that are zero, and has a bit for
// each of them in front. The fields of a word that is left out are set to zero together.

// SparseFrom is the number of values from which on the record of a struct is sparse. The fields of structs by value and the elements of short arrays count.
// Tests set it to a small number.
var SparseFrom = 64

// isSparse reports whether the record of t is sparse. That of an earlier layout is as it was.
func (p *generator) isSparse(t model.Type, l *layout) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok || l.grows || p.Custom(t) || l.head() == 0 {
		return false
	}
	if p.Directives != nil {
		if sparse, ok := p.Directives.Sparse[s]; ok {
			return sparse
		}
	}
	return len(l.items) >= SparseFrom
}

// makeSparse makes a layout that of a sparse record. The bit of a value of the fixed part says whether it is there.
func (l *layout) makeSparse() {
	l.sparse = true
	bit := l.words()
	for _, it := range l.fixedItems() {
		it.bit = bit
		bit++
	}
}

// fixedItems returns the items of the fixed part.
func (l *layout) fixedItems() (list []*item) {
	for _, it := range l.items {
		if it.Kind == plan.Fixed {
			list = append(list, it)
		}
	}
	return list
}

// presentBits returns how many words and values of a sparse record have a bit, and presence the bytes of the bits.
func (l *layout) presentBits() int { return l.words() + len(l.fixedItems()) }
func (l *layout) presence() int    { return (l.presentBits() + 7) / 8 }

// presentWords returns how many variables with 64 of these bits there are.
func (l *layout) presentWords() int { return (l.presentBits() + 63) / 64 }

// present returns an expression for a bit of the presence, as a condition.
func present(bit int) string { return fmt.Sprintf("present%d&(1<<%d) != 0", bit/64, bit%64) }

// onesOf returns an expression for the number of bits that are set among those from up to, but not including, to.
func (p *generator) onesOf(from, to int) string {
	var parts []string
	for w := from / 64; 64*w < to; w++ {
		mask := ^uint64(0)
		if from > 64*w {
			mask &= ^uint64(0) << (from - 64*w)
		}
		if to < 64*w+64 {
			mask &= 1<<(to-64*w) - 1
		}
		parts = append(parts, fmt.Sprintf("%s.OnesCount64(present%d&%#x)", p.Import("math/bits"), w, mask))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " + ")
}

// findPresent prints the variables with the presence, and those with the single bits of the control. Without all, it leaves out the latter where nothing but writing
// them needs them.
func (p *generator) findPresent(l *layout, all bool) {
	for i := range l.presentWords() {
		p.Line("var present%d uint64", i)
	}
	bits := make([][]*item, l.words())
	for _, it := range l.items {
		if all {
			p.loadKept(it)
		}
		switch it.Kind {
		case plan.Bool, plan.Pointer, plan.Time:
			bits[it.bit/64] = append(bits[it.bit/64], it)
		}
	}
	for w := range l.words() {
		p.findWord(l, w, bits[w], all)
	}
	for _, it := range l.fixedItems() {
		if bits := p.bitsExpr(it); bits != "" {
			p.Line("present%d |= balecore.Bit(%s != 0) << %d", it.bit/64, bits, it.bit%64)
		} else {
			p.Line("present%d |= 1 << %d", it.bit/64, it.bit%64)
		}
	}
}

// findWord prints the statements that set the bit of word w of the control and its single bits, which are those of the items bits. A word is there if one of its
// numbers or bits is not zero, or if finding that out takes as long as writing it.
func (p *generator) findWord(l *layout, w int, bits []*item, all bool) {
	var some []string
	always := false
	for _, it := range bits {
		always = always || it.Kind == plan.Time
	}
	codes := l.codesOf(w)
	for i := range 16 {
		if c, ok := codes[i]; ok {
			x := p.notZero(c.it)
			always = always || x == ""
			some = append(some, x)
		}
	}
	if all || len(bits) > 0 && !always {
		p.Line("var control%d uint64", w)
		for _, it := range bits {
			p.setBit(it, p.bitOf(it))
		}
	}
	if always {
		p.Line("present%d |= 1 << %d", w/64, w%64)
		return
	}
	if len(bits) > 0 {
		some = append(some, fmt.Sprintf("control%d", w))
	}
	for i := 5; i < len(some); i += 5 {
		some[i] = "\n" + some[i]
	}
	p.Line("present%d |= balecore.Bit(%s != 0) << %d", w/64, strings.Join(some, "|"), w%64)
}

// notZero returns an expression of type uint64 that is not zero if the number of an item is not, or "" if it is as long as writing the number.
func (p *generator) notZero(it *item) string {
	switch it.Kind {
	case plan.Integer:
		return convert("uint64", it.Expr, it.Type)
	case plan.String:
		return "uint64(len(" + it.Expr + "))"
	case plan.Bytes, plan.List, plan.Map:
		if p.keeps(it) == nil {
			return "balecore.Bit(" + it.Expr + " != nil)"
		}
	}
	return ""
}

// bitsExpr returns an expression for the bits of a number of a fixed size as a uint64, or "" for an array and for a complex number, which are always there: comparing
// them takes as long as copying them.
func (p *generator) bitsExpr(it *item) string {
	u, ok := model.Underlying(it.Type).(*model.Basic)
	switch {
	case !ok || u.Kind == model.Complex64 || u.Kind == model.Complex128:
		return ""
	case u.Kind == model.Float64:
		return fmt.Sprintf("%s.Float64bits(%s)", p.Import("math"), convert("float64", it.Expr, it.Type))
	case u.Kind == model.Float32:
		return fmt.Sprintf("uint64(%s.Float32bits(%s))", p.Import("math"), convert("float32", it.Expr, it.Type))
	}
	return fmt.Sprintf("uint64(uint%d(%s))", u.Kind.Bits(), it.Expr)
}

// putSparse prints the encoding of a sparse record, except for the rest, at the variable n, which it advances.
func (p *generator) putSparse(l *layout, name, typ, owner string) {
	p.findPresent(l, true)
	for i := range l.presentWords() {
		p.putPieces(fmt.Sprintf("present%d", i), 8*i, l.presence()-8*i, "n")
	}
	p.Line("at := n + %d\nm := at + 8*(%s)", l.presence(), p.onesOf(0, l.words()))
	for _, it := range l.fixedItems() {
		if bits := p.bitsExpr(it); bits != "" {
			p.Line("balecore.Put64(b, m, %s)\nm += %d * int(present%d>>%d&1)", bits, it.size, it.bit/64, it.bit%64)
			continue
		}
		p.putFixed(it.Expr, "m", it.Type)
		p.Line("m += %d", it.size)
	}
	for w := range l.words() {
		p.Line("if %s {", present(w))
		if l.simple(w) {
			group := p.NameAs(fmt.Sprintf("put word %d %s", w, name), fmt.Sprintf("%s_Word%d", name, w))
			p.Line("control%d, m, s = baleCompactPut%s(e, b, m, s, control%d, v)", w, group, w)
			p.later = append(p.later, func() { p.putGroupFunc(l, w, group, typ, owner) })
		} else {
			p.putGroup(l, w, fmt.Sprintf("control%d", w), owner, fmt.Sprintf("e.Changed(%q, n), s", owner))
		}
		p.Line("balecore.Put64(b, at, control%d)\nat += 8\n}", w)
	}
	if l.words() == 0 {
		p.Line("_ = at")
	}
	p.Line("n = m")
}

// simple reports whether a function of its own encodes and decodes the numbers of word w of the control: integers, and strings with their text. Go does not inline the
// functions of the runtime into a function of more than 5,000 nodes, which one with all 200 fields would be.
func (l *layout) simple(w int) bool {
	codes := l.codesOf(w)
	for _, c := range codes {
		if c.it.Kind != plan.Integer && c.it.Kind != plan.String || c.it.unread || c.it.inPart {
			return false
		}
	}
	return len(codes) > 0 && len(l.converted) == 0 && !l.earlier
}

// isSimple reports whether an item is in a simple word of a sparse record.
func (l *layout) isSimple(it *item) bool {
	return l.sparse && (it.Kind == plan.Integer || it.Kind == plan.String) && l.simple(it.nib/16)
}

// putGroupFunc prints the function that encodes the numbers of a simple word, and the text of their strings.
func (p *generator) putGroupFunc(l *layout, w int, group, typ, owner string) {
	p.Func("func baleCompactPut%s(e *baleCompactEncoder, b balecore.Buffer, m, s int, control uint64, v *%s) (uint64, int, int) {", group, typ)
	word := &layout{}
	for _, it := range l.items {
		if it.nib/16 == w && (it.Kind == plan.Integer || it.Kind == plan.String) {
			word.items = append(word.items, it)
		}
	}
	word = p.load(word, putting) // another goroutine may change a string
	p.putGroup(word, w, "control", owner, fmt.Sprintf("control, e.Changed(%q, m), s", owner))
	p.Line("return control, m, s\n}\n")
}

// putGroup prints the encoding of the numbers with codes in word w of the control, which the variable control gets, and of the text of their strings. fail is what
// is returned if the text has no room.
func (p *generator) putGroup(l *layout, w int, control, owner, fail string) {
	codes := l.codesOf(w)
	var texts []*item
	for i := range 16 {
		if c, ok := codes[i]; ok && c.it.Kind == plan.String {
			texts = append(texts, c.it)
		}
	}
	if len(texts) > 0 {
		p.Line("if %s > int64(e.TextEnd-s) {\nreturn %s\n}", lengths(texts), fail)
	}
	x, declared := p.Var("c"), false
	for i := range 16 {
		if c, ok := codes[i]; ok {
			if !declared {
				p.Line("var %s uint64", x)
				declared = true
			}
			p.Line("%s, m = %s\n%s |= %s << %d", x, p.numbersOf(c.it)[c.half].store("m"), control, x, 4*i)
		}
	}
	for _, it := range texts {
		p.putItem(it, plan.Join(owner, it.Path))
	}
}

// measureSparse prints the declaration of n with the size of a sparse record, except for the rest.
func (p *generator) measureSparse(l *layout) {
	p.findPresent(l, false)
	sum := l.presence()
	p.Line("n := 8 * int64(%s)", p.onesOf(0, l.words()))
	for _, it := range l.fixedItems() {
		if p.bitsExpr(it) == "" {
			sum += it.size
		} else {
			p.Line("n += %d * int64(present%d>>%d&1)", it.size, it.bit/64, it.bit%64)
		}
	}
	p.measureNumbers(l, "n += int64(%s)", sum)
}
