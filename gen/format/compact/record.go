package compact

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// putRecord prints the encoding of a record, except for the rest, at the variable n, which it advances. Each number is stored in four or
// eight bytes, and the next one begins where the significant bytes end.
func (p *generator) putRecord(l *layout) {
	leads := l.leadsWithNumber()
	for w := range l.words() {
		if w > 0 || !leads {
			p.Line("var control%d uint64", w)
		}
	}
	if !leads {
		p.Line("m := n + %d", l.head())
	}
	assign := ":=" // the first assignment declares the variable for a code
	for _, it := range l.items {
		p.loadKept(it)
		switch it.Kind {
		case plan.Fixed:
			p.putFixed(it.Expr, fmt.Sprintf("n+%d", l.control()+it.off), it.Type)
		case plan.Bool, plan.Pointer:
			p.setBit(it, p.bitOf(it))
		case plan.Time:
			p.setBit(it, p.bitOf(it))
			fallthrough
		default:
			for i, x := range p.numbersOf(it) {
				if leads && it.nib+i == 0 {
					p.Line("control0, m := %s", x.store(fmt.Sprintf("n+%d", l.head())))
					continue
				}
				p.Line("c, m %s %s", assign, x.store("m"))
				p.setCode(it.nib+i, "c")
				assign = "="
			}
		}
	}
	p.putControl(l, "n")
	p.Line("n = m")
}

// leadsWithNumber reports whether a number is what sets the control first. Its code is in the lowest bits.
func (l *layout) leadsWithNumber() bool {
	for _, it := range l.items {
		switch it.Kind {
		case plan.Fixed:
		case plan.Integer, plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom, plan.Union:
			return it.nib == 0
		default:
			return false
		}
	}
	return false
}

// An integer is a number as it is encoded: a uint64 of which only the low bits are used. A narrow number is stored with its own width:
// the compiler knows that the upper bytes are zero, and would split one store of eight bytes into five.
type integer struct {
	expr string
	bits int
}

// store returns the call that stores the number at an offset, and returns its code and the offset of its end.
func (i integer) store(at string) string {
	if i.bits == 64 {
		return fmt.Sprintf("balecompact.Store(b, %s, %s)", at, i.expr)
	}
	return fmt.Sprintf("balecompact.Store%d(b, %s, %s)", i.bits, at, i.expr)
}

// numbersOf returns the numbers of an item.
func (p *generator) numbersOf(it *item) []integer {
	switch it.Kind {
	case plan.Integer:
		return []integer{{number64(it.Expr, it.Type), bitsOf(it.Type)}}
	case plan.Custom:
		return []integer{{fmt.Sprintf("uint64(len(%s))", p.customVar(it)), 64}}
	case plan.Union:
		return []integer{{fmt.Sprintf("baleCompactUnionNumber%s(%s)", p.name(it.Type), it.Expr), 32}}
	case plan.Time:
		return []integer{{fmt.Sprintf("uint64(%s.Unix())", it.Expr), 64}, {fmt.Sprintf("uint64(%s.Nanosecond())", it.Expr), 32}}
	case plan.String, plan.Bytes, plan.List, plan.Map:
		if model.IsKind(it.Type, model.String) {
			return []integer{{fmt.Sprintf("uint64(len(%s))", it.Expr), 64}}
		}
		if p.keeps(it) != nil { // the length of the map when its entries were kept
			return []integer{{fmt.Sprintf("uint64(len(%[1]s)) + balecore.Bit(%[1]s != nil)", p.entriesVar(it)), 64}}
		}
		// 0 is nil, and other slices and maps have their length + 1, so that nil and empty differ
		return []integer{{fmt.Sprintf("uint64(len(%s)) + balecore.Bit(%s != nil)", it.Expr, it.Expr), 64}}
	}
	return nil
}

