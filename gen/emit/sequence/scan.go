package sequence

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/schema"
)

// scanFunc prints the function that checks a value and adds up what it takes, unless there is nothing to find out.
func (p *Printer) scanFunc(t schema.Type) {
	if p.known(t) {
		return
	}
	head := fmt.Sprintf("// %[1]sScan%[2]s checks the value at n, and adds up what it takes. It returns where it ends, or -1.\nfunc %[1]sScan%[2]s(d *%[1]sDecoder, n int) int {", p.Title, p.Name(t))
	p.function(head, func() {
		deep := p.Recursive(t)
		if deep {
			p.Field("depth int")
			p.Deeper("")
		}
		p.fromStart(func() {
			p.scan(p.whole("(*v)", t))
			if deep {
				p.Line("d.depth--")
			}
			p.Line("return %s\n}\n", p.At())
		})
	})
}

// known reports whether a t has always the same number of bytes, and whatever they are is right.
func (p *Printer) known(t schema.Type) bool {
	w := p.width(t)
	return w.fixed() && (w.Max == 0 || !p.Reaches(t, p.checked))
}

// known64 reports whether an element of type t is known where an int has 64 bits, and not where it has 32.
func (p *Printer) known64(t schema.Type) bool {
	return p.elemWidth(t).fixed() && !p.known(t) && !p.Reaches(t, func(t schema.Type) bool {
		b, ok := schema.Underlying(t).(*schema.Basic)
		return p.checked(t) && !(ok && b.Kind.Native())
	})
}

// on32 prints checks of values of type t, which take so many bytes together. If t is known64, a machine whose int has 64 bits skips the
// bytes instead.
func (p *Printer) on32(t schema.Type, bytes string, checks func()) {
	if !p.known64(t) {
		checks()
		return
	}
	p.Flush()
	p.Line("if %s.UintSize == 32 {", p.Import("math/bits"))
	checks()
	p.Flush()
	p.Line("} else {")
	p.Move(bytes)
	p.Line("}")
}

// checked reports whether not all bytes are right for a t.
func (p *Printer) checked(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Time:
		return true
	case *schema.Basic:
		return p.Strict(u.Kind)
	case *schema.Array:
		n := int(u.Len) * plan.Memory(u.Elem)
		return p.inMemory(u.Elem) && p.filled(n) != n
	}
	return false
}

func (p *Printer) scan(steps []*Step) {
	for len(steps) > 0 {
		var r *Run
		r, steps = p.run(steps)
		p.heading(r)
		if w := r.Width.Min; w > 0 {
			p.Flush()
			p.FailIf("baleTruncated", r.Path(), "n", "len(d.b)-n < %d", w)
		}
		if p.looks(r) {
			p.Need("b", "=baleAll(d.b)")
		}
		p.scanFixed(r.Steps)
		if r.Head != nil {
			p.scanHead(r.Head)
		}
	}
	p.Flush()
}

// looks reports whether a check of the run reads any of its bytes.
func (p *Printer) looks(r *Run) bool {
	if s := r.Head; s != nil && s.Kind != plan.Record && s.Kind != plan.Array {
		return true
	}
	return slices.ContainsFunc(r.Steps, func(s *Step) bool { return !p.known(s.Type) })
}

// scanFixed prints the checks of what is known to be there.
func (p *Printer) scanFixed(steps []*Step) {
	for _, s := range steps {
		switch {
		case p.known(s.Type):
			p.Advance(p.width(s.Type).Min)
		case s.Kind == plan.Integer:
			p.ScanNumber(p, plan.Basic(s.Type), s.Path)
		case s.Kind == plan.Time:
			p.ScanTime(p, s.Path)
		case s.Kind == plan.ByteArray:
			p.scanByteArray(s)
		case s.Kind == plan.Array:
			u := schema.Underlying(s.Type).(*schema.Array)
			p.Flush()
			p.on32(u.Elem, fmt.Sprint(p.width(s.Type).Min), func() { p.scanAll(s, fmt.Sprint(u.Len), u.Elem) })
		}
	}
}

// scanByteArray prints the check of what an array of bytes is filled up with.
func (p *Printer) scanByteArray(s *Step) {
	size := plan.Memory(s.Type)
	p.FailIf("baleMalformed", s.Path, p.AtPlus(size), "baleGet32(b, %s)>>%d != 0", p.AtPlus(size&^3), size%4*8)
	p.Advance(p.filled(size))
}

// scanAll prints the checks of as many elements of a fixed width, which are known to be there.
func (p *Printer) scanAll(s *Step, count string, e schema.Type) {
	p.scanLoop(s, count, func() {
		steps := p.elem(s, "", e)
		if len(steps) == 1 && steps[0].Kind == plan.Record {
			p.recall(fmt.Sprintf("%s(d, n)", p.call("Scan", e)), "", true)
		} else {
			p.scanFixed(steps)
		}
		p.Flush()
	})
}

// scanLoop prints a loop over the elements or entries of s, with the checks that body prints for one of them: nothing for nothing.
func (p *Printer) scanLoop(s *Step, count string, body func()) {
	i := p.Var("i")
	text := p.Capture(func() { p.Within(p.Index(s.Path, i), body) })
	if text != "" {
		p.Line("for %s := range %s {\n%s}", i, count, text)
	}
}

