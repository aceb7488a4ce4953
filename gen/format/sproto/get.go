package sproto

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getFunc prints the function that reads a message. The tag that the next field has is compared before anything else.
func (p *generator) getFunc(m *structure) {
	p.Func("// %[1]sGet%[2]s reads the struct from n to end at most. It returns where it ends, or -1.\nfunc %[1]sGet%[2]s(d *%[1]sDecoder, n, end int, %[3]s) int {", p.Title, m.name, join(m.params))
	p.ReserveVars("b n v k x d e m h w c t tag end")
	deep := p.isRecursive(m)
	if deep {
		p.Line("if d.depth++; d.depth > baleMostDepth {\nreturn d.stop(baleTooDeep, \"\", n)\n}")
	}
	p.Line("m := n + 2")
	p.Line("if m > end {\nreturn d.stop(baleTruncated, \"\", n)\n}")
	p.Line("b := baleAll(d.b)")
	p.Line("h := m + 2*int(baleGet16(b, n)) // where the words end and the data begins")
	p.Line("if h > end {\nreturn d.stop(baleTruncated, \"\", n)\n}")
	p.Line("n = h\nvar w uint // the word of the field that has the tag\ntag := -1")
	text := p.Capture(func() {
		if p.next(); m.choice {
			p.getMembers(m)
			return
		}
		next := 0
		for _, x := range m.parts {
			if x.tag > next {
				p.Line("if tag < %d { // fields that are not known\nif w, tag, m, n = d.skipTo(%d, w, tag, m, h, n, end); n < 0 {\nreturn -1\n}\n}", x.tag, x.tag)
			}
			p.getPart(x)
			next = x.tag + 1
		}
	})
	if uses(text, "k") {
		p.Line("var k int")
	}
	p.Text(text)
	if !m.choice {
		p.Line("if tag != %sEnd { // fields that are not known", p.Title)
		p.Line("if _, _, _, n = d.skipTo(%sEnd, w, tag, m, h, n, end); n < 0 {\nreturn -1\n}\n}", p.Title)
	}
	if deep {
		p.Line("d.depth--")
	}
	p.Line("return n\n}\n")
}

// uses reports whether a text sets a variable.
func uses(text, name string) bool {
	return strings.Contains(text, "if "+name+" = ") || strings.Contains(text, "\n"+name+" = ")
}

// next prints the step to the next word that is a field's.
func (p *generator) next() {
	p.Line("if tag++; m == h {\ntag = %sEnd\n} else if w = uint(baleGet16(b, m)); w&1 == 0 {\nm += 2\n} else {\nw, tag, m = d.leap(w, tag, m, h)\n}", p.Title)
}

// fail prints the end of a function that has found something wrong.
func (p *generator) fail(code, path, at string) {
	p.Line("return d.stop(%s, %q, %s)", code, path, at)
}

// getPart prints the reading of a field, and what it is when it is not there.
func (p *generator) getPart(x *part) {
	if x.path != "" {
		p.Line("// %s", x.path)
	}
	p.Line("if tag == %d {", x.tag)
	expr, t := x.expr, x.typ
	if p.kind(t) == plan.Pointer {
		e := plan.Elem(t)
		p.made(expr, e, x.path)
		expr, t = p.content(x)
	}
	switch {
	case t == nil:
		p.chunk("w", x.path, "")
		p.getMessage(expr, plan.Elem(x.typ), x.path, "")
	case p.kind(t) == plan.Integer:
		p.getInteger(expr, t, x.path)
	case p.kind(t) == plan.Bool:
		p.getBool(expr, x.path)
	case x.numbers:
		p.chunk("w", x.path, "")
		p.getIntegers(expr, t, plan.Elem(t), x.path)
		p.Line("n += 4 + k")
	default:
		p.chunk("w", x.path, "")
		p.getData(expr, t, x.rules, x.path, "")
	}
	p.next()
	p.Line("} else {")
	p.absent(x.expr, x.typ)
	p.Line("}")
}

// made prints what gives a pointer something to point at.
func (p *generator) made(expr string, e schema.Type, path string) {
	p.Line("if %s == nil {", expr)
	p.afford(path, "1", e)
	if p.Slab(e) >= 0 {
		p.Line("%s = &%s[0]", expr, p.take(e, "1"))
	} else {
		p.Line("%s = new(%s)", expr, p.Type(e))
	}
	p.Line("}")
}

// absent prints what makes a field what it is when nobody has written it.
func (p *generator) absent(expr string, t schema.Type) {
	switch p.kind(t) {
	case plan.String:
		p.Line("%s = \"\"", expr)
	case plan.Integer, plan.Float, plan.Complex:
		p.Line("%s = 0", expr)
	case plan.Bool:
		p.Line("%s = false", expr)
	case plan.Bytes, plan.List, plan.Map, plan.Pointer, plan.Union:
		p.Line("%s = nil", expr)
	case plan.Custom:
		if _, ok := schema.Underlying(t).(*schema.Interface); !ok {
			p.zero(expr, t)
		}
	default:
		p.zero(expr, t)
	}
}

