package sequence

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// getFunc prints the function that decodes a value.
func (p *Printer) getFunc(t model.Type) {
	name := p.Name(t)
	if p.ScansFirst() {
		p.Line("// %sGet%s decodes the value at offset n, which has been scanned, into v. It returns the offset of its end%s.", p.Title, name, p.orFailure(t))
	} else {
		p.Line("// %sGet%s decodes the value at offset n into v, reusing the memory of v. It returns the offset of its end, or -1 after an error.", p.Title, name)
	}
	params, typ := p.UnionParam(t)
	head := fmt.Sprintf("func %[1]sGet%[2]s%[4]s(d *%[1]sDecoder, n int, v *%[3]s) int {", p.Title, name, typ, params)
	p.function(head, func() {
		if !p.ScansFirst() {
			p.maxElemCode = maxElemCodeNoScan
		}
		recursive := p.Recursive(t)
		p.present = p.ScansFirst() && p.width(t).fixed()
		if recursive {
			p.addDecoderField("Depth int")
			p.CheckDepth("")
		}
		p.withNewCursor(func() {
			values := p.topValues("(*v)", t)
			p.delayed = p.newDelayed(values)
			p.get(values)
			p.getDelayed()
			if recursive {
				p.Line("d.Depth--")
			}
			p.Line("return %s\n}\n", p.Pos())
		})
	})
}

// orFailure returns the end of the comment of a function that decodes a t.
func (p *Printer) orFailure(t model.Type) string {
	if p.getFails(t) {
		return ", or -1 after an error"
	}
	return ""
}

// getFails reports whether decoding a t can fail. A message may change after the scan, but the bytes of a t of fixed width are
// still there.
func (p *Printer) getFails(t model.Type) bool {
	return !p.ScansFirst() || !p.width(t).fixed() || p.failsAfterScan(t)
}

// failsAfterScan reports whether decoding a t can fail although it has been scanned and has not changed. The scan does not
// check for duplicate map keys, does not call custom methods, and does not parse times that are text.
func (p *Printer) failsAfterScan(t model.Type) bool {
	return p.Contains(t, func(t model.Type) bool {
		switch p.Kind(t, false) {
		case plan.Map, plan.Custom:
			return true
		case plan.Time:
			return !p.TimeWidth().fixed()
		}
		return false
	})
}

// get prints code that decodes values, in runs.
func (p *Printer) get(values []*plan.Value) {
	for len(values) > 0 {
		var r *Run
		r, values = p.run(values)
		p.pathComment(r)
		p.recheck(r)
		if r.Width.Min > 0 {
			p.OpenRun(p, r)
		}
		for _, s := range r.Values {
			p.getValue(s)
		}
		if r.Head == nil {
			p.CloseRun(p, r)
		} else {
			p.getHead(r, r.Head)
		}
	}
	p.Flush()
}

// recheck prints a check that the bytes of a run are still there. The lengths in a message may change after the scan.
func (p *Printer) recheck(r *Run) {
	minBytes := r.Width.Min
	if s := r.Head; s != nil && s.Kind == plan.Record && p.width(s.Type).fixed() {
		minBytes += p.width(s.Type).Min
	}
	if p.ScansFirst() && !p.present && minBytes > 0 {
		p.ReturnErrorIf("balecore.Truncated", r.Path(), "n", "%s < %d", p.remaining(), minBytes)
	}
}

// remaining returns an expression for the number of bytes from the cursor to the end of the buffer.
func (p *Printer) remaining() string {
	if at := p.Pos(); at != "n" {
		return "len(d.B)-(" + at + ")"
	}
	return "len(d.B)-n"
}

// getValue prints code that decodes a value of bounded size.
func (p *Printer) getValue(s *plan.Value) {
	switch s.Kind {
	case plan.Integer:
		p.GetNumber(p, plan.Basic(s.Type), printer.Unparen(s.Expr), p.Type(s.Type), s.Path)
	case plan.Time:
		p.GetTime(p, s.Expr, s.Path, "")
	case plan.ByteArray:
		p.getByteArray(s.Expr, s.Type)
	case plan.Array:
		u := model.Underlying(s.Type).(*model.Array)
		p.getFixedElems(s, s.Expr, s.Expr+"[:]", u.Elem)
	}
}