func (p *Printer) scanHead(s *Step) {
	if s.Omit {
		p.Flush()
		p.Line("if n < len(d.b) {\nif len(d.b)-n < %d {", p.Count().Min)
		p.Fail("baleTruncated", s.Path, "n")
		p.Line("}")
		p.scanCounted(s)
		p.Flush()
		p.Line("}")
		return
	}
	switch s.Kind {
	case plan.Record:
		if p.known(s.Type) { // it was heavy, but has no more than bytes
			w := p.width(s.Type).Min
			p.Flush()
			p.FailIf("baleTruncated", s.Path, "n", "len(d.b)-n < %d", w)
			p.Advance(w)
			return
		}
		p.recall(fmt.Sprintf("%s(d, %s)", p.call("Scan", s.Type), p.At()), s.Path, true)
	case plan.Array:
		u := schema.Underlying(s.Type).(*schema.Array)
		p.Flush()
		p.scanEach(s, fmt.Sprint(u.Len), u.Elem)
	case plan.Pointer:
		e := schema.Underlying(s.Type).(*schema.Pointer).Elem
		p.flag(s)
		p.Flush()
		flag, _ := p.Flag(p.AtPlus(-p.flagWidth()))
		p.Line("if %s != 0 {", flag)
		p.total(e, "1")
		p.Charge(e, "1", s.Path)
		p.Within(p.Exits.At(s.Path), func() { p.scanOne(s, e) })
		p.Line("}")
	case plan.Union:
		p.scanUnion(s)
	default:
		p.scanCounted(s)
	}
}

// flag prints the check of a flag, and goes behind it.
func (p *Printer) flag(s *Step) {
	flag, _ := p.Flag(p.At())
	p.FailIf("baleMalformed", s.Path, p.Offset(), "%s > 1", flag)
	p.Advance(p.flagWidth())
}

// scanOne prints the check of one value, of which nothing is known.
func (p *Printer) scanOne(s *Step, e schema.Type) { p.scan(p.elem(s, "", e)) }

// scanEach prints the checks of as many elements.
func (p *Printer) scanEach(s *Step, count string, e schema.Type) {
	p.scanLoop(s, count, func() { p.scanOne(s, e) })
}

// scanCounted is for what has a count in front.
func (p *Printer) scanCounted(s *Step) {
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.Flush()
	p.Limit(s.Rules, k, s.Path)
	switch u := schema.Underlying(s.Type).(type) {
	case *schema.Slice:
		if s.Kind == plan.List {
			p.scanList(s, k, u.Elem)
			return
		}
	case *schema.Map:
		if s.Kind == plan.Map {
			p.enough(s, k, p.entry(u).Min)
			p.ChargeMap(u, k, s.Path)
			p.scanLoop(s, "int("+k+")", func() {
				p.scanOne(s, u.Key)
				p.scanOne(s, u.Elem)
			})
			return
		}
	}
	p.enough(s, p.fill(k), 1)
	p.zeros(s, k)
	if s.Kind == plan.String && !s.Rules.Own && !s.Rules.Intern {
		p.Line("d.text += int(%s)", k)
	}
	p.Move("int(" + p.fill(k) + ")")
}

// zeros prints the check of what k bytes are filled up with.
func (p *Printer) zeros(s *Step, k string) {
	if p.Unit() == 1 {
		return
	}
	p.FailIf("baleMalformed", s.Path, "n+int("+k+")", "!%sZeros(b, n, %s)", p.Title, k)
}

func (p *Printer) scanList(s *Step, k string, e schema.Type) {
	w := p.elemWidth(e)
	if p.ragged(e) {
		p.enough(s, p.fill(k), 1)
		p.zeros(s, k)
	} else {
		p.enough(s, k, w.Min)
	}
	p.listTotal(s, e, "int("+k+")")
	p.Charge(e, k, s.Path)
	switch {
	case w.Max == 0:
	case p.known64(e):
		p.on32(e, fmt.Sprintf("%d * int(%s)", w.Min, k), func() { p.scanAll(s, "int("+k+")", e) })
	case (p.inMemory(e) || w.fixed() && p.known(e)) && w.Min == 1:
		p.Move("int(" + p.fill(k) + ")")
	case p.inMemory(e) || w.fixed() && p.known(e): // its fields may be, and what its own method makes is not
		p.Move(fmt.Sprintf("%d * int(%s)", w.Min, k))
	case w.fixed():
		p.scanAll(s, "int("+k+")", e)
	default:
		p.scanEach(s, "int("+k+")", e)
	}
}

// enough prints the check that the rest of the message can hold as many things of at least so many bytes.
func (p *Printer) enough(s *Step, k string, least int) {
	rest, code := "uint64("+p.rest()+")", "baleTruncated"
	switch {
	case least == 0:
		p.Line("if !d.zeroSize(%s) {", k)
		code = "baleTooMany"
	case least == 1:
		p.Line("if %s > %s {", k, rest)
	default:
		p.Line("if %s > %s/%d {", k, rest, least)
	}
	p.Fail(code, s.Path, "n")
	p.Line("}")
}

// total prints the addition of elements to those that a slab is taken for.
func (p *Printer) total(e schema.Type, n string) {
	if i := p.Slab(e); i >= 0 {
		p.Line("d.slabs.total%d += %s", i, p.SlabCount(e, n))
	}
}

// listTotal prints the same for a list, unless it has memory of its own. Bytes that are parts of the message take none.
func (p *Printer) listTotal(s *Step, e schema.Type, n string) {
	switch bytes := plan.IsByte(e); {
	case s.Rules.Own && schema.IsBytes(s.Type) || p.Slab(e) < 0:
	case bytes:
		p.Line("if !d.alias {")
		p.total(e, n)
		p.Line("}")
	default:
		p.total(e, n)
	}
}
