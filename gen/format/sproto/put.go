package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// putFunc prints the Put function, which writes a message: first the header words, then the data.
func (p *generator) putFunc(m *plan.Message) {
	params, typeParams := p.params(m)
	p.Func("// %[1]sPut%[2]s writes the struct at n. It returns the offset of its end.\nfunc %[1]sPut%[2]s%[4]s(e *%[1]sEncoder, b balecore.Buffer, n int, %[3]s) int {", p.Title, m.Name, params, typeParams)
	p.ReserveVars("b n v k x d e m h w c t tag end")
	recursive := p.isRecursive(m)
	if recursive { // another goroutine may make the value contain itself
		p.Line("if !e.Enter() {\nreturn n\n}")
	}
	if m.Union {
		p.putMembers(m)
	} else {
		p.putParts(p.loaded(m))
	}
	if recursive {
		p.Line("e.Depth--")
	}
	p.Line("return n\n}\n")
}

// putParts prints code that writes the header words and the parts. One room check covers consecutive parts of bounded width.
func (p *generator) putParts(m *plan.Message) {
	p.eachNilable(m, p.WrittenParts)
	room := 2 + 4*len(m.Values) // each part may have two words: one skips tags
	for i := 0; ; {
		k := i
		for k < len(m.Values) {
			width, bounded := p.partWidth(m.Values[k])
			if !bounded {
				break
			}
			room += width
			k++
		}
		if room > 0 {
			p.check(room, emit.Length{}, p.path(m, ""))
		}
		if i == 0 {
			p.putWords(m)
		}
		for _, x := range m.Values[i:k] {
			p.putPart(m, x)
		}
		if k == len(m.Values) {
			return
		}
		p.putPart(m, m.Values[k])
		i, room = k+1, 0
		if i == len(m.Values) {
			return
		}
	}
}

// putWords prints code that writes the count and the header words.
func (p *generator) putWords(m *plan.Message) {
	if p.fixedWords(m) {
		p.putFixedWords(m)
		return
	}
	p.Line("m := n + 2 // offset of the next header word")
	p.header(m, header{
		skip: func(tags string) { p.Line("balecore.Put16(b, m, uint16(2*%s-1))\nm += 2", tags) },
		word: func(x *plan.Value) { p.Line("balecore.Put16(b, m, %s)\nm += 2", p.word(x)) },
	})
	p.Line("balecore.Put16(b, n, uint16((m-n)/2-1))\nn = m")
}

// fixedWords reports whether a message always has the same number of header words.
func (p *generator) fixedWords(m *plan.Message) bool {
	return !anyPart(m, p.Nilable)
}

// putFixedWords is putWords for a constant number of words, each at a constant offset.
func (p *generator) putFixedWords(m *plan.Message) {
	at := 2
	text := p.Capture(func() {
		put := func(word string) {
			p.Line("balecore.Put16(b, n+%d, %s)", at, word)
			at += 2
		}
		p.header(m, header{
			skip: func(tags string) { put("2*" + tags + "-1") },
			word: func(x *plan.Value) { put(p.word(x)) },
		})
	})
	p.Line("balecore.Put16(b, n, %d)", at/2-1)
	p.Paste(text)
	p.Line("n += %d", at)
}

// word returns an expression for the header word of a present part.
func (p *generator) word(x *plan.Value) string {
	expr, t := p.content(x)
	if t == nil {
		return "0"
	}
	return p.wordOf(expr, t)
}

// wordOf returns an expression for the header word of a value that is not a pointer.
func (p *generator) wordOf(expr string, t model.Type) string {
	switch p.kind(t) {
	case plan.Integer:
		return fmt.Sprintf("balesproto.Word(uint64(%s))", expr)
	case plan.Bool:
		return fmt.Sprintf("2+2*uint16(balecore.Bit(%s))", p.unnamed(expr, t))
	}
	return "0"
}

// unnamed returns expr, converted to its basic type if its type has a name.
func (p *generator) unnamed(expr string, t model.Type) string {
	if plan.IsNamed(t) {
		return emit.Plain(expr, t)
	}
	return expr
}