// getFixedElems prints code that decodes the elements of x. The elements have a fixed width, and their bytes are known to be
// there. The expression slice is x as a slice.
func (p *Printer) getFixedElems(s *plan.Value, x, slice string, e model.Type) {
	if p.elemWidth(e).Max == 0 {
		return
	}
	loop := func() {
		p.Flush()
		p.each(s, x, e, func(values []*plan.Value) {
			for _, part := range values {
				if part.Kind == plan.Record { // a large struct of fixed width
					p.callAndCheck(fmt.Sprintf("%s(d, %s, %s)", p.call("Get", part.Type), p.Pos(), printer.Addr(part.Expr)), "", p.getFails(part.Type))
					p.pointAtMessage()
					continue
				}
				p.getValue(part)
			}
			p.Flush()
		})
	}
	p.asIs(e, loop, func(name string) {
		load := fmt.Sprintf("balecore.Load%s(%s, b, %s)", name, slice, p.Pos())
		if p.needsPadding(e) {
			load = p.padded(load)
		}
		p.AddVar(load)
	})
}

// getByteArray prints code that decodes an array of bytes, or an array of such arrays.
func (p *Printer) getByteArray(x string, t model.Type) {
	size := p.width(t).Min
	if size > 0 {
		p.Line("balecore.LoadArray(%s, b, %s)", printer.Addr(x), p.Pos())
	}
	p.AddConst(size)
}

// getHead prints code that decodes the value s whose head ends a run.
func (p *Printer) getHead(r *Run, s *plan.Value) {
	switch {
	case s.Omit:
		p.CloseRun(p, r)
		p.Flush()
		p.Line("if n >= len(d.B) {")
		p.setEmpty(s)
		p.Line("} else {")
		p.getCounted(&Run{Head: s, Width: p.CountWidth()}, s, true)
		p.Flush()
		p.Line("}")
	case s.Kind == plan.Record:
		p.CloseRun(p, r)
		p.callAndCheck(fmt.Sprintf("%s(d, %s, %s)", p.call("Get", s.Type), p.Pos(), printer.Addr(s.Expr)), s.Path, p.getFails(s.Type))
	case s.Kind == plan.Array:
		p.CloseRun(p, r)
		p.Flush()
		p.each(s, s.Expr, model.Underlying(s.Type).(*model.Array).Elem, p.get)
	case s.Kind == plan.Union:
		p.getUnion(r, s)
	case s.Kind == plan.Pointer:
		p.getFlag(r, s)
		p.getPointer(s)
		p.Flush()
		p.Line("}")
	case s.Kind != plan.String && p.HasNilFlags():
		p.getFlag(r, s)
		p.getCounted(&Run{Head: s, Width: Width{p.CountWidth().Min, p.CountWidth().Min}}, s, true)
		p.Flush()
		p.Line("}")
	default:
		p.getCounted(r, s, false)
	}
}

// getFlag prints code that decodes the flag at the end of a run and handles nil. It opens the block for a value that is not
// nil.
func (p *Printer) getFlag(r *Run, s *plan.Value) {
	if !p.ScansFirst() {
		p.scanFlag(s)
	} else {
		p.AddConst(p.flagWidth())
	}
	x, typ := p.GetFlag(p.PosPlus(-p.flagWidth()))
	flag := p.Need("y", typ)
	p.Line("%s = %s", flag, x)
	p.CloseRun(p, r)
	p.Flush()
	p.Line("if %s == 0 {", flag)
	if s.Kind == plan.Custom {
		p.GetCustom(s.Expr, s.Type, "nil", s.Path, p.Pos())
	} else {
		p.Line("%s = nil", s.Expr)
	}
	p.Line("} else {")
}

// setEmpty prints code that makes a string, slice or map empty.
func (p *Printer) setEmpty(s *plan.Value) {
	switch s.Kind {
	case plan.List:
		p.SetEmpty(s.Expr, s.Type)
	case plan.Map:
		p.ClearMap(s.Expr, s.Type)
	default:
		p.Line("%s = \"\"", s.Expr)
	}
}

// getPointer prints code that decodes the target of a pointer that is not nil.
func (p *Printer) getPointer(s *plan.Value) {
	e := model.Underlying(s.Type).(*model.Pointer).Elem
	p.MakePointer(s.Expr, e, s.Path)
	p.pointerTarget(s, p.get)
}

// getCounted prints code that decodes a value that begins with a count. With newRun, the count starts a new run; otherwise it
// ends an open one.
func (p *Printer) getCounted(r *Run, s *plan.Value, newRun bool) {
	if newRun {
		p.recheck(r)
		p.OpenRun(p, r)
	}
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.CloseRun(p, r)
	if !p.ScansFirst() {
		p.Flush()
		p.GetRestOfCount(p, k, s.Path)
		p.CheckLimit(s.Rules, k, s.Path)
	}
	switch u := model.Underlying(s.Type).(type) {
	case *model.Slice:
		if s.Kind == plan.List {
			p.getList(s, k, u.Elem)
			return
		}
	case *model.Map:
		if s.Kind == plan.Map {
			p.getMap(s, k, u)
			return
		}
	}
	p.checkLeft(s, p.padded(k), 1)
	switch s.Kind {
	case plan.Custom:
		p.GetCustom(s.Expr, s.Type, fmt.Sprintf("d.B[%[1]s : %[1]s+int(%[2]s) : %[1]s+int(%[2]s)]", p.Pos(), k), s.Path, p.Pos())
	case plan.Time:
		p.GetTime(p, s.Expr, s.Path, k)
	default:
		p.getText(s, k)
	}
	p.AddVar("int(" + p.padded(k) + ")")
}

