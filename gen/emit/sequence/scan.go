package sequence

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// scanFunc prints the function that checks a value and counts the memory that it takes. It prints nothing for a type that is
// always valid.
func (p *Printer) scanFunc(t model.Type) {
	if p.alwaysValid(t) {
		return
	}
	head := fmt.Sprintf("// %[1]sScan%[2]s checks the value at offset n and counts the memory for it. It returns the offset of its end, or -1 after an error.\nfunc %[1]sScan%[2]s(d *%[1]sDecoder, n int) int {", p.Title, p.Name(t))
	p.function(head, func() {
		recursive := p.Recursive(t)
		if recursive {
			p.addDecoderField("Depth int")
			p.CheckDepth("")
		}
		p.withNewCursor(func() {
			p.scan(p.topValues("(*v)", t))
			if recursive {
				p.Line("d.Depth--")
			}
			p.Line("return %s\n}\n", p.Pos())
		})
	})
}

// alwaysValid reports whether a t has a fixed width and all values of its bytes are valid.
func (p *Printer) alwaysValid(t model.Type) bool {
	w := p.width(t)
	return w.fixed() && (w.Max == 0 || !p.Contains(t, p.hasInvalid))
}

// validOn64Bit reports whether elements of type t are always valid if an int has 64 bits, but not if it has 32 bits.
func (p *Printer) validOn64Bit(t model.Type) bool {
	return p.elemWidth(t).fixed() && !p.alwaysValid(t) && !p.Contains(t, func(t model.Type) bool {
		b, ok := model.Underlying(t).(*model.Basic)
		return p.hasInvalid(t) && !(ok && b.Kind.Native())
	})
}

// checkOn32Bit prints checks of values of type t. The expression bytes is their total size. If validOn64Bit(t), code for a
// 64-bit int skips the bytes instead.
func (p *Printer) checkOn32Bit(t model.Type, bytes string, checks func()) {
	if !p.validOn64Bit(t) {
		checks()
		return
	}
	p.Flush()
	p.Line("if %s.UintSize == 32 {", p.Import("math/bits"))
	checks()
	p.Flush()
	p.Line("} else {")
	p.AddVar(bytes)
	p.Line("}")
}

// hasInvalid reports whether a t, apart from its parts, has invalid encodings.
func (p *Printer) hasInvalid(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Time:
		return true
	case *model.Basic:
		return p.HasInvalid(u.Kind)
	case *model.Array:
		n := int(u.Len) * plan.SizeInMemory(u.Elem)
		return p.inMemory(u.Elem) && p.paddedLen(n) != n
	}
	return false
}

// scan prints the checks of values, in runs.
func (p *Printer) scan(values []*plan.Value) {
	for len(values) > 0 {
		var r *Run
		r, values = p.run(values)
		p.pathComment(r)
		if w := r.Width.Min; w > 0 {
			p.Flush()
			p.ReturnErrorIf("balecore.Truncated", r.Path(), "n", "len(d.B)-n < %d", w)
		}
		if p.readsBytes(r) {
			p.Need("b", "=balecore.All(d.B)")
		}
		p.scanFixed(r.Values)
		if r.Head != nil {
			p.scanHead(r.Head)
		}
	}
	p.Flush()
}

// readsBytes reports whether the checks of a run read any of its bytes.
func (p *Printer) readsBytes(r *Run) bool {
	if s := r.Head; s != nil && s.Kind != plan.Record && s.Kind != plan.Array {
		return true
	}
	return slices.ContainsFunc(r.Values, func(s *plan.Value) bool { return !p.alwaysValid(s.Type) })
}

// scanFixed prints the checks of values whose bytes are known to be there.
func (p *Printer) scanFixed(values []*plan.Value) {
	for _, s := range values {
		switch {
		case p.alwaysValid(s.Type):
			p.AddConst(p.width(s.Type).Min)
		case s.Kind == plan.Integer:
			p.ScanNumber(p, plan.Basic(s.Type), s.Path)
		case s.Kind == plan.Time:
			p.ScanTime(p, s.Path)
		case s.Kind == plan.ByteArray:
			p.scanByteArray(s)
		case s.Kind == plan.Array:
			u := model.Underlying(s.Type).(*model.Array)
			p.Flush()
			p.checkOn32Bit(u.Elem, fmt.Sprint(p.width(s.Type).Min), func() { p.scanFixedElems(s, fmt.Sprint(u.Len), u.Elem) })
		}
	}
}

