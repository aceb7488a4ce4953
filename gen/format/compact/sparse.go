package compact

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// The record of a struct with many fields is sparse. It has a bit for each field in front, and bytes only for the fields that are not zero: an execution report
// of FIX with 20 of its 200 fields has 160 bytes instead of 613. The functions with a branch for each field are slower for structs whose fields
// are all set, and so are only for those of which that is not to be expected.

// SparseFrom is the number of fields from which on the record of a struct is sparse. The fields of structs by value and the elements of short arrays count.
// Tests set it to a small number.
var SparseFrom = 64

// isSparse reports whether the record of t is sparse. That of an earlier layout is as it was.
func (p *generator) isSparse(t model.Type, l *layout) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok || l.grows || p.Custom(t) {
		return false
	}
	if p.Directives != nil {
		if sparse, ok := p.Directives.Sparse[s]; ok {
			return sparse
		}
	}
	return len(l.items) >= SparseFrom
}

// makeSparse gives the items of a layout their positions in a sparse record.
func (l *layout) makeSparse() {
	l.sparse, l.nibs, l.bits, l.fixed, l.numberBytes = true, 0, 0, 0, 0
	for i, it := range l.items {
		it.nib = i // it has no code, but the variable with its count has a name of its own
		switch it.Kind {
		case plan.Array, plan.Record:
			continue
		case plan.Custom:
			l.numberBytes += 1 + maxLen
			continue
		case plan.Fixed:
			l.numberBytes += it.size
		case plan.Integer:
			l.numberBytes += 1 + bitsOf(it.Type)/8
		case plan.String:
			l.numberBytes += 2 // see textRoom
		case plan.Bytes, plan.List, plan.Map:
			l.numberBytes += 1 + maxLen
		case plan.Union:
			l.numberBytes += 1 + 2
		case plan.Time:
			l.numberBytes += 9 + 5 + 4
		}
		it.bit = l.bits
		l.bits++
	}
}

// sparseUnused is the maximum bytes that storing a number requests beyond those counted.
const sparseUnused = 9

// putSparse prints the encoding of a sparse record, except for the rest, at the variable n, which it advances.
func (p *generator) putSparse(l *layout, owner string) {
	p.unused = max(p.unused, sparseUnused)
	for w := range l.words() {
		p.Line("var control%d uint64", w)
	}
	p.Line("start := n\nif n += %d; n > e.End {\nreturn e.Changed(%q, start), s\n}", l.head(), owner)
	for _, it := range l.items {
		p.loadKept(it)
		set := fmt.Sprintf("control%d |= 1 << %d", it.bit/64, it.bit%64)
		switch it.Kind {
		case plan.Bool, plan.Pointer:
			p.setBit(it, p.bitOf(it))
		case plan.Custom:
			p.Line("n = e.PutNumber(b, n, %s, %q)", p.numbersOf(it)[0].expr, owner)
		case plan.Fixed:
			p.putSparseFixed(it, set, owner)
		case plan.Integer, plan.Union:
			p.Line("if x := %s; x != 0 {\n%s\nn = e.PutNumber(b, n, x, %q)\n}", uint64Of(p.numbersOf(it)[0]), set, owner)
		case plan.String:
			p.Line("if x := %s; x != \"\" {\n%s", convert("string", it.Expr, it.Type), set)
			p.RefuseLong(it.Rules, it.Type, "x", plan.Join(owner, it.Path))
			p.Line("n, s = e.PutText(b, n, s, x, %q)\n}", owner)
		case plan.Bytes, plan.List, plan.Map:
			x := it.Expr
			if p.keeps(it) != nil {
				x = p.entriesVar(it)
			}
			p.Line("if %s != nil {\n%s\nn = e.PutNumber(b, n, uint64(len(%s)), %q)\n}", x, set, x, owner)
		case plan.Time:
			p.Line("if x := %s; x != (%s.Time{}) {\n%s\nn = e.PutTime(b, n, x, %q)\n}", it.Expr, p.Import("time"), set, owner)
		}
	}
	p.putControl(l, "start")
}