func (p *generator) zero(expr string, t schema.Type) {
	p.Line("%s = *new(%s)", printer.Bare(expr), p.Type(t))
}

// chunk prints what sets k to the size of the data at n. The word w of a field has to say that there is some.
func (p *generator) chunk(w, path, at string) {
	p.Line("if k = d.chunk(%s, n, end); k < 0 {", w)
	p.wrong(fmt.Sprintf("d.odd(%q, %s, n, end)", path, w), at)
	p.Line("}")
}

// wrong prints the end of a function that has found something wrong: a call that says so, and where around that.
func (p *generator) wrong(call, at string) {
	if at == "" && call != "" {
		p.Line("return %s", call)
		return
	}
	if call != "" {
		p.Line("%s", call)
	}
	if at != "" {
		p.Line("%s", at)
	}
	p.Line("return -1")
}

func (p *generator) getBool(expr, path string) {
	p.Line("if w-2 > 2 {")
	p.fail("baleMalformed", path, "m-2")
	p.Line("}\n%s = w != 2", expr)
}

func (p *generator) getInteger(expr string, t schema.Type, path string) {
	name := p.Type(t)
	p.Line("if w != 0 {\n%s = %s(w>>1 - 1)", expr, name)
	if k := plan.Basic(t); k.Bits() < 16 {
		p.Line("if uint(%s) != w>>1-1 {", expr)
		p.fail("baleOverflow", path, "m-2")
		p.Line("}")
	}
	x := p.Var("x")
	number := "integer"
	if plan.Basic(t).Unsigned() {
		number = "natural"
	}
	p.Line("} else {\nvar %s int64\nif %s, n = d.%s(%q, n, end); n < 0 {\nreturn -1\n}\n%s = %s(%s)", x, x, number, path, expr, name, x)
	if plan.Basic(t) != schema.Int64 && plan.Basic(t) != schema.Uint64 {
		wide := "int64"
		if plan.Basic(t).Unsigned() {
			wide = "uint64"
		}
		p.Line("if %s(%s) != %s(%s) {", wide, expr, wide, x)
		p.fail("baleOverflow", path, "n")
		p.Line("}")
	}
	p.Line("}")
}

// limit prints the check of a count against what the source says that it may be.
func (p *generator) limit(r plan.Rules, count, path, at string) {
	if r.Max > 0 {
		p.Line("if %s > %d {", count, r.Max)
		p.wrong(fmt.Sprintf("d.stop(baleTooLong, %q, n)", path), at)
		p.Line("}")
	}
}

// getData prints the reading of k bytes behind their size at n, and goes behind them. at says where a loop around stands.
func (p *generator) getData(expr string, t schema.Type, r plan.Rules, path, at string) {
	size := func(want string) {
		p.Line("if k != %s {", want)
		p.wrong(fmt.Sprintf("d.stop(baleMalformed, %q, n)", path), at)
		p.Line("}")
	}
	switch p.kind(t) {
	case plan.String:
		p.limit(r, "k", path, at)
		p.getText(expr, t, r)
	case plan.Bytes:
		p.limit(r, "k", path, at)
		p.getBytes(expr, t, r)
	case plan.ByteArray:
		n := schema.Underlying(t).(*schema.Array).Len
		size(fmt.Sprint(n))
		switch {
		case n == 0:
		case p.Safe:
			p.Line("baleLoadBytes(%s[:], b, n+4)", expr)
		default:
			p.Line("%s = *(*%s)(unsafe.Add(b, n+4))", printer.Bare(expr), p.Type(t))
		}
	case plan.Float:
		size("8")
		p.Line("%s = %s(%s.Float64frombits(baleGet64(b, n+4)))", expr, p.Type(t), p.Import("math"))
	case plan.Complex:
		p.Line("if k != 17 || baleGet8(b, n+4) != 8 {")
		p.wrong(fmt.Sprintf("d.stop(baleMalformed, %q, n)", path), at)
		p.Line("}\n%s = %s(%sLoadComplex(b, n+5))", expr, p.Type(t), p.Title)
	case plan.Custom:
		p.Line("if err := %s.Unmarshal%s(d.b[n+4 : n+4+k]); err != nil {\nd.cause = err", expr, p.Marshals(t))
		p.wrong(fmt.Sprintf("d.stop(baleMalformed, %q, n)", path), at)
		p.Line("}")
	case plan.List, plan.Array:
		p.getList(expr, t, r, path)
		return
	case plan.Map:
		p.getTable(expr, t, r, path)
		return
	default:
		p.getMessage(expr, t, path, at)
		return
	}
	p.Line("n += 4 + k")
}