// bitOf returns an expression for the bit of an item.
func (p *generator) bitOf(it *item) string {
	switch it.Kind {
	case plan.Bool:
		return "balecore.Bit(" + convert("bool", it.Expr, it.Type) + ")"
	case plan.Pointer:
		return fmt.Sprintf("balecore.Bit(%s != nil)", it.Expr)
	}
	return fmt.Sprintf("balecore.Bit(%s != 0)", p.zoneVar(it))
}

// zones prints the variables with the offsets of times from UTC, which the code of putRecord uses.
func (p *generator) zones(l *layout) {
	for _, it := range times(l) {
		p.Line("%s := 0\nif %s.Location() != %s.UTC {\n%s = balecore.Offset(%s)\n}", p.zoneVar(it), it.Expr, p.Import("time"), p.zoneVar(it), printer.Addr(it.Expr))
	}
}

// times returns the times of a record.
func times(l *layout) []*item {
	return slices.DeleteFunc(slices.Clone(l.items), func(it *item) bool { return it.Kind != plan.Time })
}

func (p *generator) setBit(it *item, x string) {
	p.Line("control%d |= %s << %d", it.bit/64, x, it.bit%64)
}

func (p *generator) setCode(nib int, c string) {
	p.Line("control%d |= %s << %d", nib/16, c, 4*(nib%16))
}

// The variables for a part of a record have the names of its field and of what they hold.

func (p *generator) zoneVar(it *item) string {
	return p.varFor("zone", it.bit, it.Path, it.Path+".Zone")
}

func (p *generator) customVar(it *item) string {
	return p.varFor("custom", it.nib, it.Path, it.Path+".Bytes")
}

func (p *generator) entriesVar(it *item) string {
	return p.varFor("kept", it.nib, it.Path, it.Path+".Entries")
}

func (p *generator) countVar(it *item) string {
	return p.varFor("count", it.nib, it.Path, it.Path+".Count")
}

func (p *generator) someVar(it *item) string {
	return p.varFor("some", it.bit, it.Path, "Has."+it.Path)
}

// varFor returns the variable of the current function that holds something of the part with a number, and declares nothing.
func (p *generator) varFor(what string, number int, path, name string) string {
	key := fmt.Sprint(what, number)
	if path == "" {
		return key
	}
	return p.VarFor(key, name, what)
}

// loadKept prints the loading of the custom bytes or map entries that were kept when an item was counted.
func (p *generator) loadKept(it *item) {
	if it.Kind == plan.Custom {
		p.Line("%s := e.NextKept(%q)", p.customVar(it), it.Path)
	}
	if u := p.keeps(it); u != nil {
		p.Line("%s := %s", p.entriesVar(it), p.LoadKeptEntries(u, it.Path))
	}
}

// number64 returns an expression for an integer as a number of 64 bits. Signed integers are zigzagged.
func number64(expr string, t model.Type) string {
	if model.Underlying(t).(*model.Basic).Kind.Signed() {
		return fmt.Sprintf("balecore.Zigzag(%s)", convert("int64", expr, t))
	}
	return convert("uint64", expr, t)
}

// convert returns the conversion of an expression of type t to a predeclared type, or the expression if it has that type.
func convert(to, expr string, t model.Type) string {
	if b, ok := t.(*model.Basic); ok && b.Kind.String() == to {
		return expr
	}
	return to + "(" + expr + ")"
}

// putControl prints the stores of the control words at n.
func (p *generator) putControl(l *layout, n string) {
	for w := range l.words() {
		p.putPieces(fmt.Sprintf("control%d", w), 8*w, l.control()-8*w, n)
	}
}

// putPieces prints the stores of the low bytes of a variable, at most 8, at an offset from n.
func (p *generator) putPieces(name string, offset, bytes int, n string) {
	eachPiece(bytes, func(at, size int) {
		x := name
		if at > 0 {
			x += fmt.Sprintf(">>%d", 8*at)
		}
		p.Line("balecore.Put%d(b, %s+%d, uint%d(%s))", 8*size, n, offset+at, 8*size, x)
	})
}

