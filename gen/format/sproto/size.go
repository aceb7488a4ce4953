package sproto

import (
	"fmt"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// functions prints the functions of a message.
func (p *generator) functions(m *structure) {
	p.measureFunc(m)
	p.putFunc(m)
	p.getFunc(m)
}

// isRecursive reports whether a message can hold another one of its kind.
func (p *generator) isRecursive(m *structure) bool { return m.typ != nil && p.Recursive(m.typ) }

// needs reports whether is holds for the type of a part.
func needs(m *structure, is func(t schema.Type) bool) bool {
	for _, x := range m.parts {
		if is(x.typ) {
			return true
		}
	}
	return false
}

// codes reports whether the function that measures a message needs the encoder.
func (p *generator) codes(m *structure) bool {
	return m.union || p.isRecursive(m) || needs(m, p.SizeFails)
}

// measureFunc prints the function that says how many bytes a message takes.
func (p *generator) measureFunc(m *structure) {
	p.Func("// %[1]sMeasure%[2]s is how many bytes the struct takes.\nfunc %[1]sMeasure%[2]s%[5]s(%[3]s%[4]s) int64 {", p.Title, m.name, p.Encoder(p.codes(m)), join(m.params), m.typeParams)
	p.ReserveVars("b n v k x d e m h w c t tag end")
	p.Sum(p.isRecursive(m), func() int {
		m := m
		if !m.union {
			m = p.loaded(m)
		}
		if m.union {
			p.sizeMembers(m)
			return 2
		}
		fixed := 2
		p.header(m, header{
			skip: func(string) { p.Line("n += 2") },
			word: func(x *part) {
				if n := p.sizePart(x); p.Nilable(x.typ) {
					p.Line("n += %d", n)
				} else {
					fixed += n
				}
			},
		})
		return fixed
	})
}

// A header is what is done with the words of a message, one after the other.
type header struct {
	skip func(tags string) // a word that leaves out as many
	word func(x *part)
}

// header prints what is done with each word. Where a part may be missing, the variable t is the next tag.
func (p *generator) header(m *structure, h header) {
	last := len(m.parts) - 1
	for i, x := range m.parts {
		if p.Nilable(x.typ) && i < last {
			p.Line("var t int // the next tag")
			break
		}
	}
	next, known := 0, true
	for i, x := range m.parts {
		maybe := p.Nilable(x.typ)
		if maybe {
			if known && i < last && next > 0 {
				p.Line("t = %d", next)
			}
			p.Line("if %s != nil {", x.expr)
		}
		switch {
		case known && x.tag > next:
			h.skip(fmt.Sprint(x.tag - next))
		case !known:
			p.Line("if t != %d {", x.tag)
			h.skip(fmt.Sprintf("(%d-t)", x.tag))
			p.Line("}")
		}
		h.word(x)
		next, known = x.tag+1, !maybe
		if maybe {
			if i < last {
				p.Line("t = %d", next)
			}
			p.Line("}")
		}
	}
}

// sizePart prints what adds to n for a part that is there, and returns the bytes that it always takes.
func (p *generator) sizePart(x *part) (fixed int) {
	expr, t := p.content(x)
	path := x.path
	if x.entry { // which one it is, nobody could say
		path = ""
	}
	switch {
	case t == nil:
		return 2 + p.sizeMessage(expr, plan.Elem(x.typ), path, "")
	case p.kind(t) == plan.Bool:
		return 2
	case p.kind(t) == plan.Integer:
		p.sizeInteger(expr, t)
		return 2
	case x.numbers:
		return 2 + 4 + p.sizeIntegers(expr, plan.Elem(t))
	}
	return 2 + p.sizeData(expr, t, path, "")
}

func (p *generator) sizeInteger(expr string, t schema.Type) {
	p.AddInt("baleSproto%s(uint64(%s))", lengthOf(t), expr)
}

// content is what is written for a part that is there: what it points at, if it is a pointer. The type is nil where that
// may be missing in turn: then it is the only field of a struct.
func (p *generator) content(x *part) (expr string, t schema.Type) {
	if p.kind(x.typ) != plan.Pointer {
		return x.expr, x.typ
	}
	expr = "(*" + x.expr + ")"
	if x.number != "" {
		expr = x.number
	}
	if p.Nilable(plan.Elem(x.typ)) {
		return expr, nil
	}
	return expr, plan.Elem(x.typ)
}

// lengthOf is the end of the name of the function that says how many bytes an integer takes in the data.
func lengthOf(t schema.Type) string {
	if natural(t) {
		return "NaturalLen"
	}
	return "IntegerLen"
}

// sizeData prints what adds to n for a size and so many bytes, and returns those that there are always. path and at say
// where that is, as for sizeMessage.
func (p *generator) sizeData(expr string, t schema.Type, path, at string) (fixed int) {
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
		u := schema.Underlying(t).(*schema.Map)
		k, x := p.Var("k"), p.Var("x")
		pair := p.pair(u)
		if p.KeepsEntries(u) {
			p.EachEntry(p.KeepEntries(u, expr), k, x)
		} else {
			p.Line("for %s, %s := range %s {", k, x, expr)
		}
		p.Line("n += 4 + %s(%s&%s, &%s)", p.callPair("Measure", u), emit.Arg(p.codes(pair), "e"), k, x)
		p.errorPath(needs(pair, p.SizeFails), path, at)
		p.Line("}")
	default:
		return p.sizeMessage(expr, t, path, at)
	}
	return 4
}

// sizeMessage is for what is a struct, or the only field of one, in the field path. at notes where a loop around stands.
func (p *generator) sizeMessage(expr string, t schema.Type, path, at string) (fixed int) {
	p.AddInt("%s(%s%s)", p.call("Measure", t), emit.Arg(p.codesType(t), "e"), printer.Addr(expr))
	p.errorPath(p.SizeFails(t), path, at)
	return 4
}

// codesType reports whether to measure a message of type t takes the encoder.
func (p *generator) codesType(t schema.Type) bool { return !p.isTime(t) && p.codes(p.message(t)) }

// sizeIntegers is for the elements of a list of integers.
func (p *generator) sizeIntegers(expr string, e schema.Type) (fixed int) {
	if narrow(e) {
		p.AddEach(4, expr)
	} else {
		p.Line("n += int64(baleSprotoWidth(%s[:])) * int64(len(%s))", expr, expr)
	}
	return 1
}

// narrow reports whether all integers of a type take four bytes in a list.
func narrow(t schema.Type) bool {
	k := plan.Basic(t)
	return k.Bits() < 32 || k == schema.Int32
}

// sizeList is for the elements of a slice or array.
func (p *generator) sizeList(expr string, t schema.Type, path string) (fixed int) {
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
	p.AddElems(expr, i, func() int { return p.sizeOne(x, e, "", fmt.Sprintf("e.atIndex(%q, %s)", path, i)) })
	return 0
}

// sizeOne prints what adds to n for an element of a list, and returns the bytes that it always takes.
func (p *generator) sizeOne(x string, e schema.Type, path, at string) (fixed int) {
	switch {
	case p.pointsAtMessage(e):
		elem := p.Var("elem")
		p.Line("if %s := %s; %s == nil {\nn += 8\n} else {", elem, x, elem)
		p.Line("n += %d\n}", p.sizeMessage("(*"+elem+")", plan.Elem(e), path, at))
		return 0
	case p.wrapped(e):
		return p.sizeMessage(x, e, path, at)
	}
	return p.sizeData(x, e, path, at)
}

func join(list []string) string { return strings.Join(list, ", ") }