// getText prints code that decodes a string whose bytes are at the cursor.
func (p *Printer) getText(s *plan.Value, k string) {
	if p.delayed != nil && !s.Rules.Own && !s.Rules.Intern {
		at := p.Need(p.Var("at"), "int")
		p.Line("%s = n", at)
		*p.delayed = append(*p.delayed, delayedString{s, at, k})
		return
	}
	bytes := fmt.Sprintf("d.B[%s:%s+int(%s)]", p.Pos(), p.Pos(), k)
	p.Line("%s = %s", s.Expr, p.String(s.Type, s.Rules, bytes, fmt.Sprintf("d.OneString(%s, int(%s))", p.Pos(), k)))
}

// A delayedString is a string that is decoded after the lengths of all strings of the value are known.
type delayedString struct {
	*plan.Value
	at, count string // variables
}

// maxDelayed is the maximum number of delayed strings. Each takes two variables.
const maxDelayed = 16

// newDelayed returns an empty list if the strings of a value are decoded at the end of its function, and nil otherwise. Such
// strings share one allocation of exact size. They are delayed if the value has at least two strings and everything else in it
// has bounded size. After a scan the size is already known, so no strings are delayed.
func (p *Printer) newDelayed(values []*plan.Value) *[]delayedString {
	count := 0
	for _, s := range values {
		switch {
		case p.inRun(s):
		case s.Kind == plan.String:
			count++
		default:
			return nil
		}
	}
	if p.ScansFirst() || count < 2 || count > maxDelayed {
		return nil
	}
	return new([]delayedString)
}

// getDelayed prints code that decodes the delayed strings.
func (p *Printer) getDelayed() {
	if p.delayed == nil || len(*p.delayed) == 0 {
		p.delayed = nil
		return
	}
	p.Flush()
	sum := ""
	for _, s := range *p.delayed {
		sum += " + int(" + s.count + ")"
	}
	p.Line("d.ExpectText(%s)", sum[3:])
	for _, s := range *p.delayed {
		p.Line("%s = %s", s.Expr, p.String(s.Type, plan.Rules{}, "", fmt.Sprintf("d.OneString(%s, int(%s))", s.at, s.count)))
	}
	p.delayed = nil
}

// getList prints code that decodes a slice of k elements. It reuses the slice's memory if that is large enough.
func (p *Printer) getList(s *plan.Value, k string, e model.Type) {
	switch minBytes := p.elemWidth(e).Min; {
	case p.needsPadding(e):
		p.checkLeft(s, p.padded(k), 1)
	case !p.ScansFirst() || minBytes > 0:
		p.checkLeft(s, k, minBytes)
	}
	p.Flush()
	if model.IsByte(e) {
		p.GetBytes(s.Expr, s.Type, s.Rules, "n", k, s.Path)
		p.Line("n += int(%s)", p.padded(k))
		return
	}
	p.MakeSlice(s.Expr, s.Type, s.Rules, k, s.Path)
	if !p.elemWidth(e).fixed() {
		p.each(s, s.Expr, e, p.get)
		return
	}
	p.pointAtMessage()
	p.getFixedElems(s, s.Expr, s.Expr, e)
	p.Flush()
}

// pointAtMessage prints code that makes b point at the message itself, whose next bytes are known to be there.
func (p *Printer) pointAtMessage() {
	if p.ScansFirst() {
		p.Need("b", "=balecore.All(d.B)")
		return
	}
	p.Need("b", "balecore.Buffer")
	p.Line("b = balecore.All(d.B)")
}

// getMap prints code that decodes a map of k entries. Duplicate keys are found here, not by the scan.
func (p *Printer) getMap(s *plan.Value, k string, u *model.Map) {
	if minBytes := p.entryWidth(u).Min; !p.ScansFirst() || minBytes > 0 {
		p.checkLeft(s, k, minBytes)
	}
	p.ChargeMap(u, k, s.Path)
	p.Flush()
	p.MakeMap(s.Expr, s.Type, k)
	key, elem := p.Var("k"), p.Var("x")
	p.looping++
	p.GetEntries(s.Expr, s.Type, k, s.Path, key, elem, func() {
		p.get(p.elemValues(s, key, u.Key))
		p.get(p.elemValues(s, elem, u.Elem))
	})
	p.looping--
}