// uint64Of returns an expression of type uint64 for a number.
func uint64Of(x integer) string {
	if x.bits == 32 && !strings.HasPrefix(x.expr, "uint64(") && !strings.HasPrefix(x.expr, "balecore.Zigzag(") {
		return "uint64(" + x.expr + ")"
	}
	return x.expr
}

// putSparseFixed prints the encoding of a value of a fixed size. Arrays are always there: comparing them takes as long as copying them.
func (p *generator) putSparseFixed(it *item, set, owner string) {
	if bits := p.bitsExpr(it); bits != "" {
		p.Line("if x := %s; x != 0 {\n%s\nn = e.PutWord(b, n, x, %d, %q)\n}", bits, set, it.size, owner)
		return
	}
	p.Line("%s\nif n+%d > e.End {\nreturn e.Changed(%q, n), s\n}", set, it.size, owner)
	p.putFixed(it.Expr, "n", it.Type)
	p.Line("n += %d", it.size)
}

// bitsExpr returns an expression for the bits of a number of a fixed size as a uint64, or "" for an array and for a complex number.
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

// measureSparse prints the declaration of n with the size of a sparse record, except for the rest.
func (p *generator) measureSparse(l *layout) {
	p.Line("n := int64(%d)", l.head())
	some := func(size, condition string) { p.Line("n += %s * int64(balecore.Bit(%s))", size, condition) }
	for _, it := range l.items {
		p.loadKept(it)
		switch it.Kind {
		case plan.Custom:
			p.Line("n += balecompact.NumberLen(%s)", p.numbersOf(it)[0].expr)
		case plan.Fixed:
			if bits := p.bitsExpr(it); bits != "" {
				some(fmt.Sprint(it.size), bits+" != 0")
			} else {
				p.Line("n += %d", it.size)
			}
		case plan.Integer, plan.Union:
			x := uint64Of(p.numbersOf(it)[0])
			some("balecompact.NumberLen("+x+")", x+" != 0")
		case plan.String:
			some(fmt.Sprintf("balecompact.NumberLen(uint64(len(%s)))", it.Expr), it.Expr+` != ""`)
		case plan.Bytes, plan.List, plan.Map:
			x := it.Expr
			if p.keeps(it) != nil {
				x = p.entriesVar(it)
			}
			some(fmt.Sprintf("balecompact.NumberLen(uint64(len(%s)))", x), x+" != nil")
		case plan.Time:
			some(fmt.Sprintf("balecompact.TimeLen(%s)", it.Expr), fmt.Sprintf("%s != (%s.Time{})", it.Expr, p.Import("time")))
		}
	}
}

// getSparse prints the decoding of a sparse record. Fields without bytes are set to zero first. Errors are looked for at the end: until then, there is nothing
// that they could harm.
func (p *generator) getSparse(l *layout) {
	if l.head() > 0 { // otherwise all fields are arrays that are written as lists
		p.Line("n := d.N")
		p.locateFixedRecord(l, "d.B", failRecord)
		p.Line("d.N = n + size")
	}
	if l.hasUnread() { // all fields with a bit in one of these may be unread booleans
		p.useAll(l)
	}
	p.zeroSparse(l)
	var rest []*item
	for _, it := range l.items {
		if p.getSparseItem(it) {
			rest = append(rest, it)
		}
	}
	p.Line("if d.Code != 0 {\nreturn false\n}")
	p.getItems(rest, l.earlier)
}

// zeroSparse prints the assignments of zero to the fields that messages may leave out, except those whose memory is used again.
func (p *generator) zeroSparse(l *layout) {
	var fields, zeros []string
	for _, it := range l.items {
		switch it.Kind {
		case plan.Fixed, plan.Integer, plan.String, plan.Time:
			if !it.unread {
				fields, zeros = append(fields, it.Expr), append(zeros, p.Zero(it.Type))
			}
		}
	}
	const inLine = 8
	for len(fields) > 0 {
		k := min(inLine, len(fields))
		p.Line("%s = %s", strings.Join(fields[:k], ", "), strings.Join(zeros[:k], ", "))
		fields, zeros = fields[k:], zeros[k:]
	}
}

