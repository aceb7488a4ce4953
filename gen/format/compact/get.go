package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// get prints the function that decodes a record.
func (p *generator) get(t model.Type, rules plan.Rules, recursive bool) {
	l, name := p.layout(t, rules), p.nameWith(t, rules)
	l.earlier = isEarlier(t)
	p.Func("// baleCompactGet%s decodes a record into v. It overwrites all of v, and reuses its memory.", name)
	p.Line("func baleCompactGet%s(d *baleCompactDecoder, v *%s) bool {", name, p.Type(t))
	p.declareRemoved(l)
	p.declareConverted(l)
	p.zeroUnread(t, l)
	if recursive {
		p.dec.CheckDepth("")
	}
	if l.grows {
		p.getGrowing(l)
	} else {
		p.getBody(l, name, p.Type(t))
	}
	p.convertAll(l, "")
	p.endGet(recursive)
}

// getBody prints the decoding of a record that does not grow. typ is the Go type, and name the suffix of its functions.
func (p *generator) getBody(l *layout, name, typ string) {
	switch {
	case l.sparse:
		p.getSparse(l, name, typ)
		return
	case l.earlier && l.codes() > 0 && l.words() == 1:
		lens := "lens0"
		if l.codes() == 1 { // nothing follows its number
			lens = "_"
		}
		p.Line("n := d.N\nb, control0, %s, size := d.Locate(%s, %#x, %d, %d, %q, %q)\nif size < 0 {\nreturn false\n}",
			lens, allBits(8*l.control()), l.codeMask(0), l.head(), l.used(), l.fixedPaths(), l.numberPaths())
		p.getValues(l, "d.B[n:]", failRecord)
		p.Line("d.N = n + size")
	case l.isNumber():
		p.Line("%s, ok := d.Number()\nif !ok {\nreturn false\n}", p.countVar(l.items[0]))
	case l.head() > 0:
		p.Line("n := d.N")
		p.getRecord(l, "d.B", failRecord)
		p.Line("d.N = n + size")
	}
	p.getItems(l.items, l.earlier)
}

// isNumber reports whether a record has nothing but the count of a value that is no field, such as an element of a list of lists.
func (l *layout) isNumber() bool {
	if len(l.items) != 1 || l.head() != 1 || l.codes() != 1 || l.used() != 4 || l.numberPaths() != "" {
		return false
	}
	switch l.items[0].Kind {
	case plan.Bytes, plan.List, plan.Map:
		return !l.items[0].unread
	}
	return false
}

// endGet prints the end of a function that decodes or skips a record.
func (p *generator) endGet(recursive bool) {
	if recursive {
		p.Line("d.Depth--")
	}
	p.Line("return true\n}\n")
}

// failRecord returns the return after an error in a record. path is an expression for the path of the field.
func failRecord(code, path string) string {
	if path == `""` {
		return "return d.Fail(" + code + ")"
	}
	return "return d.FailAt(" + code + ", " + path + ")"
}

// getFixed prints the decoding of a value of a fixed size at an offset of b.
func (p *generator) getFixed(expr, at string, t model.Type) {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		p.Line("%s = %s", expr, p.FromBits(u.Kind, p.Type(t), func(bits, off int) string {
			if off > 0 {
				return fmt.Sprintf("balecore.Get%d(b, %s+%d)", bits, at, off)
			}
			return fmt.Sprintf("balecore.Get%d(b, %s)", bits, at)
		}))
	case *model.Array:
		if p.plain(t) {
			p.dec.GetByteArray(expr, t, at)
			return
		}
		i := p.Var("i")
		p.Line("for %s := range %s {", i, expr)
		p.getFixed(paren(expr)+"["+i+"]", fmt.Sprintf("%s+%d*%s", at, p.fixedSize(u.Elem), i), u.Elem)
		p.Line("}")
	}
}

