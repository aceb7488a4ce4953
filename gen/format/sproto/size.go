package sproto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// functions prints the functions of a message.
func (p *generator) functions(m *plan.Message) {
	p.measureFunc(m)
	p.putFunc(m)
	p.getFunc(m)
}

// isRecursive reports whether a message may contain another one of its type.
func (p *generator) isRecursive(m *plan.Message) bool { return !m.Entry && p.Recursive(m.Type) }

// anyPart reports whether match reports true for the type of a part.
func anyPart(m *plan.Message, match func(t model.Type) bool) bool {
	for _, x := range m.Values {
		if match(x.Type) {
			return true
		}
	}
	return false
}

// usesEncoder reports whether the Measure function of a message has the encoder as a parameter.
func (p *generator) usesEncoder(m *plan.Message) bool {
	return m.Union || p.isRecursive(m) || anyPart(m, p.SizeFails)
}

// measureFunc prints the Measure function, which returns the size of a message.
func (p *generator) measureFunc(m *plan.Message) {
	params, typeParams := p.params(m)
	p.Func("// %[1]sMeasure%[2]s returns the size of the struct in bytes.\nfunc %[1]sMeasure%[2]s%[5]s(%[3]s%[4]s) int64 {", p.Title, m.Name, p.Encoder(p.usesEncoder(m)), params, typeParams)
	p.ReserveVars("b n v k x d e m h w c t tag end")
	p.SizeBody(p.isRecursive(m), func() int {
		m := m
		if !m.Union {
			m = p.loaded(m)
		}
		if m.Union {
			p.sizeMembers(m)
			return 2
		}
		p.eachNilable(m, p.SizedParts)
		fixed := 2
		p.header(m, header{
			skip: func(string) { p.Line("n += 2") },
			word: func(x *plan.Value) {
				if n := p.sizePart(x); p.Nilable(x.Type) {
					p.Line("n += %d", n)
				} else {
					fixed += n
				}
			},
		})
		return fixed
	})
}

// eachNilable calls record for the parts of a message that may be nil.
func (p *generator) eachNilable(m *plan.Message, record func(t model.Type, x string)) {
	for _, x := range m.Values {
		if k := p.kind(x.Type); k == plan.Pointer || k == plan.List || k == plan.Map {
			record(x.Type, x.Expr)
		}
	}
}

// A header has the functions that print code for each header word of a message.
type header struct {
	skip func(tags string)   // for a word that skips tags, an expression for their number
	word func(x *plan.Value) // for the word of a part
}

// header calls the functions of h for each header word. If a part may be absent, the variable t of the printed code is the next tag.
func (p *generator) header(m *plan.Message, h header) {
	last := len(m.Values) - 1
	for i, x := range m.Values {
		if p.Nilable(x.Type) && i < last {
			p.Line("var t int // the next tag")
			break
		}
	}
	next, known := 0, true
	for i, x := range m.Values {
		optional := p.Nilable(x.Type)
		if optional {
			if known && i < last && next > 0 {
				p.Line("t = %d", next)
			}
			p.Line("if %s != nil {", x.Expr)
		}
		switch {
		case known && x.Number > next:
			h.skip(fmt.Sprint(x.Number - next))
		case !known:
			p.Line("if t != %d {", x.Number)
			h.skip(fmt.Sprintf("(%d-t)", x.Number))
			p.Line("}")
		}
		h.word(x)
		next, known = x.Number+1, !optional
		if optional {
			if i < last {
				p.Line("t = %d", next)
			}
			p.Line("}")
		}
	}
}

// sizePart prints code that adds the size of a present part to n, and returns the constant part of the size, which is not added.
func (p *generator) sizePart(x *plan.Value) (fixed int) {
	expr, t := p.content(x)
	path := x.Path
	if x.Field == nil { // the path does not identify a map entry
		path = ""
	}
	switch {
	case t == nil:
		return 2 + p.sizeMessage(expr, plan.Elem(x.Type), path, "")
	case p.kind(t) == plan.Bool:
		return 2
	case p.kind(t) == plan.Integer:
		p.sizeInteger(expr, t)
		return 2
	case p.isNumbers(x):
		return 2 + 4 + p.sizeIntegers(expr, plan.Elem(t))
	}
	return 2 + p.sizeData(expr, t, path, "")
}

// sizeInteger prints code that adds the size of an integer in the data to n.
func (p *generator) sizeInteger(expr string, t model.Type) {
	p.AddInt("balesproto.%s(uint64(%s))", lengthOf(t), expr)
}