// scanByteArray prints the check of the padding of an array of bytes.
func (p *Printer) scanByteArray(s *plan.Value) {
	size := plan.SizeInMemory(s.Type)
	p.ReturnErrorIf("balecore.Malformed", s.Path, p.PosPlus(size), "balecore.Get32(b, %s)>>%d != 0", p.PosPlus(size&^3), size%4*8)
	p.AddConst(p.paddedLen(size))
}

// scanFixedElems prints the checks of count elements of fixed width, whose bytes are known to be there.
func (p *Printer) scanFixedElems(s *plan.Value, count string, e model.Type) {
	p.scanLoop(s, count, func() {
		values := p.elemValues(s, "", e)
		if len(values) == 1 && values[0].Kind == plan.Record {
			p.callAndCheck(fmt.Sprintf("%s(d, n)", p.call("Scan", e)), "", true)
		} else {
			p.scanFixed(values)
		}
		p.Flush()
	})
}

// scanLoop prints a loop over the elements or entries of s. body prints the checks for one of them.
func (p *Printer) scanLoop(s *plan.Value, count string, body func()) {
	i := p.Var("i")
	p.Line("for %s := range %s {", i, count)
	p.Within(p.AddIndexLine(s.Path, i), body)
	p.Line("}")
}

// scanHead prints the checks of the value s whose head ends a run.
func (p *Printer) scanHead(s *plan.Value) {
	if s.Omit {
		p.Flush()
		p.Line("if n < len(d.B) {\nif len(d.B)-n < %d {", p.CountWidth().Min)
		p.ReturnError("balecore.Truncated", s.Path, "n")
		p.Line("}")
		p.scanCounted(s)
		p.Flush()
		p.Line("}")
		return
	}
	switch s.Kind {
	case plan.Record:
		if p.alwaysValid(s.Type) { // a large struct without invalid encodings
			w := p.width(s.Type).Min
			p.Flush()
			p.ReturnErrorIf("balecore.Truncated", s.Path, "n", "len(d.B)-n < %d", w)
			p.AddConst(w)
			return
		}
		p.callAndCheck(fmt.Sprintf("%s(d, %s)", p.call("Scan", s.Type), p.Pos()), s.Path, true)
	case plan.Array:
		u := model.Underlying(s.Type).(*model.Array)
		p.Flush()
		p.scanElems(s, fmt.Sprint(u.Len), u.Elem)
	case plan.Pointer:
		e := model.Underlying(s.Type).(*model.Pointer).Elem
		p.scanFlag(s)
		p.Flush()
		flag, _ := p.GetFlag(p.PosPlus(-p.flagWidth()))
		p.Line("if %s != 0 {", flag)
		p.addTotal(e, "1")
		p.Charge(e, "1", s.Path)
		p.Within(p.ErrorReturns.AddFieldLine(s.Path), func() { p.scanValue(s, e) })
		p.Line("}")
	case plan.Union:
		p.scanUnion(s)
	default:
		p.scanCounted(s)
	}
}

// scanFlag prints the check of a flag, and moves the cursor to its end.
func (p *Printer) scanFlag(s *plan.Value) {
	flag, _ := p.GetFlag(p.Pos())
	p.ReturnErrorIf("balecore.Malformed", s.Path, p.Offset(), "%s > 1", flag)
	p.AddConst(p.flagWidth())
}

// scanValue prints the checks of a value e of s, including those of its length.
func (p *Printer) scanValue(s *plan.Value, e model.Type) { p.scan(p.elemValues(s, "", e)) }

// scanElems prints the checks of count elements, including those of their lengths.
func (p *Printer) scanElems(s *plan.Value, count string, e model.Type) {
	p.scanLoop(s, count, func() { p.scanValue(s, e) })
}