// putPart prints code that writes the data of a part. The room for a part of bounded width has been checked.
func (p *generator) putPart(m *plan.Message, x *plan.Value) {
	expr, t := p.content(x)
	if t != nil && p.kind(t) == plan.Bool {
		return
	}
	if x.Path != "" {
		p.Line("// %s", x.Path)
	}
	p.RefuseLong(x.Rules, x.Type, x.Expr, p.path(m, x.Path))
	optional := p.Nilable(x.Type)
	if optional {
		p.Line("if %s != nil {", x.Expr)
	}
	switch _, bounded := p.partWidth(x); {
	case t == nil:
		p.check(4, emit.Length{}, p.path(m, x.Path))
		p.putMessage(expr, plan.Elem(x.Type))
	case p.kind(t) == plan.Integer:
		p.putInteger(expr, t)
	case p.isNumbers(x):
		p.check(4, emit.Length{}, p.path(m, x.Path))
		at := p.reserveSize()
		p.putIntegers(expr, plan.Elem(t), p.path(m, x.Path))
		p.fillSize(at)
	case bounded:
		p.putData(expr, t, p.path(m, x.Path))
	default:
		p.putChecked(expr, t, p.path(m, x.Path))
	}
	if optional {
		p.Line("}")
	}
}

// putInteger prints code that writes an integer to the data if it does not fit in its header word.
func (p *generator) putInteger(expr string, t model.Type) {
	store := "Integer"
	if isUint64(t) {
		store = "Natural"
	}
	p.Line("if uint64(%s) > balesproto.MostWord {\nn = balesproto.Store%s(b, n, uint64(%s))\n}", expr, store, expr)
}

// reserveSize prints code that leaves room for a size field. It returns the variable with its offset.
func (p *generator) reserveSize() string {
	at := p.Var("at")
	p.Line("%s := n\nn += 4", at)
	return at
}

// fillSize prints code that writes the size of the bytes before n to the size field at the offset at.
func (p *generator) fillSize(at string) { p.Line("balecore.Put32(b, %s, uint32(n-%s-4))", at, at) }

// putChecked prints a room check for a value, and code that writes it.
func (p *generator) putChecked(expr string, t model.Type, path string) {
	width, _ := p.width(t)
	switch p.kind(t) {
	case plan.String, plan.Bytes:
		x := p.FieldVar(path, "field")
		p.Line("%s := %s", x, printer.Unparen(expr))
		p.check(width, emit.Len(x), path)
		expr = x
	case plan.Custom:
		x := p.FieldVar(path, "field")
		p.Line("%s := %s", x, emit.LoadKept(path))
		p.check(width, emit.Len(x), path)
		expr = x
	default:
		p.check(width, emit.Length{}, path)
	}
	p.putData(expr, t, path)
}

// putData prints code that writes the size field and the bytes of a value. Their room has been checked, except for list elements and
// messages, which have checks of their own.
func (p *generator) putData(expr string, t model.Type, path string) {
	switch p.kind(t) {
	case plan.String:
		p.Line("balecore.Put32(b, n, uint32(len(%s)))\nbalecore.StoreText(b, n+4, %s)\nn += 4 + len(%s)", expr, p.unnamed(expr, t), expr)
	case plan.Bytes:
		p.Line("balecore.Put32(b, n, uint32(len(%s)))\nn += 4 + %s", expr, p.Store("n+4", expr))
	case plan.ByteArray:
		size := model.Underlying(t).(*model.Array).Len
		p.Line("balecore.Put32(b, n, %d)", size)
		if size > 0 {
			p.Line("balecore.StoreArray(b, n+4, %s)", printer.Addr(expr))
		}
		p.Line("n += %d", 4+size)
	case plan.Float:
		p.Line("balecore.Put32(b, n, 8)\nbalecore.Put64(b, n+4, %s.Float64bits(%s))\nn += 12", p.Import("math"), emit.Wide(plan.Basic(t), expr))
	case plan.Complex:
		p.Line("n = balesproto.StoreComplex(b, n, %s)", emit.Wide(plan.Basic(t), expr))
	case plan.Custom:
		p.Line("balecore.Put32(b, n, uint32(len(%s)))\nn += 4 + %s", expr, p.Store("n+4", expr))
	case plan.List, plan.Array:
		at := p.reserveSize()
		p.putList(expr, t, path)
		p.fillSize(at)
	case plan.Map:
		at := p.reserveSize()
		p.putEntries(expr, model.Underlying(t).(*model.Map), path)
		p.fillSize(at)
	default:
		p.putMessage(expr, t)
	}
}

