package sequence

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getFunc prints the function that reads a value.
func (p *Printer) getFunc(t schema.Type) {
	name := p.Name(t)
	if p.Scans() {
		p.Line("// %sGet%s reads the value at n, which is known to be right, into v. It returns where it ends%s.", p.Title, name, p.orFailure(t))
	} else {
		p.Line("// %sGet%s reads the value at n into v, and keeps the capacity of that. It returns where it ends, or -1.", p.Title, name)
	}
	params, typ := p.Param(t)
	head := fmt.Sprintf("func %[1]sGet%[2]s%[4]s(d *%[1]sDecoder, n int, v *%[3]s) int {", p.Title, name, typ, params)
	p.function(head, func() {
		if !p.Scans() {
			p.maxElemCode = maxElemCodeNoScan
		}
		recursive := p.Recursive(t)
		p.present = p.Scans() && p.width(t).fixed()
		if recursive {
			p.Field("depth int")
			p.Deeper("")
		}
		p.withNewCursor(func() {
			steps := p.valueSteps("(*v)", t)
			p.delayed = p.newDelayed(steps)
			p.get(steps)
			p.getDelayed()
			if recursive {
				p.Line("d.depth--")
			}
			p.Line("return %s\n}\n", p.At())
		})
	})
}

func (p *Printer) orFailure(t schema.Type) string {
	if p.getFails(t) {
		return ", or -1"
	}
	return ""
}

// fails reports whether the reading of a t can find something wrong. What has been scanned may have changed, but a t of a fixed
// width is there.
func (p *Printer) getFails(t schema.Type) bool {
	return !p.Scans() || !p.width(t).fixed() || p.failsAfterScan(t)
}

// refusesRead reports whether something may be wrong with a t that has been scanned and has not changed: with keys that are
// there twice, what types read themselves, and times that are written as text.
func (p *Printer) failsAfterScan(t schema.Type) bool {
	return p.Reaches(t, func(t schema.Type) bool {
		switch p.Kind(t, false) {
		case plan.Map, plan.Custom:
			return true
		case plan.Time:
			return !p.TimeWidth().fixed()
		}
		return false
	})
}

func (p *Printer) get(steps []*Step) {
	for len(steps) > 0 {
		var r *Run
		r, steps = p.run(steps)
		p.pathComment(r)
		p.recheck(r)
		if r.Width.Min > 0 {
			p.Open(p, r)
		}
		for _, s := range r.Steps {
			p.getStep(s)
		}
		if r.Head == nil {
			p.Close(p, r)
		} else {
			p.getHead(r, r.Head)
		}
	}
	p.Flush()
}

// again prints the check that a run is still there, in a message that has been scanned: its lengths may have changed.
func (p *Printer) recheck(r *Run) {
	minBytes := r.Width.Min
	if s := r.Head; s != nil && s.Kind == plan.Record && p.width(s.Type).fixed() {
		minBytes += p.width(s.Type).Min
	}
	if p.Scans() && !p.present && minBytes > 0 {
		p.FailIf("baleTruncated", r.Path(), "n", "%s < %d", p.remaining(), minBytes)
	}
}

// rest is an expression for the bytes behind the cursor.
func (p *Printer) remaining() string {
	if at := p.At(); at != "n" {
		return "len(d.b)-(" + at + ")"
	}
	return "len(d.b)-n"
}

// getStep is for what has a limit.
func (p *Printer) getStep(s *Step) {
	switch s.Kind {
	case plan.Integer:
		p.GetNumber(p, plan.Basic(s.Type), printer.Bare(s.Expr), p.Type(s.Type), s.Path)
	case plan.Time:
		p.GetTime(p, s.Expr, s.Path, "")
	case plan.ByteArray:
		p.getByteArray(s.Expr, s.Type)
	case plan.Array:
		u := schema.Underlying(s.Type).(*schema.Array)
		p.getFixedElems(s, s.Expr, s.Expr+"[:]", u.Elem)
	}
}

// getAll prints the reading of the elements of x, which take the same number of bytes each and are known to be there.
func (p *Printer) getFixedElems(s *Step, x, slice string, e schema.Type) {
	if p.elemWidth(e).Max == 0 {
		return
	}
	loop := func() {
		p.Flush()
		p.each(s, x, e, func(steps []*Step) {
			for _, part := range steps {
				if part.Kind == plan.Record { // heavy, but of a fixed width
					p.callAndCheck(fmt.Sprintf("%s(d, %s, %s)", p.call("Get", part.Type), p.At(), printer.Addr(part.Expr)), "", p.getFails(part.Type))
					p.pointAtMessage()
					continue
				}
				p.getStep(part)
			}
			p.Flush()
		})
	}
	p.asIs(e, loop, func(name string) {
		load := fmt.Sprintf("baleLoad%s(%s, b, %s)", name, slice, p.At())
		if p.needsPadding(e) {
			load = p.padded(load)
		}
		p.Move(load)
	})
}