// getItem prints the decoding of an item in the rest of a record.
func (p *generator) getItem(it *item) {
	switch it.Kind {
	case plan.Time:
		p.Line("if %s && !d.Zone(%s) {\nreturn d.At(%q)\n}", p.zoneVar(it), printer.Addr(it.Expr), it.Path)
	case plan.Pointer:
		p.getPointer(it)
	case plan.Record:
		p.Line("if !baleCompactGet%s(d, &%s) {\nreturn d.At(%q)\n}", p.name(it.Type), it.Expr, it.Path)
	case plan.Union:
		p.Line("if !baleCompactUnionGet%s(d, %s, %s) {\nreturn d.At(%q)\n}", p.name(it.Type), p.countVar(it), printer.Addr(it.Expr), it.Path)
	case plan.Custom:
		p.Line("%sif m, ok := d.Bytes(%s); !ok || !d.Custom(%s) {\nreturn d.At(%q)\n}", p.SetZero(it.Expr, it.Type), p.countVar(it), p.Unmarshal(it.Expr, it.Type, "m"), it.Path)
	case plan.Array:
		p.getListOf(it, it.Expr+"[:]", model.Underlying(it.Type).(*model.Array).Elem)
	case plan.String, plan.Bytes, plan.List, plan.Map:
		switch u := model.Underlying(it.Type).(type) {
		case *model.Basic:
			p.getText(it)
		case *model.Slice:
			p.getSlice(it, u)
		case *model.Map:
			p.getMap(it, u)
		}
	}
}

// isShared reports whether an item is a string that is a part of the copied text.
func (it *item) isShared() bool {
	return it.Kind == plan.String && !it.unread && !it.inPart && !it.Rules.Own && !it.Rules.Intern
}

// getText prints the decoding of a string.
func (p *generator) getText(it *item) {
	if it.isShared() {
		p.getTexts([]*item{it})
		return
	}
	method := "OneText"
	switch {
	case it.Rules.Own:
		method = "OwnText"
	case it.Rules.Intern:
		method = "InternedText"
	}
	n := p.countVar(it)
	p.dec.CheckLimit(it.Rules, n, it.Path)
	s := p.Var("s")
	p.Line("%s, ok := d.%s(%s)\nif !ok {\nreturn d.At(%q)\n}\n%s = %s", s, method, n, it.Path, it.Expr, p.converted(it.Type, s))
}

// getTexts prints the decoding of strings in a row that are parts of the copied text.
func (p *generator) getTexts(items []*item) {
	text := p.Var("text")
	p.Line("%s := d.Unused()", text)
	for _, it := range items {
		n := p.countVar(it)
		p.dec.CheckLimit(it.Rules, n, it.Path)
		p.Line("if %s = d.More(%s, %s); %s > uint64(len(%s)) {", text, text, n, n, text)
		p.dec.ReturnError("balecore.Truncated", it.Path, "")
		p.Line("}\n%s, %s = %s, %s[%s:]", it.Expr, text, p.converted(it.Type, text+"[:"+n+"]"), text, n)
	}
	p.Line("d.SetUnused(%s)", text)
}

// converted returns the string expression s as a value of type t.
func (p *generator) converted(t model.Type, s string) string {
	if plan.IsNamed(t) {
		return p.Type(t) + "(" + s + ")"
	}
	return s
}

// getPointer prints the decoding of a pointer.
func (p *generator) getPointer(it *item) {
	e := plan.Elem(it.Type)
	p.Line("if !%s {\n%s = nil\n} else {", p.someVar(it), it.Expr)
	p.dec.MakePointer(it.Expr, e, it.Path)
	p.dec.ReturnFailedIf(it.Path, "!baleCompactGet%s(d, %s)", p.nameWith(e, it.elemRules()), it.Expr)
	p.Line("}")
}

// getSlice prints the decoding of a slice. Its count is its length + 1, or 0 for nil.
func (p *generator) getSlice(it *item, s *model.Slice) {
	e, n := s.Elem, p.countVar(it)
	p.Line("if %s == 0 {\n%s = nil\n} else {\n%s--", n, it.Expr, n)
	p.dec.CheckLimit(it.Rules, n, it.Path)
	p.checkElems(it, e, n)
	if model.IsByte(e) {
		p.dec.GetBytes(it.Expr, it.Type, it.Rules, "d.N", n, it.Path)
		p.Line("d.N += int(%s)", n)
	} else {
		p.makeSlice(it, e, n)
		p.getListOf(it, it.Expr, e)
	}
	p.Line("}")
}

// getListOf prints the decoding of the elements of an item.
func (p *generator) getListOf(it *item, x string, e model.Type) {
	if it.inPart && p.classOf(e) == ofStrings && !it.Rules.Own && !it.Rules.Intern {
		p.dec.ReturnFailedIf(it.Path, "!balecompact.GetPartStrings(&d.Decoder, %s)", x)
		return
	}
	p.getElems(x, e, it.Path, it.elemRules())
}

