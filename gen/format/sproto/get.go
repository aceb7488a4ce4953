package sproto

import (
	"fmt"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// getFunc prints the Get function, which decodes a message. The printed code compares the tag of the next field with each tag in turn.
func (p *generator) getFunc(m *plan.Message) {
	params, typeParams := p.params(m)
	p.Func("// %[1]sGet%[2]s decodes the struct at n, which ends at or before end. It returns the offset of its end, or -1 for an error.\nfunc %[1]sGet%[2]s%[4]s(d *%[1]sDecoder, n, end int, %[3]s) int {", p.Title, m.Name, params, typeParams)
	p.ReserveVars("b n v k x d e m h w c t tag end")
	recursive := p.isRecursive(m)
	if recursive {
		p.dec.CheckDepth("")
	}
	p.Line("m := n + 2")
	p.Line("if m > end {\nreturn d.CutWords(n, end, %q)\n}", tags(m))
	p.Line("b := balecore.All(d.B)")
	p.Line("h := m + 2*int(balecore.Get16(b, n)) // offset of the data, which follows the header words")
	p.Line("if h > end {\nreturn d.CutWords(n, end, %q)\n}", tags(m))
	p.Line("n = h\nvar w uint // header word of the field with this tag\ntag := -1")
	p.dec.Declared(func() {
		if p.next(); m.Union {
			p.getMembers(m)
			return
		}
		next := 0
		for _, x := range m.Values {
			if x.Number > next {
				p.Line("if tag < %d { // unknown fields\nif w, tag, m, n = d.SkipTo(%d, w, tag, m, h, n, end); n < 0 {\nreturn -1\n}\n}", x.Number, x.Number)
			}
			p.getPart(x)
			next = x.Number + 1
		}
	})
	if !m.Union {
		p.Line("if tag != balesproto.End { // unknown fields")
		p.Line("if _, _, _, n = d.SkipTo(balesproto.End, w, tag, m, h, n, end); n < 0 {\nreturn -1\n}\n}")
	}
	if recursive {
		p.Line("d.Depth--")
	}
	p.Line("return n\n}\n")
}

// tags returns the tags and the paths of the fields, for balesproto.CutWords.
func tags(m *plan.Message) string {
	var list []string
	for _, x := range m.Values {
		list = append(list, fmt.Sprintf("%d=%s", x.Number, x.Path))
	}
	return strings.Join(list, " ")
}

// next prints code that goes to the next header word that belongs to a field.
func (p *generator) next() {
	p.Line("if tag++; m == h {\ntag = balesproto.End\n} else if w = uint(balecore.Get16(b, m)); w&1 == 0 {\nm += 2\n} else {\nw, tag, m = d.Leap(w, tag, m, h)\n}")
}

// getPart prints code that decodes a field, or resets it if it is absent.
func (p *generator) getPart(x *plan.Value) {
	if x.Path != "" {
		p.Line("// %s", x.Path)
	}
	p.Line("if tag == %d {", x.Number)
	expr, t := x.Expr, x.Type
	if p.kind(t) == plan.Pointer {
		e := plan.Elem(t)
		p.dec.MakePointer(expr, e, x.Path)
		expr, t = p.content(x)
	}
	switch {
	case t == nil:
		p.loadSize(x.Path)
		p.getMessage(expr, plan.Elem(x.Type), x.Path)
	case p.kind(t) == plan.Integer:
		p.getInteger(expr, t, x.Path)
	case p.kind(t) == plan.Bool:
		p.getBool(expr, x.Path)
	case p.isNumbers(x):
		p.loadSize(x.Path)
		p.numbers(expr, t, plan.Rules{}, x.Path, "LoadIntegers")
	default:
		p.loadSize(x.Path)
		p.getData(expr, t, x.Rules, x.Path)
	}
	p.next()
	p.Line("} else {")
	p.reset(x.Expr, x.Type)
	p.Line("}")
}

// reset prints code that gives a field the value of an absent one.
func (p *generator) reset(expr string, t model.Type) {
	p.Line("%s = %s", printer.Unparen(expr), p.Zero(t))
}

// loadSize prints code that sets k to the size of the data at n. It is an error if the header word w is not 0.
func (p *generator) loadSize(path string) {
	p.Line("if %s = d.Chunk(w, n, end); k < 0 {", p.dec.Need("k", "int"))
	p.dec.ReturnErrorBy(fmt.Sprintf("d.Odd(%q, w, n, end)", path))
	p.Line("}")
}

// getBool prints code that decodes a boolean from the header word w.
func (p *generator) getBool(expr, path string) {
	p.dec.ReturnErrorIf("balecore.Malformed", path, "m-2", "w-2 > 2")
	p.Line("%s = w != 2", expr)
}

// getInteger prints code that decodes an integer from the header word w or from the data at n.
func (p *generator) getInteger(expr string, t model.Type, path string) {
	name := p.Type(t)
	p.Line("if w != 0 {\n%s = %s(w>>1 - 1)", expr, name)
	if k := plan.Basic(t); k.Bits() < 16 {
		p.dec.ReturnErrorIf("balecore.Overflow", path, "m-2", "uint(%s) != w>>1-1", expr)
	}
	x := p.Var("x")
	number := "Integer"
	if plan.Basic(t).Unsigned() {
		number = "Natural"
	}
	p.Line("} else {\nvar %s int64\nif %s, n = d.%s(%q, n, end); n < 0 {\nreturn -1\n}\n%s = %s(%s)", x, x, number, path, expr, name, x)
	if plan.Basic(t) != model.Int64 && plan.Basic(t) != model.Uint64 {
		wide := "int64"
		if plan.Basic(t).Unsigned() {
			wide = "uint64"
		}
		p.dec.ReturnErrorIf("balecore.Overflow", path, "n", "%s(%s) != %s(%s)", wide, expr, wide, x)
	}
	p.Line("}")
}

// getData prints code that decodes the value of k bytes that follow their size at n, and advances n past them.
func (p *generator) getData(expr string, t model.Type, r plan.Rules, path string) {
	size := func(differs string) {
		p.dec.ReturnErrorIf("balecore.Malformed", path, "n", "%s", differs)
	}
	switch p.kind(t) {
	case plan.String:
		p.dec.CheckLimit(r, "k", path)
		p.Line("%s = %s", printer.Unparen(expr), p.dec.String(t, r, "d.B[n+4:n+4+k]", "d.OneString(n+4, k)"))
	case plan.Bytes:
		p.dec.CheckLimit(r, "k", path)
		if plan.IsNamed(plan.Elem(t)) {
			p.dec.GetNamedBytes(expr, t, r, "n+4", "k", path)
		} else {
			p.dec.GetBytes(expr, t, r, "n+4", "k", path)
		}
	case plan.ByteArray:
		size(fmt.Sprintf("k != %d", model.Underlying(t).(*model.Array).Len))
		p.dec.GetByteArray(expr, t, "n+4")
	case plan.Float:
		size("k != 8")
		p.Line("%s = %s", expr, emit.Rounded(plan.Basic(t), p.Type(t), p.Import("math")+".Float64frombits(balecore.Get64(b, n+4))"))
	case plan.Complex:
		size("k != 17 || balecore.Get8(b, n+4) != 8")
		p.Line("%s = %s", expr, emit.Rounded(plan.Basic(t), p.Type(t), "balesproto.LoadComplex(b, n+5)"))
	case plan.Custom:
		p.dec.GetCustom(expr, t, "d.B[n+4:n+4+k:n+4+k]", path, "n")
	case plan.List, plan.Array:
		p.getList(expr, t, r, path)
		return
	case plan.Map:
		p.getMap(expr, t, r, path)
		return
	default:
		p.getMessage(expr, t, path)
		return
	}
	p.Line("n += 4 + k")
}

// getMessage prints code that decodes a struct of k bytes that follow their size at n.
func (p *generator) getMessage(expr string, t model.Type, path string) {
	d := "d"
	if p.isTime(t) {
		d = "&d.Input"
	}
	p.getExact("n + 4 + k", p.messageFunc("Get", t)+"("+d, printer.Addr(expr), path)
}

// getExact prints a call that decodes a value. It is an error if the value does not end at the offset end.
func (p *generator) getExact(end, call, args, path string) {
	stop := p.Var("stop")
	p.Line("%[1]s := %[2]s\nif n = %[3]s, n+4, %[1]s, %[4]s); n != %[1]s {\nd.Unended(n)", stop, end, call, args)
	p.dec.ReturnFailed(path)
	p.Line("}")
}

// minBytes returns the minimum size of a list element in bytes.
func minBytes(e model.Type) int {
	if model.IsKind(e, model.Uint8) || model.IsKind(e, model.Bool) {
		return 1
	}
	return 4
}

// makeElems prints code that gives a slice count elements. For an array, it checks that count is its length.
func (p *generator) makeElems(expr string, t model.Type, r plan.Rules, count, path string) {
	if u, ok := model.Underlying(t).(*model.Array); ok {
		p.dec.ReturnErrorIf("balecore.Malformed", path, "n", "%s != %d", count, u.Len)
		return
	}
	p.dec.CheckLimit(r, count, path)
	p.dec.MakeSlice(expr, t, r, count, path)
}

// numbers prints code that decodes a list of numbers. The first byte of the list is their width.
func (p *generator) numbers(expr string, t model.Type, r plan.Rules, path, load string) {
	c, width := p.Var("c"), p.Var("width")
	p.Line("%s, %s := d.Numbers(n+4, k)\nif %s < 0 {", c, width, c)
	p.dec.ReturnError("balecore.Malformed", path, "n+4")
	p.Line("}")
	p.makeElems(expr, t, r, c, path)
	p.dec.ReturnErrorIf("balecore.Overflow", path, "n+4", "!balesproto.%s(b, n+5, %s[:], %s)", load, expr, width)
	p.Line("n += 4 + k")
}

// getList prints code that decodes a slice or array of k bytes that follow their size at n.
func (p *generator) getList(expr string, t model.Type, r plan.Rules, path string) {
	e := plan.Elem(t)
	switch p.kind(e) {
	case plan.Integer:
		p.numbers(expr, t, r, path, "LoadIntegers")
		return
	case plan.Float:
		p.numbers(expr, t, r, path, "Load"+floats(plan.Elem(t)))
		return
	case plan.Bool:
		p.makeElems(expr, t, r, "k", path)
		p.dec.ReturnErrorIf("balecore.Malformed", path, "n+4", "!balesproto.LoadBools(b, n+4, %s[:])", expr)
		p.Line("n += 4 + k")
		return
	}
	c := p.count(path)
	p.makeElems(expr, t, r, c, path)
	r.Max = 0
	i := p.Var("i")
	x, fresh := expr+"["+i+"]", ""
	if p.pointsAtMessage(e) {
		fresh = p.Var("fresh")
		p.Line("var %s []%s", fresh, p.Type(plan.Elem(e)))
	}
	p.Line("for %s := range %s {", i, expr)
	p.dec.Within(p.dec.AddIndexLine(path, i), func() {
		p.reloadSize()
		switch {
		case fresh != "":
			p.getPointer(x, plan.Elem(e), fresh, fmt.Sprintf("len(%s)-%s", expr, i))
		case p.needsWrapper(e):
			p.getMessage(x, e, "")
		default:
			p.getData(x, e, r, "")
		}
	})
	p.Line("}")
}

// reloadSize prints code that sets k to the size of the element at n. It checks the size again, since another goroutine may have
// changed the message after the elements were counted.
func (p *generator) reloadSize() {
	p.dec.ReturnErrorIf("balecore.Truncated", "", "n", "%s = d.Chunk(0, n, len(d.B)); k < 0", p.dec.Need("k", "int"))
}

// count prints code that sets a variable to the number of elements in the k bytes and advances n to the first. It returns the variable.
func (p *generator) count(path string) string {
	c := p.Var("c")
	p.Line("%s := d.Count(n+4, n+4+k)\nif %s < 0 {", c, c)
	p.dec.ReturnError("balecore.Truncated", path, "n+4")
	p.Line("}\nn += 4")
	return c
}

// getPointer prints code that decodes a list element that is a pointer to a struct. New structs are allocated for the rest of the
// list at once.
func (p *generator) getPointer(x string, e model.Type, fresh, rest string) {
	p.Line("if balesproto.IsNil(b, n, k) {\n%s = nil\nn += 8\ncontinue\n}", x)
	p.dec.Own(x, &model.Pointer{Elem: e})
	p.Line("if %s == nil {\nif len(%s) == 0 {", x, fresh)
	p.dec.Charge(e, rest, "")
	p.Line("%[1]s = %[2]s\n}\n%[3]s, %[1]s = &%[1]s[0], %[1]s[1:]\n}", fresh, p.dec.TakeElems(p.Slab(e), e, rest), x)
	p.getMessage("(*"+x+")", e, "")
}

// getMap prints code that decodes a map. Old entries are removed first.
func (p *generator) getMap(expr string, t model.Type, r plan.Rules, path string) {
	u := model.Underlying(t).(*model.Map)
	c := p.count(path)
	p.dec.CheckLimit(r, c, path)
	p.dec.ChargeMap(u, c, path)
	p.dec.MakeMap(expr, t, c)
	key, x := p.Var("k"), p.Var("x")
	p.dec.GetEntries(expr, t, c, path, key, x, func() {
		p.reloadSize()
		p.getExact("n + 4 + k", p.pairFunc("Get", u)+"(d", fmt.Sprintf("&%s, &%s", key, x), "")
	})
}