func (p *generator) getText(expr string, t schema.Type, r plan.Rules) {
	bytes := "d.b[n+4:n+4+k]"
	x := "d.oneString(n+4, k)"
	switch {
	case r.Own:
		p.Line("%s = %s(%s)", printer.Bare(expr), p.Type(t), bytes)
		return
	case r.Intern:
		x = "d.intern(" + bytes + ")"
	}
	if _, named := t.(*schema.Named); named {
		x = fmt.Sprintf("%s(%s)", p.Type(t), x)
	}
	p.Line("%s = %s", printer.Bare(expr), x)
}

// getBytes is for a slice of bytes. append clears no memory, and the slice may be a part of the message.
func (p *generator) getBytes(expr string, t schema.Type, r plan.Rules) {
	e := plan.Elem(t)
	_, basic := e.(*schema.Basic)
	if !basic { // bytes with a name of their own
		p.Line("if %s == nil || cap(%s) < k {\n%s = make(%s, k)\n}\n%s = %s[:k]", expr, expr, expr, p.Type(t), expr, expr)
		p.Line("%s", p.loadBytes(expr))
		return
	}
	if !r.Own {
		p.Line("if d.alias {\n%s = d.b[n+4 : n+4+k : n+4+k]\n} else {", expr)
	}
	if p.Slab(e) >= 0 && !r.Own {
		p.Line("if cap(%s) < k {\n%s = %s\n}", expr, expr, p.take(e, "k"))
	}
	p.Line("%s = append(%s[:0], d.b[n+4:n+4+k]...)\nif %s == nil {\n%s = %s{}\n}", expr, expr, expr, expr, p.Type(t))
	if !r.Own {
		p.Line("}")
	}
}

func (p *generator) loadBytes(expr string) string {
	if p.Safe {
		return fmt.Sprintf("baleLoadBytes(%s, b, n+4)", expr)
	}
	return fmt.Sprintf("baleLoadMemory(%s, b, n+4)", expr)
}

// getMessage prints the reading of a struct that takes all of its k bytes.
func (p *generator) getMessage(expr string, t schema.Type, path, at string) {
	stop := p.Var("stop")
	p.Line("%s := n + 4 + k\nif n = %s(d, n+4, %s, %s); n != %s {", stop, p.call("Get", t), stop, printer.Addr(expr), stop)
	p.Line("d.unended(n)")
	if path != "" {
		p.Line("d.at(%q)", path)
	}
	p.wrong("", at)
	p.Line("}")
}

// afford prints the check of what a number of elements take in memory.
func (p *generator) afford(path, count string, e schema.Type) {
	p.Line("if !baleAfford(&d.memory, %s, %d) {", unsigned(count), max(1, plan.Memory(e)))
	p.fail("baleTooLarge", path, "n")
	p.Line("}")
}

func unsigned(count string) string {
	if count == "1" {
		return count
	}
	return "uint64(" + count + ")"
}

// take is an expression for a slice of new elements, out of a slab. Each takes a size at least.
func (p *generator) take(e schema.Type, n string) string {
	i, least := p.Slab(e), 4
	if schema.IsKind(e, schema.Uint8) || schema.IsKind(e, schema.Bool) {
		least = 1
	}
	return fmt.Sprintf("%sShare(d, &d.slabs.slab%d, &d.slabs.total%d, %s, n, %d)", p.Title, i, i, n, least)
}

// resize prints what gives a slice a number of elements: those that it has, if they are enough.
func (p *generator) resize(expr string, t schema.Type, count string) {
	e := plan.Elem(t)
	fresh := fmt.Sprintf("make(%s, %s)", p.Type(t), count)
	if p.Slab(e) >= 0 {
		fresh = p.take(e, count)
	}
	p.Line("if %s != nil && cap(%s) >= %s {\n%s = %s[:%s]\n} else {\n%s = %s\n}", expr, expr, count, expr, expr, count, expr, fresh)
}

// counted prints what makes room for a list's elements: for an array, there have to be as many.
func (p *generator) counted(expr string, t schema.Type, r plan.Rules, count, path string) {
	if u, ok := schema.Underlying(t).(*schema.Array); ok {
		p.Line("if %s != %d {", count, u.Len)
		p.fail("baleMalformed", path, "n")
		p.Line("}")
		return
	}
	p.limit(r, count, path, "")
	if plan.Memory(plan.Elem(t)) > 8 {
		p.afford(path, count, plan.Elem(t))
	}
	p.resize(expr, t, count)
}