// checkElems prints the check that the message can hold n elements of type e.
func (p *generator) checkElems(it *item, e model.Type, n string) {
	if p.minSize(e) == 0 && p.classOf(e) == ofRecords {
		p.dec.ReturnErrorIf("balecore.TooMany", it.Path, "", "!d.ZeroSize(%s)", n)
	} else {
		p.dec.ReturnErrorIf("balecore.Truncated", it.Path, "", "%s > %s", n, p.maxElems(e))
	}
}

// makeSlice prints code that gives the slice of an item n elements.
func (p *generator) makeSlice(it *item, e model.Type, n string) {
	p.dec.MakeSlice(it.Expr, it.Type, it.Rules, n, it.Path)
}

// minBits returns the minimum bits of an element of a list, without the elements of the lists in it.
func (p *generator) minBits(e model.Type) int {
	switch p.classOf(e) {
	case ofBools:
		return 1
	case ofNumbers, ofStrings:
		return 4
	case ofRecords:
		return 8 * p.minSize(e)
	}
	return 8 * p.fixedSize(e)
}

// claim returns an expression for the minimum bytes of count elements. The entries of a map are records.
func (p *generator) claim(e model.Type, count string) string {
	switch n := p.minBits(e); n {
	case 0:
		return "0"
	case 8:
		return count
	case 1, 4:
		return fmt.Sprintf("%s/%d", count, 8/n)
	default:
		return fmt.Sprintf("%d*%s", n/8, count)
	}
}

// maxElems returns an expression for the maximum number of elements that the unread part of the message can hold. Memory is allocated for
// no more.
func (p *generator) maxElems(e model.Type) string {
	const rest = "uint64(len(d.B)-d.N)"
	switch p.classOf(e) {
	case ofBools:
		return "8*" + rest
	case ofNumbers, ofStrings:
		return "2*" + rest
	}
	n := p.minSize(e)
	if p.classOf(e) != ofRecords {
		n = p.fixedSize(e)
	}
	if n <= 1 {
		return rest
	}
	return fmt.Sprintf("%s/%d", rest, n)
}

// getMap prints the decoding of a map. Its count is its number of entries + 1, or 0 for nil.
func (p *generator) getMap(it *item, u *model.Map) {
	n := p.countVar(it)
	p.Line("if %s == 0 {\n%s = nil\n} else {\n%s--", n, it.Expr, n)
	p.dec.CheckLimit(it.Rules, n, it.Path)
	p.checkEntries(it, u, n)
	p.dec.ChargeMap(u, n, it.Path)
	p.dec.MakeMap(it.Expr, it.Type, n)
	k, x := p.Var("k"), p.Var("x")
	p.dec.GetEntries(it.Expr, it.Type, n, it.Path, k, x, func() {
		p.dec.ReturnFailedIf("", "!baleCompactGet%s(d, &%s) || !baleCompactGet%s(d, &%s)", p.nameWith(u.Key, it.elemRules()), k, p.nameWith(u.Elem, it.elemRules()), x)
	})
	p.Line("}")
}

// checkEntries prints the check that the message can hold n entries of a map.
func (p *generator) checkEntries(it *item, u *model.Map, n string) {
	if minSize := p.minSize(u.Key) + p.minSize(u.Elem); minSize > 0 {
		p.Line("if %s > uint64(len(d.B)-d.N)/%d {", n, minSize)
		p.dec.ReturnError("balecore.Truncated", it.Path, "")
	} else { // all keys of no bytes are equal
		p.Line("if %s > 1 {", n)
		p.dec.ReturnError("balecore.Duplicate", it.Path, "")
	}
	p.Line("}")
}

// zeroUnread prints code that sets the fields that a part does not read to zero.
func (p *generator) zeroUnread(t model.Type, l *layout) {
	if isEarlier(t) {
		for _, x := range l.absent {
			p.Line("%s = %s", x.Expr, p.Zero(x.Type))
		}
		return
	}
	if _, ok := model.Underlying(t).(*model.Struct); ok {
		p.ZeroUnread(t, func(f *model.Field) bool {
			_, ok := model.Underlying(f.Type).(*model.Struct)
			return ok && !p.grows(f.Type)
		})
	}
	for _, it := range l.items {
		if it.unread && it.zeroed {
			p.Line("%s = %s", it.Expr, p.Zero(it.Type))
		}
	}
}