// scanCounted prints the checks of a value that begins with a count.
func (p *Printer) scanCounted(s *plan.Value) {
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.Flush()
	p.CheckLimit(s.Rules, k, s.Path)
	switch u := model.Underlying(s.Type).(type) {
	case *model.Slice:
		if s.Kind == plan.List {
			p.scanList(s, k, u.Elem)
			return
		}
	case *model.Map:
		if s.Kind == plan.Map {
			p.checkLeft(s, k, p.entryWidth(u).Min)
			p.ChargeMap(u, k, s.Path)
			p.scanLoop(s, "int("+k+")", func() {
				p.scanValue(s, u.Key)
				p.scanValue(s, u.Elem)
			})
			return
		}
	}
	p.checkLeft(s, p.padded(k), 1)
	p.checkPadding(s, k)
	if s.Kind == plan.String && !s.Rules.Own && !s.Rules.Intern {
		p.Line("d.Text += int(%s)", k)
	}
	p.AddVar("int(" + p.padded(k) + ")")
}

// checkPadding prints a check that the padding of k bytes is zero.
func (p *Printer) checkPadding(s *plan.Value, k string) {
	if p.Padding() == 1 {
		return
	}
	p.ReturnErrorIf("balecore.Malformed", s.Path, "n+int("+k+")", "!balexdr.Zeros(b, n, %s)", k)
}

// scanList prints the checks of a slice of k elements.
func (p *Printer) scanList(s *plan.Value, k string, e model.Type) {
	w := p.elemWidth(e)
	if p.needsPadding(e) {
		p.checkLeft(s, p.padded(k), 1)
		p.checkPadding(s, k)
	} else {
		p.checkLeft(s, k, w.Min)
	}
	p.addListTotal(s, e, "int("+k+")")
	p.Charge(e, k, s.Path)
	switch {
	case w.Max == 0:
	case p.validOn64Bit(e):
		p.checkOn32Bit(e, fmt.Sprintf("%d * int(%s)", w.Min, k), func() { p.scanFixedElems(s, "int("+k+")", e) })
	case (p.inMemory(e) || w.fixed() && p.alwaysValid(e)) && w.Min == 1:
		p.AddVar("int(" + p.padded(k) + ")")
	case p.inMemory(e) || w.fixed() && p.alwaysValid(e): // alwaysValid ignores e's own methods, whose results have no fixed width
		p.AddVar(fmt.Sprintf("%d * int(%s)", w.Min, k))
	case w.fixed():
		p.scanFixedElems(s, "int("+k+")", e)
	default:
		p.scanElems(s, "int("+k+")", e)
	}
}

// checkLeft prints a check that the rest of the message can hold k things of at least minBytes bytes each.
func (p *Printer) checkLeft(s *plan.Value, k string, minBytes int) {
	rest, code := "uint64("+p.remaining()+")", "balecore.Truncated"
	switch {
	case minBytes == 0:
		p.Line("if !d.ZeroSize(%s) {", k)
		code = "balecore.TooMany"
	case minBytes == 1:
		p.Line("if %s > %s {", k, rest)
	default:
		p.Line("if %s > %s/%d {", k, rest, minBytes)
	}
	p.ReturnError(code, s.Path, "n")
	p.Line("}")
}

// addTotal prints code that adds n elements to the total of their slab, if there is one.
func (p *Printer) addTotal(e model.Type, n string) {
	if i := p.Slab(e); i >= 0 {
		p.Line("d.slabs.totals[%d] += %s", i, p.SlabCount(e, n))
	}
}

// addListTotal is addTotal for the elements of a list. A list with its own memory takes nothing from the slab, and neither do
// bytes that are parts of the message.
func (p *Printer) addListTotal(s *plan.Value, e model.Type, n string) {
	switch bytes := model.IsByte(e); {
	case s.Rules.Own && model.IsBytes(s.Type) || p.Slab(e) < 0:
	case bytes:
		p.Line("if !d.Alias {")
		p.addTotal(e, n)
		p.Line("}")
	default:
		p.addTotal(e, n)
	}
}