// getSparseItem prints the decoding of an item of a sparse record, and reports whether more of it is in the rest.
func (p *generator) getSparseItem(it *item) (rest bool) {
	set := testBit(it)
	switch it.Kind {
	case plan.Bool:
		if !it.unread {
			p.Line("%s = %s", it.Expr, set)
		}
		return false
	case plan.Pointer:
		p.Line("%s := %s", p.someVar(it), set)
		return true
	case plan.Array, plan.Record:
		return true
	case plan.Custom:
		p.Line("%s := d.Number(%q)", p.countVar(it), it.Path)
		return true
	case plan.Bytes, plan.List, plan.Map:
		p.Line("%s := uint64(0)\nif %s {\n%s = d.Number(%q) + 1\n}", p.countVar(it), set, p.countVar(it), it.Path)
		return true
	case plan.Union:
		p.Line("%s := uint64(0)\nif %s {\n%s = d.Number(%q)\n}", p.countVar(it), set, p.countVar(it), it.Path)
		return true
	}
	p.Line("if %s {", set)
	switch {
	case it.Kind == plan.String:
		p.getSparseText(it)
	case it.Kind == plan.Fixed && (it.unread || p.bitsExpr(it) == ""):
		if it.unread {
			p.Line("d.Fixed(%d, %q)", it.size, it.Path)
			break
		}
		p.Line("if b := d.Fixed(%d, %q); b != nil {", it.size, it.Path)
		p.getFixed(it.Expr, "0", it.Type)
		p.Line("}")
	case it.unread && it.Kind == plan.Time:
		p.Line("d.Time(%q)", it.Path)
	case it.unread:
		p.Line("d.Number(%q)", it.Path)
	case it.Kind == plan.Time:
		p.Line("%s = d.Time(%q)", it.Expr, it.Path)
	case it.Kind == plan.Fixed:
		k := model.Underlying(it.Type).(*model.Basic).Kind
		p.Line("%s = %s", it.Expr, p.FromBits(k, p.Type(it.Type), func(bits, _ int) string {
			word := fmt.Sprintf("d.Word(%d, %q)", bits/8, it.Path)
			if bits < 64 {
				word = fmt.Sprintf("uint%d(%s)", bits, word)
			}
			return word
		}))
	default:
		p.getSparseNumber(it)
	}
	p.Line("}")
	return false
}

// getSparseNumber prints the decoding of an integer.
func (p *generator) getSparseNumber(it *item) {
	k := model.Underlying(it.Type).(*model.Basic).Kind
	x, typ := fmt.Sprintf("d.Number(%q)", it.Path), "uint64"
	switch {
	case k.Bits() == 32:
		x = fmt.Sprintf("d.Narrow(32, %q)", it.Path)
	case k.Native():
		x = fmt.Sprintf("d.Narrow(%s.UintSize, %q)", p.Import("math/bits"), it.Path)
	}
	if k.Signed() {
		x, typ = "balecore.Unzigzag("+x+")", "int64"
	}
	if to := p.Type(it.Type); to != typ {
		x = to + "(" + x + ")"
	}
	p.Line("%s = %s", it.Expr, x)
}

// getSparseText prints the decoding of a string.
func (p *generator) getSparseText(it *item) {
	switch {
	case it.unread:
		p.Line("if !d.PassText(d.Number(%q)) {\nreturn d.At(%q)\n}", it.Path, it.Path)
	case it.isShared() && it.Rules.Max == 0:
		p.Line("%s = %s", it.Expr, p.converted(it.Type, fmt.Sprintf("d.String(%q)", it.Path)))
	default:
		p.Line("%s := d.Number(%q)", p.countVar(it), it.Path)
		p.getText(it, "d.Text")
	}
}