// numbers prints the reading of a list of numbers: its first byte says how wide they are.
func (p *generator) numbers(expr string, t schema.Type, r plan.Rules, path, load string) {
	c, width := p.Var("c"), p.Var("width")
	p.Line("%s, %s := d.numbers(n+4, k)\nif %s < 0 {", c, width, c)
	p.fail("baleMalformed", path, "n+4")
	p.Line("}")
	p.counted(expr, t, r, c, path)
	p.Line("if !%s%s(b, n+5, %s[:], %s) {", p.Title, load, expr, width)
	p.fail("baleOverflow", path, "n+4")
	p.Line("}")
}

func (p *generator) getIntegers(expr string, t, e schema.Type, path string) {
	p.numbers(expr, t, plan.Rules{}, path, "LoadIntegers")
}

// getList prints the reading of a slice or array.
func (p *generator) getList(expr string, t schema.Type, r plan.Rules, path string) {
	e := plan.Elem(t)
	switch p.kind(e) {
	case plan.Integer:
		p.numbers(expr, t, r, path, "LoadIntegers")
		p.Line("n += 4 + k")
		return
	case plan.Float:
		p.numbers(expr, t, r, path, "LoadDoubles")
		p.Line("n += 4 + k")
		return
	case plan.Bool:
		p.counted(expr, t, r, "k", path)
		p.Line("if !%sLoadBools(b, n+4, %s[:]) {", p.Title, expr)
		p.fail("baleMalformed", path, "n+4")
		p.Line("}\nn += 4 + k")
		return
	}
	c := p.Var("c")
	p.Line("%s := d.count(n+4, n+4+k)\nif %s < 0 {", c, c)
	p.fail("baleTruncated", path, "n+4")
	p.Line("}\nn += 4")
	p.counted(expr, t, r, c, path)
	r.Max = 0
	i := p.Var("i")
	x := expr + "[" + i + "]"
	at := fmt.Sprintf("d.atIndex(%q, %s)", path, i)
	fresh := ""
	if p.pointsAtMessage(e) {
		fresh = p.Var("fresh")
		p.Line("var %s []%s", fresh, p.Type(plan.Elem(e)))
	}
	p.Line("for %s := range %s {\nk = int(baleGet32(b, n))", i, expr)
	switch {
	case p.pointsAtMessage(e):
		p.Line("if %sIsNil(b, n, k) {\n%s = nil\nn += 8\ncontinue\n}", p.Title, x)
		p.Line("if %s == nil {\nif len(%s) == 0 {", x, fresh)
		rest := fmt.Sprintf("len(%s)-%s", expr, i)
		p.Line("if !baleAfford(&d.memory, uint64(%s), %d) {", rest, max(1, plan.Memory(plan.Elem(e))))
		p.wrong(fmt.Sprintf("d.stop(baleTooLarge, %q, n)", ""), at)
		p.Line("}\n%s = %s\n}\n%s, %s = &%s[0], %s[1:]\n}", fresh, p.take(plan.Elem(e), rest), x, fresh, fresh, fresh)
		p.getMessage("(*"+x+")", plan.Elem(e), "", at)
	case p.wrapped(e):
		p.getMessage(x, e, "", at)
	default:
		p.getData(x, e, r, "", at)
	}
	p.Line("}")
}

// getTable prints the reading of a map. What it had is taken out first.
func (p *generator) getTable(expr string, t schema.Type, r plan.Rules, path string) {
	u := schema.Underlying(t).(*schema.Map)
	c, i, key, x := p.Var("c"), p.Var("i"), p.Var("k"), p.Var("x")
	p.Line("%s := d.count(n+4, n+4+k)\nif %s < 0 {", c, c)
	p.fail("baleTruncated", path, "n+4")
	p.Line("}\nn += 4")
	p.limit(r, c, path, "")
	p.afford(path, c, plan.Entry(u))
	p.Line("if %s == nil {\n%s = make(%s, %s)\n}\nclear(%s)", expr, expr, p.Type(t), c, expr)
	at := fmt.Sprintf("d.atIndex(%q, %s)", path, i)
	stop := p.Var("stop")
	p.Line("for %s := range %s {\nvar %s %s\nvar %s %s", i, c, key, p.Type(u.Key), x, p.Type(u.Elem))
	p.Line("%s := n + 4 + int(baleGet32(b, n))\nif n = %s(d, n+4, %s, &%s, &%s); n != %s {\nd.unended(n)\n%s\nreturn -1\n}", stop, p.callPair("Get", u), stop, key, x, stop, at)
	p.Line("%s[%s] = %s\nif len(%s) != %s+1 {\nd.stop(baleDuplicate, \"\", n)\n%s\nreturn -1\n}\n}", expr, key, x, expr, i, at)
}