// loadPieces prints the declaration of a variable with bytes, at most 8, at an offset from b.
func (p *generator) loadPieces(name string, offset, bytes int) {
	p.Line("%s := %s", name, pieces(offset, bytes))
}

// pieces returns an expression for the bytes, at most 8, at an offset from b.
func pieces(offset, bytes int) string {
	load := ""
	eachPiece(bytes, func(at, size int) {
		if at > 0 {
			load += " | "
		}
		load += fmt.Sprintf("uint64(balecore.Get%d(b, %d))", 8*size, offset+at)
		if at > 0 {
			load += fmt.Sprintf("<<%d", 8*at)
		}
	})
	return load
}

// getRecord prints the decoding of the record at n of the variable src, except for the rest. The code sets size to the size of the record,
// leaves the counts in variables, and stores all other values. fail returns the statement that returns an error code.
func (p *generator) getRecord(l *layout, src string, fail func(code, path string) string) {
	if l.head() == 0 {
		return
	}
	switch first := p.firstRecord(src); {
	case l.codes() == 0:
		p.locateFixedRecord(l, src, fail)
		p.getValues(l, src+"[n:]", fail)
	case src == "msg" && (first+l.head() < 8 || len(texts(l)) > 0): // the text is after the record
		p.locateHead(l, src, fail)
		p.getValues(l, src+"[n:]", fail)
	default:
		p.locateRecord(l, src, first, fail)
		p.ending = true
		p.getValues(l, src+"[n:]", fail)
		p.ending = false
	}
}

// firstRecord returns the minimum offset of a record in src. A message begins with its stamp, if it has one, and the length of its text; a flat one, which is
// decoded from msg, with its stamp.
func (p *generator) firstRecord(src string) int {
	first := emit.StampSize
	for r := range p.Roots {
		first = min(first, p.HeadSize(r))
	}
	if src == "msg" {
		return first
	}
	return first + 1
}

// locateRecord prints code that points b at a record and sets size to its length. A number is loaded with the bytes before it, as eight bytes that end where it
// ends. Near the start of a message, b points into a copy with bytes before it. first is the minimum offset of the record.
//
// Eight bytes that begin where a number begins would need a copy near the end of the message, where each small message is. The branch is hard to predict, and the
// loads wait for the copy: decoding a log took 1.2 times as long.
func (p *generator) locateRecord(l *layout, src string, first int, fail func(code, path string) string) {
	p.Line("var b balecore.Buffer")
	p.declareControl(l)
	p.Line("size := %d\nif len(%s)-n >= size {\nb = balecore.At(%s, n)", l.head(), src, src)
	sizes := ""
	for w := range l.words() {
		p.Line("control%d = %s", w, controlWord(l, w, first))
		mask := l.codeMask(w)
		switch {
		case mask == 0:
		case l.codes() > 1 || l.words() > 1:
			p.Line("lens%d = balecompact.Lens(control%d & %#x)", w, w, mask)
			sizes += fmt.Sprintf(" + balecompact.Sum(lens%d)", w)
		default:
			sizes = fmt.Sprintf(" + int(balecompact.Sizes[control0%s])", lowBits(4))
		}
	}
	p.Line("size +=%s\n}\nif size > len(%s)-n {\n%s\n}", sizes[2:], src, fail("balecore.Truncated", p.cutField(l, src+"[n:]", src)))
	p.padding(l, fail)
	if most := 8 - l.head(); first < most {
		p.Line("if n < %d {\nvar early [%d]byte\ncopy(early[8:], %s[n:])\nb = balecore.At(early[:], 8)\n}", most, l.readable(), src)
	}
}

