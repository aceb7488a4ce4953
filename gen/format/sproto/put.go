package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// putFunc prints the function that writes a message: first the words, and then the data of what is not in its word.
func (p *generator) putFunc(m *structure) {
	p.Func("// %[1]sPut%[2]s writes the struct at n, and returns where it ends.\nfunc %[1]sPut%[2]s(%[3]sb baleBuffer, n int, %[4]s) int {", p.Title, m.name, p.Encoder(p.writesCustom(m)), join(m.params))
	p.ReserveVars("b n v k x d e m h w c t tag end")
	if m.union {
		p.putMembers(m)
		p.Line("return n\n}\n")
		return
	}
	if p.fixedWords(m) {
		p.putFixedWords(m)
	} else {
		p.Line("m := n + 2 // where the words go")
		p.header(m, header{
			skip: func(tags string) { p.Line("balePut16(b, m, uint16(2*%s-1))\nm += 2", tags) },
			word: func(x *part) { p.Line("balePut16(b, m, %s)\nm += 2", p.word(x)) },
		})
		p.Line("balePut16(b, n, uint16((m-n)/2-1))\nn = m")
	}
	for _, x := range m.parts {
		p.putPart(x)
	}
	p.Line("return n\n}\n")
}

// fixedWords reports whether a message has the same number of words always.
func (p *generator) fixedWords(m *structure) bool {
	return !needs(m, p.Nilable)
}

// putFixedWords prints the words at their places.
func (p *generator) putFixedWords(m *structure) {
	at := 2
	text := p.Capture(func() {
		put := func(word string) {
			p.Line("balePut16(b, n+%d, %s)", at, word)
			at += 2
		}
		p.header(m, header{
			skip: func(tags string) { put("2*" + tags + "-1") },
			word: func(x *part) { put(p.word(x)) },
		})
	})
	p.Line("balePut16(b, n, %d)", at/2-1)
	p.Text(text)
	p.Line("n += %d", at)
}

// word is the word of a part that is there.
func (p *generator) word(x *part) string {
	expr, t := p.content(x)
	if t == nil {
		return "0"
	}
	return p.wordOf(expr, t)
}

// wordOf is the word of a value that is no pointer.
func (p *generator) wordOf(expr string, t schema.Type) string {
	switch p.kind(t) {
	case plan.Integer:
		return fmt.Sprintf("baleSprotoWord(uint64(%s))", expr)
	case plan.Bool:
		return fmt.Sprintf("2+2*uint16(baleBit(%s))", p.plain(expr, t))
	}
	return "0"
}

// plain is a bool, string or float without the name of its type.
func (p *generator) plain(expr string, t schema.Type) string {
	if plan.IsNamed(t) {
		return emit.Plain(expr, t)
	}
	return expr
}

// putPart prints the data of a part.
func (p *generator) putPart(x *part) {
	expr, t := p.content(x)
	if t != nil && p.kind(t) == plan.Bool {
		return
	}
	if x.path != "" {
		p.Line("// %s", x.path)
	}
	maybe := p.Nilable(x.typ)
	if maybe {
		p.Line("if %s != nil {", x.expr)
	}
	switch {
	case t == nil:
		p.putMessage(expr, plan.Elem(x.typ))
	case p.kind(t) == plan.Integer:
		p.putInteger(expr, t)
	case x.numbers:
		at := p.open()
		p.putIntegers(expr, plan.Elem(t))
		p.close(at)
	default:
		p.putData(expr, t)
	}
	if maybe {
		p.Line("}")
	}
}

// putInteger prints the data of an integer that has no room in its word.
func (p *generator) putInteger(expr string, t schema.Type) {
	store := "Integer"
	if natural(t) {
		store = "Natural"
	}
	p.Line("if uint64(%s) > baleSprotoMostWord {\nn = baleSprotoStore%s(b, n, uint64(%s))\n}", expr, store, expr)
}

// open leaves room for a size, close fills it in.
func (p *generator) open() string {
	at := p.Var("at")
	p.Line("%s := n\nn += 4", at)
	return at
}