// putEntries prints code that writes the entries of a map.
func (p *generator) putEntries(expr string, u *model.Map, path string) {
	k, x := p.Var("k"), p.Var("x")
	kept := ""
	if p.MustKeepEntries(u) {
		kept = p.LoadKeptEntries(u, path)
	}
	p.Entries(u, expr, kept, k, x, func() {
		p.check(4, emit.Length{}, path)
		pair := p.reserveSize()
		p.Line("n = %s(e, b, n, &%s, &%s)", p.pairFunc("Put", u), k, x)
		p.fillSize(pair)
	})
}

// putMessage prints code that writes a struct with its size field.
func (p *generator) putMessage(expr string, t model.Type) {
	at := p.reserveSize()
	p.Line("n = %s(%sb, n, %s)", p.messageFunc("Put", t), emit.Arg(!p.isTime(t), "e"), printer.Addr(expr))
	p.fillSize(at)
}

// putIntegers prints code that writes a list of integers. The first byte of the list is their width.
func (p *generator) putIntegers(expr string, e model.Type, path string) {
	width := "4"
	if !narrow(e) {
		width = p.Var("width")
		p.Line("%s := balesproto.Width(%s[:])", width, expr)
	}
	p.check(1, emit.LenOfList("int64("+width+")", expr), path)
	if width == "4" {
		p.Line("n = balesproto.StoreIntegers(b, n, %s[:], 4)", expr)
		return
	}
	end := p.Var("end")
	p.Line("%[1]s := balesproto.StoreIntegers(b, n, %[2]s[:], %[3]s)\nif %[1]s < 0 {\nreturn e.Changed(%[4]q, n)\n}\nn = %[1]s", end, expr, width, path)
}

// putList prints code that writes the elements of a slice or array.
func (p *generator) putList(expr string, t model.Type, path string) {
	e := plan.Elem(t)
	if p.kind(t) == plan.List {
		x := p.Var("list")
		p.Line("%s := %s", x, printer.Unparen(expr))
		expr = x
	}
	switch p.kind(e) {
	case plan.Integer:
		p.putIntegers(expr, e, path)
		return
	case plan.Bool:
		p.check(0, emit.Len(expr), path)
		p.Line("n = balesproto.StoreBools(b, n, %s[:])", expr)
		return
	case plan.Float:
		p.check(1, emit.LenOfList("8", expr), path)
		p.Line("n = balesproto.Store%s(b, n, %s[:])", floats(e), expr)
		return
	case plan.Custom:
		p.Line("for range %s {", expr)
		p.putChecked("", e, path+"[]")
		p.Line("}")
		return
	}
	i := p.Var("i")
	p.Line("for %s := range %s {", i, expr)
	p.putElem(expr+"["+i+"]", e, path+"[]")
	p.Line("}")
}

// putElem prints code that writes an element of a list.
func (p *generator) putElem(x string, e model.Type, path string) {
	switch {
	case p.pointsAtMessage(e):
		p.check(8, emit.Length{}, path)
		elem := p.Var("elem")
		p.WrittenParts(e, x)
		p.Line("if %s := %s; %s == nil {\nn = balesproto.StoreNil(b, n)\n} else {", elem, x, elem)
		if to := plan.Elem(e); p.isTime(to) {
			width, _ := p.width(to)
			p.check(width, emit.Length{}, path)
		}
		p.putMessage("(*"+elem+")", plan.Elem(e))
		p.Line("}")
	case p.needsWrapper(e):
		p.check(4, emit.Length{}, path)
		p.putMessage(x, e)
	default:
		p.putChecked(x, e, path)
	}
}

// floats returns the end of the names of the functions for lists of floating-point numbers of type t.
func floats(t model.Type) string {
	if model.IsKind(t, model.Float32) {
		return "Floats"
	}
	return "Doubles"
}