// controlWord returns an expression for a control word of a record at first or after it.
func controlWord(l *layout, w, first int) string {
	if n := l.control() - 8*w; n < 8 && n&(n-1) != 0 && first+l.control() >= 8 {
		return fmt.Sprintf("balecore.Ending(b, %d, %d)", 8*w+n, 64-8*n)
	}
	return pieces(8*w, l.control()-8*w)
}

// locateHead prints what locateRecord does for a record at the start of a message. Numbers are loaded as eight bytes that begin where they begin, from a copy if the
// record ends less than eight bytes before the end of the message.
func (p *generator) locateHead(l *layout, src string, fail func(code, path string) string) {
	p.Line("var b balecore.Buffer")
	p.declareControl(l)
	p.Line("size := %d", l.readable()-8)
	p.Line("if len(%s)-n >= %d {\nb = balecore.At(%s, n)", src, max(l.head(), 8*l.words()), src)
	p.loadControl(l)
	p.Line("}\nif len(%s)-n < size+8 {\nvar tail [%d]byte\ncopy(tail[:], %s[n:])\nb = balecore.All(tail[:])", src, l.readable(), src)
	cut := fmt.Sprintf("size > len(%s)-n {\n%s\n}\n}", src, fail("balecore.Truncated", p.cutField(l, "tail[:]", src)))
	if call := p.headCall(l); call != "" {
		p.Line("if %s; %s", call, cut)
	} else {
		p.loadControl(l)
		p.Line("if %s", cut)
	}
	p.padding(l, fail)
}

// declareControl prints the declarations of the variables that loadControl sets.
func (p *generator) declareControl(l *layout) {
	for w := range l.words() {
		if l.codeMask(w) != 0 && (l.codes() > 1 || l.words() > 1) {
			p.Line("var control%d, lens%d uint64", w, w)
		} else {
			p.Line("var control%d uint64", w)
		}
	}
}

// locateFixedRecord is locateRecord for records without numbers, whose size is constant.
func (p *generator) locateFixedRecord(l *layout, src string, fail func(code, path string) string) {
	p.Line("const size = %d\nif len(%s)-n < size {\n%s\n}\nb := balecore.At(%s, n)", l.head(), src, fail("balecore.Truncated", p.cutField(l, "nil", src)), src)
	for w := range l.words() {
		p.loadPieces(fmt.Sprintf("control%d", w), 8*w, l.control()-8*w)
	}
	p.padding(l, fail)
}

// padding prints the check that the unused bits at the end of the control are zero.
func (p *generator) padding(l *layout, fail func(code, path string) string) {
	if used := l.used(); used%8 != 0 {
		p.Line("if control%d>>%d != 0 {\n%s\n}", used/64, used%64, fail("balecore.Malformed", `""`))
	}
}

// used returns the number of bits of the control that are not padding.
func (l *layout) used() int { return 4*l.nibs + l.bits }

// cutField returns an expression for the path of the field at which a record in src ends early. tail is an expression for its bytes.
func (p *generator) cutField(l *layout, tail, src string) string {
	return fmt.Sprintf("balecompact.Faulty(%s, len(%s)-n, %d, %q, %q)", tail, src, l.control(), l.fixedPaths(), l.numberPaths())
}

// eachPiece calls do for the pieces of 8, 4, 2 and 1 bytes in which a control word of n used bytes is loaded and stored.
func eachPiece(n int, do func(at, size int)) {
	at := 0
	for _, size := range []int{8, 4, 2, 1} {
		if min(n, 8)-at >= size {
			do(at, size)
			at += size
		}
	}
}

// loadControl prints the loading of the control words, and the computation of the record's size from their codes.
func (p *generator) loadControl(l *layout) {
	if call := p.headCall(l); call != "" {
		p.Line("%s", call)
		return
	}
	size := fmt.Sprintf("size = %d", l.head())
	for w, left := 0, l.control(); left > 0; w, left = w+1, left-8 {
		p.Line("control%d = balecore.Get64(b, %d)%s", w, 8*w, lowBytes(left))
		if mask := l.codeMask(w); mask != 0 {
			p.Line("lens%d = balecompact.Lens(control%d & %#x)", w, w, mask)
			size += fmt.Sprintf(" + balecompact.Sum(lens%d)", w)
		}
	}
	p.Line("%s", size)
}