func (p *generator) close(at string) { p.Line("balePut32(b, %s, uint32(n-%s-4))", at, at) }

// putData prints a size and so many bytes.
func (p *generator) putData(expr string, t schema.Type) {
	switch p.kind(t) {
	case plan.String:
		p.Line("balePut32(b, n, uint32(len(%s)))\nbaleStoreText(b, n+4, %s)\nn += 4 + len(%s)", expr, p.plain(expr, t), expr)
	case plan.Bytes:
		p.Line("balePut32(b, n, uint32(len(%s)))\nn += 4 + %s", expr, p.Store("n+4", expr))
	case plan.ByteArray:
		size := schema.Underlying(t).(*schema.Array).Len
		p.Line("balePut32(b, n, %d)", size)
		switch {
		case size == 0:
			p.Line("n += 4")
		case p.Safe:
			p.Line("n += 4 + baleStoreBytes(b, n+4, %s[:])", expr)
		default:
			p.Line("*(*%s)(unsafe.Add(b, n+4)) = %s\nn += %d", p.Type(t), printer.Bare(expr), 4+size)
		}
	case plan.Float:
		p.Line("balePut32(b, n, 8)\nbalePut64(b, n+4, %s.Float64bits(float64(%s)))\nn += 12", p.Import("math"), expr)
	case plan.Complex:
		p.Line("n = baleSprotoStoreComplex(b, n, complex128(%s))", expr)
	case plan.Custom:
		blob := p.Var("blob")
		p.Line("%s := %s", blob, emit.KeptCustom(""))
		p.Line("balePut32(b, n, uint32(len(%s)))\nn += 4 + %s", blob, p.Store("n+4", blob))
	case plan.List, plan.Array:
		at := p.open()
		p.putList(expr, t)
		p.close(at)
	case plan.Map:
		u := schema.Underlying(t).(*schema.Map)
		at := p.open()
		k, x := p.Var("k"), p.Var("x")
		p.Entries(u, expr, k, x)
		pair := p.open()
		p.Line("n = %s(%sb, n, &%s, &%s)", p.callPair("Put", u), emit.Arg(p.writesCustom(p.pair(u)), "e"), k, x)
		p.close(pair)
		p.Line("}")
		p.close(at)
	default:
		p.putMessage(expr, t)
	}
}

func (p *generator) putMessage(expr string, t schema.Type) {
	at := p.open()
	p.Line("n = %s(%sb, n, %s)", p.call("Put", t), emit.Arg(!p.isTime(t) && p.writesCustom(p.message(t)), "e"), printer.Addr(expr))
	p.close(at)
}

// putIntegers prints a list of integers, of which the first byte says how wide they are.
func (p *generator) putIntegers(expr string, e schema.Type) {
	width := "4"
	if !narrow(e) {
		width = fmt.Sprintf("baleSprotoWidth(%s[:])", expr)
	}
	p.Line("n = baleSprotoStoreIntegers(b, n, %s[:], %s)", expr, width)
}

// putList prints the elements of a slice or array.
func (p *generator) putList(expr string, t schema.Type) {
	e := plan.Elem(t)
	switch p.kind(e) {
	case plan.Integer:
		p.putIntegers(expr, e)
		return
	case plan.Bool:
		p.Line("n = baleSprotoStoreBools(b, n, %s[:])", expr)
		return
	case plan.Float:
		p.Line("n = baleSprotoStoreDoubles(b, n, %s[:])", expr)
		return
	}
	i := p.Var("i")
	x := expr + "[" + i + "]"
	p.Line("for %s := range %s {", i, expr)
	p.putOne(x, e)
	p.Line("}")
}

// putOne prints an element of a list.
func (p *generator) putOne(x string, e schema.Type) {
	switch {
	case p.pointsAtMessage(e):
		p.Line("if %s == nil {\nn = baleSprotoStoreNil(b, n)\n} else {", x)
		p.putMessage("(*"+x+")", plan.Elem(e))
		p.Line("}")
	case p.wrapped(e):
		p.putMessage(x, e)
	default:
		p.putData(x, e)
	}
}