// getByteArray prints the reading of an array of bytes, or of such arrays.
func (p *Printer) getByteArray(x string, t schema.Type) {
	u := schema.Underlying(t).(*schema.Array)
	size := p.width(t).Min
	_, isByte := u.Elem.(*schema.Basic)
	switch {
	case size == 0:
	case !p.Safe:
		p.Line("%s = *(*%s)(unsafe.Add(b, %s))", x, p.Type(t), p.At())
	case isByte && schema.IsKind(u.Elem, schema.Uint8):
		p.Line("copy(%s[:], b[%s:])", x, p.At())
	default:
		p.Flush()
		i := p.Var("i")
		p.Line("for %s := range %s {", i, x)
		if _, inner := schema.Underlying(u.Elem).(*schema.Array); inner {
			p.getByteArray(x+"["+i+"]", u.Elem)
		} else {
			p.Line("%s[%s] = %s(b[%s])", x, i, p.Type(u.Elem), p.At())
			p.Advance(1)
		}
		p.Flush()
		p.Line("}")
		size -= plan.Memory(t)
	}
	p.Advance(size)
}

// getHead is for what ends a run.
func (p *Printer) getHead(r *Run, s *Step) {
	switch {
	case s.Omit:
		p.Close(p, r)
		p.Flush()
		p.Line("if n >= len(d.b) {")
		p.setEmpty(s)
		p.Line("} else {")
		p.getCounted(&Run{Head: s, Width: p.Count()}, s, true)
		p.Flush()
		p.Line("}")
	case s.Kind == plan.Record:
		p.Close(p, r)
		p.callAndCheck(fmt.Sprintf("%s(d, %s, %s)", p.call("Get", s.Type), p.At(), printer.Addr(s.Expr)), s.Path, p.getFails(s.Type))
	case s.Kind == plan.Array:
		p.Close(p, r)
		p.Flush()
		p.each(s, s.Expr, schema.Underlying(s.Type).(*schema.Array).Elem, p.get)
	case s.Kind == plan.Union:
		p.getUnion(r, s)
	case s.Kind == plan.Pointer:
		p.getFlag(r, s)
		p.getPointer(s)
		p.Flush()
		p.Line("}")
	case s.Kind != plan.String && p.Nils():
		p.getFlag(r, s)
		p.getCounted(&Run{Head: s, Width: Width{p.Count().Min, p.Count().Min}}, s, true)
		p.Flush()
		p.Line("}")
	default:
		p.getCounted(r, s, false)
	}
}

// getFlag prints the reading of the flag that ends a run, and opens the block of what there is.
func (p *Printer) getFlag(r *Run, s *Step) {
	if !p.Scans() {
		p.scanFlag(s)
	} else {
		p.Advance(p.flagWidth())
	}
	x, typ := p.Flag(p.AtPlus(-p.flagWidth()))
	flag := p.Need("y", typ)
	p.Line("%s = %s", flag, x)
	p.Close(p, r)
	p.Flush()
	p.Line("if %s == 0 {", flag)
	if s.Kind == plan.Custom {
		p.Unmarshal(s.Expr, s.Type, "nil", s.Path, p.At())
	} else {
		p.Line("%s = nil", s.Expr)
	}
	p.Line("} else {")
}

// empty prints what makes a string, slice or map empty.
func (p *Printer) setEmpty(s *Step) {
	switch s.Kind {
	case plan.List:
		p.Empty(s.Expr, s.Type)
	case plan.Map:
		p.Line("clear(%s)", s.Expr)
	default:
		p.Line("%s = \"\"", s.Expr)
	}
}

func (p *Printer) getPointer(s *Step) {
	e := schema.Underlying(s.Type).(*schema.Pointer).Elem
	p.Pointer(s.Expr, e, s.Path)
	p.pointerTarget(s, p.get)
}