// content returns the value that is written for a present part: the target of a pointer, or the part itself. The type is nil for a
// pointer whose target may be nil, too: the target is then the only field of a struct.
func (p *generator) content(x *plan.Value) (expr string, t model.Type) {
	if p.kind(x.Type) != plan.Pointer {
		return x.Expr, x.Type
	}
	expr = "(*" + x.Expr + ")"
	if x.Elem != nil {
		expr = x.Elem.Expr
	}
	if p.Nilable(plan.Elem(x.Type)) {
		return expr, nil
	}
	return expr, plan.Elem(x.Type)
}

// lengthOf returns the suffix of the name of the function that returns the size of an integer in the data.
func lengthOf(t model.Type) string {
	if isUint64(t) {
		return "NaturalLen"
	}
	return "IntegerLen"
}

// sizeData prints code that adds a value in the data, with its size field, to n. It returns the constant part of the size. path and at
// are for errors, as in sizeMessage.
func (p *generator) sizeData(expr string, t model.Type, path, at string) (fixed int) {
	switch f := p.kind(t); f {
	case plan.String, plan.Bytes:
		p.AddEach(1, expr)
	case plan.ByteArray:
		return 4 + plan.Len(t)
	case plan.Float:
		return 4 + 8
	case plan.Complex:
		return 4 + 17
	case plan.Custom:
		p.AddCustom(expr, t)
		p.errorPath(true, path, at)
	case plan.List, plan.Array:
		return 4 + p.sizeList(expr, t, path)
	case plan.Map:
		u := model.Underlying(t).(*model.Map)
		k, x := p.Var("k"), p.Var("x")
		pair := p.pair(u)
		keys := p.NewKeySet(u, expr)
		if p.MustKeepEntries(u) {
			p.EachEntry(p.KeepEntries(u, expr), k, x)
		} else {
			p.Line("for %s, %s := range %s {", k, x, expr)
		}
		keys.Begin()
		p.Line("n += 4 + %s(%s&%s, &%s)", p.pairFunc("Measure", u), emit.Arg(p.usesEncoder(pair), "e"), k, x)
		keys.Add(k)
		p.errorPath(anyPart(pair, p.SizeFails) || keys != nil, path, at)
		p.Line("}")
	default:
		return p.sizeMessage(expr, t, path, at)
	}
	return 4
}

// sizeMessage is sizeData for a struct or a value in a wrapper. For errors, path is the field, and at is code that adds the index of
// the enclosing loop.
func (p *generator) sizeMessage(expr string, t model.Type, path, at string) (fixed int) {
	p.AddInt("%s(%s%s)", p.messageFunc("Measure", t), emit.Arg(p.typeUsesEncoder(t), "e"), printer.Addr(expr))
	p.errorPath(p.SizeFails(t), path, at)
	return 4
}

// typeUsesEncoder is usesEncoder for a message of type t.
func (p *generator) typeUsesEncoder(t model.Type) bool {
	return !p.isTime(t) && p.usesEncoder(p.message(t))
}

// sizeIntegers is sizeList for integers.
func (p *generator) sizeIntegers(expr string, e model.Type) (fixed int) {
	if narrow(e) {
		p.AddEach(4, expr)
	} else {
		p.Line("n += int64(balesproto.Width(%s[:])) * int64(len(%s))", expr, expr)
	}
	return 1
}

// narrow reports whether all integers of type t take four bytes in a list.
func narrow(t model.Type) bool {
	k := plan.Basic(t)
	return k.Bits() < 32 || k == model.Int32
}

// sizeList prints code that adds the elements of a slice or array to n, and returns the constant part of their size.
func (p *generator) sizeList(expr string, t model.Type, path string) (fixed int) {
	e := plan.Elem(t)
	switch p.kind(e) {
	case plan.Integer:
		return p.sizeIntegers(expr, e)
	case plan.Bool:
		p.AddEach(1, expr)
		return 0
	case plan.Float:
		p.AddEach(8, expr)
		return 1
	}
	i := p.Var("i")
	x := expr + "[" + i + "]"
	p.AddElems(expr, i, func() int { return p.sizeElem(x, e, "", fmt.Sprintf("e.AtIndex(%q, %s)", path, i)) })
	return 0
}

// sizeElem prints code that adds an element of a list to n, and returns the constant part of its size.
func (p *generator) sizeElem(x string, e model.Type, path, at string) (fixed int) {
	switch {
	case p.pointsAtMessage(e):
		elem := p.Var("elem")
		p.SizedParts(e, x)
		p.Line("if %s := %s; %s == nil {\nn += 8\n} else {", elem, x, elem)
		p.Line("n += %d\n}", p.sizeMessage("(*"+elem+")", plan.Elem(e), path, at))
		return 0
	case p.needsWrapper(e):
		return p.sizeMessage(x, e, path, at)
	}
	return p.sizeData(x, e, path, at)
}