// headCall returns the assignment that loads a single control word and computes the record's size, or "" if a record has more control words or
// no codes.
func (p *generator) headCall(l *layout) string {
	mask := l.codeMask(0)
	if l.words() != 1 || mask == 0 {
		return ""
	}
	lens := "lens0"
	if l.codes() == 1 { // nothing follows its number
		lens = "_"
	}
	return fmt.Sprintf("control0, %s, size = balecompact.Head(b, %s, %#x, %d)", lens, allBits(8*l.control()), mask, l.head())
}

func lowBytes(n int) string { return lowBits(8 * n) }

// allBits returns a constant with the low n bits of 64.
func allBits(n int) string {
	if n >= 64 {
		return "1<<64 - 1"
	}
	return fmt.Sprintf("1<<%d-1", n)
}

// lowBits returns an operation that keeps the low n bits of 64.
func lowBits(n int) string {
	if n >= 64 {
		return ""
	}
	return fmt.Sprintf(" & (1<<%d - 1)", n)
}

// getValues prints the decoding of the record that b points at, except for the rest. record is an expression for its bytes.
func (p *generator) getValues(l *layout, record string, fail func(code, path string) string) {
	p.numbersAt, p.loaded, p.lastNumber, p.endNumber = l.head(), 0, -1, l.codes()-1
	if p.gaps = l.hasUnread(); p.gaps {
		used := []string{"b"}
		if l.codes() > 0 {
			p.Line("m := %d", l.head())
			used = append(used, "m")
		}
		p.useAll(l, used...)
	}
	var overflow []string
	for _, it := range l.needed() {
		if it.unread && (it.Kind == plan.Fixed || it.Kind == plan.Bool || it.Kind == plan.Integer) {
			continue
		}
		if it.unread && it.Kind == plan.Time {
			p.Line("%s := %s", p.zoneVar(it), testBit(it))
			continue
		}
		switch it.Kind {
		case plan.Fixed:
			p.getFixed(it.Expr, fmt.Sprint(l.control()+it.off), it.Type)
		case plan.Bool:
			p.Line("%s = %s", it.Expr, testBit(it))
		case plan.Pointer:
			p.Line("%s := %s", p.someVar(it), testBit(it))
		case plan.Integer:
			overflow = append(overflow, p.getNumber(it)...)
		case plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom, plan.Union:
			p.loadNumber(p.countVar(it), it.nib)
		case plan.Time:
			overflow = append(overflow, p.getTime(it))
		}
	}
	if len(overflow) > 0 {
		p.Line("if %s != 0 {\n%s\n}", strings.Join(overflow, "|"), fail("balecore.Overflow", fmt.Sprintf("balecompact.Over(%s, %d, %q)", record, l.head(), l.numberPaths())))
	}
}

func testBit(it *item) string { return fmt.Sprintf("control%d&(1<<%d) != 0", it.bit/64, it.bit%64) }

// loadNumber prints the loading of the next number into the variable x, and returns x.
func (p *generator) loadNumber(x string, nib int) string {
	p.Line("%s := %s", x, p.nextNumber(nib))
	return x
}

// nextNumber prints code that goes to the next number, which follows the one before, and returns the call that loads it.
func (p *generator) nextNumber(nib int) string {
	if p.ending {
		return p.nextEnding(nib)
	}
	at, last := "m", p.lastNumber
	switch {
	case p.gaps:
		p.passNumbers(max(last, 0), nib)
	case p.loaded == 0:
		at = fmt.Sprint(p.numbersAt)
	case p.loaded == 1:
		p.Line("m := %d + int(lens%d >> %d & 15)", p.numbersAt, last/16, 4*(last%16))
	default:
		p.Line("m += int(lens%d >> %d & 15)", last/16, 4*(last%16))
	}
	p.lastNumber = nib
	p.loaded++
	return fmt.Sprintf("balecompact.Load(b, %s, control%d>>%d)", at, nib/16, 4*(nib%16))
}