// getCounted is for what has a count in front. apart says that the count is not in a run that is open.
func (p *Printer) getCounted(r *Run, s *Step, newRun bool) {
	if newRun {
		p.recheck(r)
		p.Open(p, r)
	}
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.Close(p, r)
	if !p.Scans() {
		p.Flush()
		p.MoreCount(p, k, s.Path)
		p.Limit(s.Rules, k, s.Path)
	}
	switch u := schema.Underlying(s.Type).(type) {
	case *schema.Slice:
		if s.Kind == plan.List {
			p.getList(s, k, u.Elem)
			return
		}
	case *schema.Map:
		if s.Kind == plan.Map {
			p.getMap(s, k, u)
			return
		}
	}
	p.checkLeft(s, p.padded(k), 1)
	switch s.Kind {
	case plan.Custom:
		p.Unmarshal(s.Expr, s.Type, fmt.Sprintf("d.b[%[1]s : %[1]s+int(%[2]s) : %[1]s+int(%[2]s)]", p.At(), k), s.Path, p.At())
	case plan.Time:
		p.GetTime(p, s.Expr, s.Path, k)
	default:
		p.getText(s, k)
	}
	p.Move("int(" + p.padded(k) + ")")
}

// getText prints the reading of a string whose bytes are at the cursor.
func (p *Printer) getText(s *Step, k string) {
	if p.delayed != nil && !s.Rules.Own && !s.Rules.Intern {
		at := p.Need(p.Var("at"), "int")
		p.Line("%s = n", at)
		*p.delayed = append(*p.delayed, delayedString{s, at, k})
		return
	}
	bytes := fmt.Sprintf("d.b[%s:%s+int(%s)]", p.At(), p.At(), k)
	p.Line("%s = %s", s.Expr, p.String(s.Type, s.Rules, bytes, fmt.Sprintf("d.oneString(%s, int(%s))", p.At(), k)))
}

// A lateText is a string that is read when the lengths of all are known.
type delayedString struct {
	*Step
	at, count string // variables
}

// maxLate is how many strings are put off: each takes two variables.
const maxDelayed = 16

// defers says whether strings are put off to the end of the function: where a value has some and nothing without
// limit beside them, they then take one allocation of the right size. Where a scan has told the size there is no need.
func (p *Printer) newDelayed(steps []*Step) *[]delayedString {
	count := 0
	for _, s := range steps {
		switch {
		case p.inRun(s):
		case s.Kind == plan.String:
			count++
		default:
			return nil
		}
	}
	if p.Scans() || count < 2 || count > maxDelayed {
		return nil
	}
	return new([]delayedString)
}

// lateTexts prints the reading of the strings that were put off.
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
	p.Line("d.expectText(%s)", sum[3:])
	for _, s := range *p.delayed {
		p.Line("%s = %s", s.Expr, p.String(s.Type, plan.Rules{}, "", fmt.Sprintf("d.oneString(%s, int(%s))", s.at, s.count)))
	}
	p.delayed = nil
}

// getList prints the reading of a slice of k elements: into the memory that it has, if that is enough.
func (p *Printer) getList(s *Step, k string, e schema.Type) {
	switch minBytes := p.elemWidth(e).Min; {
	case p.needsPadding(e):
		p.checkLeft(s, p.padded(k), 1)
	case !p.Scans() || minBytes > 0:
		p.checkLeft(s, k, minBytes)
	}
	p.Flush()
	if plan.IsByte(e) {
		p.Bytes(s.Expr, s.Type, s.Rules, "n", k, s.Path)
		p.Line("n += int(%s)", p.padded(k))
		return
	}
	p.Slice(s.Expr, s.Type, s.Rules, k, s.Path)
	if !p.elemWidth(e).fixed() {
		p.each(s, s.Expr, e, p.get)
		return
	}
	p.pointAtMessage()
	p.getFixedElems(s, s.Expr, s.Expr, e)
	p.Flush()
}

// here makes b point at the message itself, of which the next bytes are known to be there.
func (p *Printer) pointAtMessage() {
	if p.Scans() {
		p.Need("b", "=baleAll(d.b)")
		return
	}
	p.Need("b", "baleBuffer")
	p.Line("b = baleAll(d.b)")
}

// getMap prints the reading of a map of k entries. A key that is there twice is found here and not before.
func (p *Printer) getMap(s *Step, k string, u *schema.Map) {
	if minBytes := p.entryWidth(u).Min; !p.Scans() || minBytes > 0 {
		p.checkLeft(s, k, minBytes)
	}
	p.ChargeMap(u, k, s.Path)
	p.Flush()
	p.Map(s.Expr, s.Type, k)
	key, elem := p.Var("k"), p.Var("x")
	p.looping++
	p.GetEntries(s.Expr, s.Type, k, s.Path, key, elem, func() {
		p.get(p.elemSteps(s, key, u.Key))
		p.get(p.elemSteps(s, elem, u.Elem))
	})
	p.looping--
}
