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
	p.Func("// %[1]sPut%[2]s writes the struct at n, and returns where it ends.\nfunc %[1]sPut%[2]s%[4]s(e *%[1]sEncoder, b baleBuffer, n int, %[3]s) int {", p.Title, m.name, join(m.params), m.typeParams)
	p.ReserveVars("b n v k x d e m h w c t tag end")
	again := p.isRecursive(m)
	if again { // a value may come to hold itself while it is being encoded
		p.Line("if !e.enter() {\nreturn n\n}")
	}
	if m.union {
		p.putMembers(m)
	} else {
		p.putParts(p.loaded(m))
	}
	if again {
		p.Line("e.depth--")
	}
	p.Line("return n\n}\n")
}

// putParts prints the writing of the words and of the parts, of which those of bounded width are checked together.
func (p *generator) putParts(m *structure) {
	room := 2 + 4*len(m.parts) // with a word before each that leaves out tags
	for i := 0; ; {
		k := i
		for k < len(m.parts) {
			width, bounded := p.partWidth(m.parts[k])
			if !bounded {
				break
			}
			room += width
			k++
		}
		if room > 0 {
			p.check(room, emit.Length{}, m.place(""))
		}
		if i == 0 {
			p.putWords(m)
		}
		for _, x := range m.parts[i:k] {
			p.putPart(m, x)
		}
		if k == len(m.parts) {
			return
		}
		p.putPart(m, m.parts[k])
		i, room = k+1, 0
		if i == len(m.parts) {
			return
		}
	}
}

// putWords prints the words.
func (p *generator) putWords(m *structure) {
	if p.fixedWords(m) {
		p.putFixedWords(m)
		return
	}
	p.Line("m := n + 2 // where the words go")
	p.header(m, header{
		skip: func(tags string) { p.Line("balePut16(b, m, uint16(2*%s-1))\nm += 2", tags) },
		word: func(x *part) { p.Line("balePut16(b, m, %s)\nm += 2", p.word(x)) },
	})
	p.Line("balePut16(b, n, uint16((m-n)/2-1))\nn = m")
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

// putPart prints the data of a part. There is room for one of bounded width.
func (p *generator) putPart(m *structure, x *part) {
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
	switch _, bounded := p.partWidth(x); {
	case t == nil:
		p.check(4, emit.Length{}, m.place(x.path))
		p.putMessage(expr, plan.Elem(x.typ))
	case p.kind(t) == plan.Integer:
		p.putInteger(expr, t)
	case x.numbers:
		p.check(4, emit.Length{}, m.place(x.path))
		at := p.open()
		p.putIntegers(expr, plan.Elem(t), m.place(x.path))
		p.close(at)
	case bounded:
		p.putData(expr, t, m.place(x.path))
	default:
		p.putChecked(expr, t, m.place(x.path))
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

// putChecked prints the check for the room of a value, and its writing.
func (p *generator) putChecked(expr string, t schema.Type, path string) {
	width, _ := p.width(t)
	switch p.kind(t) {
	case plan.String, plan.Bytes:
		x := p.Var("field")
		p.Line("%s := %s", x, printer.Bare(expr))
		p.check(width, emit.Len(x), path)
		expr = x
	case plan.Custom:
		x := p.Var("field")
		p.Line("%s := %s", x, emit.KeptCustom(path))
		p.check(width, emit.Len(x), path)
		expr = x
	default:
		p.check(width, emit.Length{}, path)
	}
	p.putData(expr, t, path)
}

// putData prints a size and so many bytes, for which there is room: but elements and messages are checked by themselves.
func (p *generator) putData(expr string, t schema.Type, path string) {
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
		p.Line("balePut32(b, n, uint32(len(%s)))\nn += 4 + %s", expr, p.Store("n+4", expr))
	case plan.List, plan.Array:
		at := p.open()
		p.putList(expr, t, path)
		p.close(at)
	case plan.Map:
		at := p.open()
		p.putEntries(expr, schema.Underlying(t).(*schema.Map), path)
		p.close(at)
	default:
		p.putMessage(expr, t)
	}
}

// putEntries prints the writing of the entries of a map.
func (p *generator) putEntries(expr string, u *schema.Map, path string) {
	k, x := p.Var("k"), p.Var("x")
	if p.KeepsEntries(u) {
		p.EachEntry(p.KeptEntries(u, path), k, x)
	} else {
		p.Entries(u, expr, k, x)
	}
	p.check(4, emit.Length{}, path)
	pair := p.open()
	p.Line("n = %s(e, b, n, &%s, &%s)", p.callPair("Put", u), k, x)
	p.close(pair)
	p.Line("}")
}

func (p *generator) putMessage(expr string, t schema.Type) {
	at := p.open()
	p.Line("n = %s(%sb, n, %s)", p.call("Put", t), emit.Arg(!p.isTime(t), "e"), printer.Addr(expr))
	p.close(at)
}

// putIntegers prints a list of integers, of which the first byte says how wide they are.
func (p *generator) putIntegers(expr string, e schema.Type, path string) {
	width := "4"
	if !narrow(e) {
		width = p.Var("width")
		p.Line("%s := baleSprotoWidth(%s[:])", width, expr)
	}
	p.check(1, emit.LenTimes("int64("+width+")", expr), path)
	if width == "4" {
		p.Line("n = baleSprotoStoreIntegers(b, n, %s[:], 4)", expr)
		return
	}
	end := p.Var("end")
	p.Line("%[1]s := baleSprotoStoreIntegers(b, n, %[2]s[:], %[3]s)\nif %[1]s < 0 {\nreturn e.changed(%[4]q, n)\n}\nn = %[1]s", end, expr, width, path)
}

// putList prints the elements of a slice or array.
func (p *generator) putList(expr string, t schema.Type, path string) {
	e := plan.Elem(t)
	if p.kind(t) == plan.List {
		x := p.Var("list")
		p.Line("%s := %s", x, printer.Bare(expr))
		expr = x
	}
	switch p.kind(e) {
	case plan.Integer:
		p.putIntegers(expr, e, path)
		return
	case plan.Bool:
		p.check(0, emit.Len(expr), path)
		p.Line("n = baleSprotoStoreBools(b, n, %s[:])", expr)
		return
	case plan.Float:
		p.check(1, emit.LenTimes("8", expr), path)
		p.Line("n = baleSprotoStoreDoubles(b, n, %s[:])", expr)
		return
	case plan.Custom:
		p.Line("for range %s {", expr)
		p.putChecked("", e, path+"[]")
		p.Line("}")
		return
	}
	i := p.Var("i")
	p.Line("for %s := range %s {", i, expr)
	p.putOne(expr+"["+i+"]", e, path+"[]")
	p.Line("}")
}

// putOne prints an element of a list.
func (p *generator) putOne(x string, e schema.Type, path string) {
	switch {
	case p.pointsAtMessage(e):
		p.check(8, emit.Length{}, path)
		elem := p.Var("elem")
		p.Line("if %s := %s; %s == nil {\nn = baleSprotoStoreNil(b, n)\n} else {", elem, x, elem)
		if to := plan.Elem(e); p.isTime(to) {
			width, _ := p.width(to)
			p.check(width, emit.Length{}, path)
		}
		p.putMessage("(*"+elem+")", plan.Elem(e))
		p.Line("}")
	case p.wrapped(e):
		p.check(4, emit.Length{}, path)
		p.putMessage(x, e)
	default:
		p.putChecked(x, e, path)
	}
}