// nextEnding is nextNumber for a number that is loaded with the bytes before it. m is the offset of its end.
func (p *generator) nextEnding(nib int) string {
	at := "m"
	switch {
	case nib == p.endNumber:
		at = "size"
	case p.gaps:
		p.passNumbers(p.lastNumber+1, nib+1)
	case p.loaded == 0:
		p.Line("m := %d + int(lens0 & 15)", p.numbersAt)
	default:
		p.Line("m += int(lens%d >> %d & 15)", nib/16, 4*(nib%16))
	}
	p.lastNumber = nib
	p.loaded++
	return fmt.Sprintf("balecompact.Ending(b, %s, control%d>>%d)", at, nib/16, 4*(nib%16))
}

// passNumbers prints code that goes from the number with one code to that with another one. The numbers between are not read.
func (p *generator) passNumbers(from, to int) {
	for from < to {
		next := min(to, from/16*16+16)
		if next-from == 1 {
			p.Line("m += int(lens%d >> %d & 15)", from/16, 4*(from%16))
		} else {
			p.Line("m += balecompact.Sum(lens%d >> %d%s)", from/16, 4*(from%16), lowBits(4*(next-from)))
		}
		from = next
	}
}

// getNumber prints the decoding of an integer, and returns the expressions that are not zero if it is out of range.
func (p *generator) getNumber(it *item) (overflow []string) {
	k := model.Underlying(it.Type).(*model.Basic).Kind
	inRange := k.Bits() != 32 && !k.Native()
	x := ""
	if inRange {
		x = p.nextNumber(it.nib)
	} else {
		x = p.loadNumber(p.Var("x"), it.nib)
	}
	value, typ := x, "uint64"
	if k.Signed() {
		value, typ = "balecore.Unzigzag("+x+")", "int64"
	}
	if to := p.Type(it.Type); to != typ {
		value = to + "(" + value + ")"
	}
	p.Line("%s = %s", it.Expr, value)
	switch {
	case inRange:
		return nil
	case k.Bits() == 32:
		return []string{x + ">>32"}
	}
	return []string{x + ">>32>>(" + p.Import("math/bits") + ".UintSize-32)"} // always 0 if the type has 64 bits
}

// getTime prints the decoding of a time, except for its offset from UTC in the rest, and returns an expression that is not zero if the
// nanoseconds are out of range.
func (p *generator) getTime(it *item) (overflow string) {
	sec, nsec := p.loadNumber(p.Var("x"), it.nib), p.loadNumber(p.Var("x"), it.nib+1)
	p.Line("%s := %s", p.zoneVar(it), testBit(it))
	p.Line("%s = %s.Unix(int64(%s), int64(%s)).UTC()", it.Expr, p.Import("time"), sec, nsec)
	return nsec + "/1e9"
}

// hasUnread reports whether a part skips some item.
func (l *layout) hasUnread() bool {
	return slices.ContainsFunc(l.items, func(it *item) bool { return it.unread })
}

// useAll prints code that uses the variables of a record: if items are skipped, no other code may use some of them.
func (p *generator) useAll(l *layout, names ...string) {
	for w := range l.words() {
		names = append(names, fmt.Sprintf("control%d", w))
		if l.codes() > 0 && l.codeMask(w) != 0 && (l.codes() > 1 || l.words() > 1) {
			names = append(names, fmt.Sprintf("lens%d", w))
		}
	}
	p.Line("%s = %s", strings.Repeat(", _", len(names))[2:], strings.Join(names, ", "))
}

// noRules are the rules of a field without directives.
var noRules = plan.Rules{}
