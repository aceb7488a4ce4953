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
		p.Line("// %sGet%s reads the value at n, which is known to be right, into v. It returns where it ends%s.", p.Title, name, p.orElse(t))
	} else {
		p.Line("// %sGet%s reads the value at n into v, and keeps the capacity of that. It returns where it ends, or -1.", p.Title, name)
	}
	head := fmt.Sprintf("func %[1]sGet%[2]s(d *%[1]sDecoder, n int, v *%[3]s) int {", p.Title, name, p.Type(t))
	p.function(head, func() {
		if !p.Scans() {
			p.mostElem = mostSought
		}
		deep := p.Recursive(t) && !p.Scans()
		if deep {
			p.Field("depth int")
			p.Line("if d.depth++; d.depth > baleMostDepth {\nreturn d.stop(baleTooDeep, \"\", n)\n}")
		}
		p.from(cursor{base: "n"}, func() {
			steps := p.whole("(*v)", t)
			p.late = p.defers(steps)
			p.get(steps)
			p.lateTexts()
			if deep {
				p.Line("d.depth--")
			}
			p.Line("return %s\n}\n", p.At())
		})
	})
}

func (p *Printer) orElse(t schema.Type) string {
	if p.fails(t) {
		return ", or -1"
	}
	return ""
}

// fails reports whether the reading of a t can find something wrong: whatever has been scanned is right but for
// keys that are there twice, for what types read themselves, and for times that are written as text.
func (p *Printer) fails(t schema.Type) bool {
	return !p.Scans() || p.Reaches(t, func(t schema.Type) bool {
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
		p.told(r)
		if r.Width.Least > 0 {
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

// getStep is for what has a limit.
func (p *Printer) getStep(s *Step) {
	switch s.Kind {
	case plan.Integer:
		p.GetNumber(p, plan.Basic(s.Type), printer.Bare(s.Expr), p.Type(s.Type), s.Path)
	case plan.Time:
		p.GetClock(p, s.Expr, s.Path, "")
	case plan.ByteArray:
		p.getPlain(s.Expr, s.Type)
	case plan.Array:
		u := schema.Underlying(s.Type).(*schema.Array)
		p.getAll(s, s.Expr, s.Expr+"[:]", u.Elem)
	}
}

// getAll prints the reading of the elements of x, which take the same number of bytes each and are known to be there.
func (p *Printer) getAll(s *Step, x, slice string, e schema.Type) {
	if p.elemWidth(e).Most == 0 {
		return
	}
	loop := func() {
		p.Flush()
		p.each(s, x, e, func(steps []*Step) {
			for _, part := range steps {
				if part.Kind == plan.Record { // heavy, but of a fixed width
					p.recall(fmt.Sprintf("%s(d, %s, %s)", p.call("Get", part.Type), p.At(), printer.Addr(part.Expr)), "", p.fails(part.Type))
					p.here()
					continue
				}
				p.getStep(part)
			}
			p.Flush()
		})
	}
	p.asIs(e, loop, func(name string) {
		load := fmt.Sprintf("baleLoad%s(%s, b, %s)", name, slice, p.At())
		if p.ragged(e) {
			load = p.fill(load)
		}
		p.Move(load)
	})
}

// getPlain prints the reading of an array of bytes, or of such arrays.
func (p *Printer) getPlain(x string, t schema.Type) {
	u := schema.Underlying(t).(*schema.Array)
	size := p.width(t).Least
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
			p.getPlain(x+"["+i+"]", u.Elem)
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
		p.empty(s)
		p.Line("} else {")
		p.getCounted(&Run{Head: s, Width: p.Count()}, s, true)
		p.Flush()
		p.Line("}")
	case s.Kind == plan.Record:
		p.Close(p, r)
		p.recall(fmt.Sprintf("%s(d, %s, %s)", p.call("Get", s.Type), p.At(), printer.Addr(s.Expr)), s.Path, p.fails(s.Type))
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
		p.getCounted(&Run{Head: s, Width: Width{p.Count().Least, p.Count().Least}}, s, true)
		p.Flush()
		p.Line("}")
	default:
		p.getCounted(r, s, false)
	}
}

// getFlag prints the reading of the flag that ends a run, and opens the block of what there is.
func (p *Printer) getFlag(r *Run, s *Step) {
	if !p.Scans() {
		p.flag(s)
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
		p.foreignFrom(s, "nil")
	} else {
		p.Line("%s = nil", s.Expr)
	}
	p.Line("} else {")
}

// empty prints what makes a string, slice or map empty.
func (p *Printer) empty(s *Step) {
	switch s.Kind {
	case plan.List:
		p.Line("%s = %s[:0]", s.Expr, s.Expr)
	case plan.Map:
		p.Line("clear(%s)", s.Expr)
	default:
		p.Line("%s = \"\"", s.Expr)
	}
}

func (p *Printer) getPointer(s *Step) {
	e := schema.Underlying(s.Type).(*schema.Pointer).Elem
	p.Line("if %s == nil {", s.Expr)
	if !p.Scans() {
		p.afford(s, "1", e)
	}
	if p.Slab(e) >= 0 {
		p.Line("%s = &%s[0]", s.Expr, p.take(e, "1"))
	} else {
		p.Line("%s = new(%s)", s.Expr, p.Type(e))
	}
	if i := p.Slab(e); i >= 0 && p.Scans() {
		p.Line("} else {\nd.slabs.total%d--", i)
	}
	p.Line("}")
	p.target(s, p.get)
}

// take is an expression for a slice of new elements, out of a slab.
func (p *Printer) take(e schema.Type, n string) string {
	i := p.Slab(e)
	if p.Scans() {
		return fmt.Sprintf("baleTake(&d.slabs.slab%d, &d.slabs.total%d, %s)", i, i, n)
	}
	return fmt.Sprintf("baleTakeSome(&d.baleInput, &d.slabs.slab%d, &d.slabs.total%d, %s, n, %d)", i, i, n, max(1, p.elemWidth(e).Least))
}

// getCounted is for what has a count in front. apart says that the count is not in a run that is open.
func (p *Printer) getCounted(r *Run, s *Step, apart bool) {
	if apart {
		p.Open(p, r)
	}
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.Close(p, r)
	if !p.Scans() {
		p.Flush()
		p.MoreCount(p, k, s.Path)
		p.limit(s, k)
	}
	switch u := schema.Underlying(s.Type).(type) {
	case *schema.Slice:
		if s.Kind == plan.List {
			p.getList(s, k, u.Elem)
			return
		}
	case *schema.Map:
		if s.Kind == plan.Map {
			p.getTable(s, k, u)
			return
		}
	}
	if !p.Scans() {
		p.enough(s, k, 1)
	}
	switch s.Kind {
	case plan.Custom:
		p.foreignFrom(s, fmt.Sprintf("d.b[%s : %s+int(%s)]", p.At(), p.At(), k))
	case plan.Time:
		p.GetClock(p, s.Expr, s.Path, k)
	default:
		p.getText(s, k)
	}
	p.Move("int(" + p.fill(k) + ")")
}

// getText prints the reading of a string whose bytes are at the cursor.
func (p *Printer) getText(s *Step, k string) {
	bytes := fmt.Sprintf("d.b[%s:%s+int(%s)]", p.At(), p.At(), k)
	switch {
	case s.Rules.Own:
		p.Line("%s = %s(%s)", s.Expr, p.Type(s.Type), bytes)
	case s.Rules.Intern:
		p.setText(s, "d.intern("+bytes+")")
	case p.late != nil:
		at := p.Need(p.Var("at"), "int")
		p.Line("%s = n", at)
		*p.late = append(*p.late, lateText{s, at, k})
	default:
		p.setText(s, fmt.Sprintf("d.oneString(%s, int(%s))", p.At(), k))
	}
}

// setText prints the assignment of a string.
func (p *Printer) setText(s *Step, x string) {
	if _, named := s.Type.(*schema.Named); named {
		x = fmt.Sprintf("%s(%s)", p.Type(s.Type), x)
	}
	p.Line("%s = %s", s.Expr, x)
}

// A lateText is a string that is read when the lengths of all are known.
type lateText struct {
	*Step
	at, count string // variables
}

// mostLate is how many strings are put off: each takes two variables.
const mostLate = 16

// defers says whether strings are put off to the end of the function: where a value has some and nothing without
// limit beside them, they then take one allocation of the right size. Where a scan has told the size there is no need.
func (p *Printer) defers(steps []*Step) *[]lateText {
	texts := 0
	for _, s := range steps {
		switch {
		case p.inRun(s):
		case s.Kind == plan.String:
			texts++
		default:
			return nil
		}
	}
	if p.Scans() || texts < 2 || texts > mostLate {
		return nil
	}
	return new([]lateText)
}

// lateTexts prints the reading of the strings that were put off.
func (p *Printer) lateTexts() {
	if p.late == nil || len(*p.late) == 0 {
		p.late = nil
		return
	}
	p.Flush()
	sum := ""
	for _, s := range *p.late {
		sum += " + int(" + s.count + ")"
	}
	p.Line("d.expectText(%s)", sum[3:])
	for _, s := range *p.late {
		p.setText(s.Step, fmt.Sprintf("d.oneString(%s, int(%s))", s.at, s.count))
	}
	p.late = nil
}

// foreignFrom prints the call of a type's own method.
func (p *Printer) foreignFrom(s *Step, bytes string) {
	p.Line("if err := %s.Unmarshal%s(%s); err != nil {\nd.cause = err", s.Expr, p.Marshals(s.Type), bytes)
	p.Fail("baleMalformed", s.Path, p.At())
	p.Line("}")
}

// getList prints the reading of a slice of k elements: into the memory that it has, if that is enough.
func (p *Printer) getList(s *Step, k string, e schema.Type) {
	fixed := p.elemWidth(e).fixed()
	if !p.Scans() {
		p.enough(s, k, p.elemWidth(e).Least)
		p.afford(s, k, e)
	}
	p.Flush()
	if b, ok := e.(*schema.Basic); ok && b.Kind == schema.Uint8 {
		p.getBytes(s, k)
		return
	}
	some := ""
	if p.Nils() {
		some = s.Expr + " != nil && "
	}
	p.Line("if %suint64(cap(%s)) >= %s {\n%s = %s[:%s]", some, s.Expr, k, s.Expr, s.Expr, k)
	if i := p.Slab(e); i >= 0 {
		if p.Scans() {
			p.Line("d.slabs.total%d -= int(%s)", i, k)
		}
		p.Line("} else {\n%s = %s\n}", s.Expr, p.take(e, "int("+k+")"))
	} else {
		p.Line("} else {\n%s = make(%s, %s)\n}", s.Expr, p.Type(s.Type), k)
	}
	if !fixed {
		p.each(s, s.Expr, e, p.get)
		return
	}
	p.here()
	p.getAll(s, s.Expr, s.Expr, e)
	p.Flush()
}

// here makes b point at the message itself, of which the next bytes are known to be there.
func (p *Printer) here() {
	if p.Scans() {
		p.Need("b", "=baleAll(d.b)")
		return
	}
	p.Need("b", "baleBuffer")
	p.Line("b = baleAll(d.b)")
}

// getBytes is for a slice of bytes. append clears no memory, and the slice may be a part of the message.
func (p *Printer) getBytes(s *Step, k string) {
	if !s.Rules.Own {
		p.Line("if d.alias {\n%s = d.b[n : n+int(%s) : n+int(%s)]\n} else {", s.Expr, k, k)
	}
	if i := p.Slab(schema.Underlying(s.Type).(*schema.Slice).Elem); i >= 0 && !s.Rules.Own {
		p.Line("if uint64(cap(%s)) < %s {\n%s = %s", s.Expr, k, s.Expr, p.take(p.Slabs[i], "int("+k+")"))
		if p.Scans() {
			p.Line("} else {\nd.slabs.total%d -= int(%s)", i, k)
		}
		p.Line("}")
	}
	p.Line("%s = append(%s[:0], d.b[n:n+int(%s)]...)", s.Expr, s.Expr, k)
	if p.Nils() {
		p.Line("if %s == nil {\n%s = %s{}\n}", s.Expr, s.Expr, p.Type(s.Type))
	}
	if !s.Rules.Own {
		p.Line("}")
	}
	p.Line("n += int(%s)", p.fill(k))
}

// getTable prints the reading of a map of k entries. A key that is there twice is found here and not before.
func (p *Printer) getTable(s *Step, k string, u *schema.Map) {
	if !p.Scans() {
		p.enough(s, k, p.entry(u).Least)
		p.afford(s, k, plan.Entry(u))
	}
	p.Flush()
	if p.Nils() {
		p.Line("if %s == nil {\n%s = make(%s, %s)\n}", s.Expr, s.Expr, p.Type(s.Type), k)
	} else {
		p.Line("if %s == nil && %s > 0 {\n%s = make(%s, %s)\n}", s.Expr, k, s.Expr, p.Type(s.Type), k)
	}
	i, key, elem := p.Var("i"), p.Var("k"), p.Var("x")
	p.Line("clear(%s)\nfor %s := range int(%s) {\nvar %s %s\nvar %s %s", s.Expr, i, k, key, p.Type(u.Key), elem, p.Type(u.Elem))
	p.within(p.pathIndex(s.Path, i), func() {
		p.get(p.elem(s, key, u.Key))
		p.get(p.elem(s, elem, u.Elem))
		p.Line("%s[%s] = %s\nif len(%s) != %s+1 {", s.Expr, key, elem, s.Expr, i)
		p.Fail("baleDuplicate", "", "n")
		p.Line("}")
	})
	p.Line("}")
}
