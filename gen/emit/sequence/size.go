package sequence

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// measureFunc prints the function that returns the encoded size of a value, unless the size is fixed. It also prints the
// function that returns an upper bound, if there is one.
func (p *Printer) measureFunc(t model.Type) {
	if p.width(t).fixed() {
		return
	}
	p.sizeFunc("// %[1]sMeasure%[2]s returns the encoded size of v in bytes.\nfunc %[1]sMeasure%[2]s%[5]s(%[3]sv *%[4]s) int64 {", t)
	if p.Slack() == 0 || !p.hasBound(t) {
		return
	}
	p.loose = true
	p.sizeFunc("// %[1]sBound%[2]s returns an upper bound of the encoded size of v in bytes. If that exceeds most, it may return any number above most.\nfunc %[1]sBound%[2]s%[5]s(%[3]sv *%[4]s, most int64) int64 {", t)
	p.loose = false
}

// sizeFunc prints a function that returns a size. head is the format of its comment and declaration.
func (p *Printer) sizeFunc(head string, t model.Type) {
	params, typ := p.UnionParam(t)
	p.function(fmt.Sprintf(head, p.Title, p.Name(t), p.Encoder(p.SizeFails(t)), typ, params), func() {
		p.Receiver, p.Result = "e", "0"
		p.SizeBody(p.Recursive(t), func() int { return p.size(p.topValues("(*v)", t)) })
	})
}

// boundFirst reports whether an upper bound of the size of a t is computed before the exact size. This is faster, since the
// bound does not depend on the values of numbers and times.
func (p *Printer) boundFirst(t model.Type) bool {
	isTime := func(t model.Type) bool { _, ok := model.Underlying(t).(*model.Time); return ok }
	return p.hasBound(t) && (!p.CountWidth().fixed() || !p.TimeWidth().fixed() && p.Contains(t, isTime))
}

// hasBound reports whether an upper bound of the size of a t is simple to compute.
func (p *Printer) hasBound(t model.Type) bool {
	return !p.Refusable(t) && !p.Contains(t, func(t model.Type) bool {
		s, ok := model.Underlying(t).(*model.Slice)
		return p.Recursive(t) || ok && p.elemWidth(s.Elem).Max == 0
	})
}

// sizeCall returns an expression for the size, or its upper bound, of a value that has functions of its own.
func (p *Printer) sizeCall(t model.Type, encoder, ptr string) string {
	switch w := p.width(t); {
	case w.fixed():
		return fmt.Sprint(w.Min)
	case p.loose:
		return fmt.Sprintf("%s(%s%s, most-n)", p.call("Bound", t), encoder, ptr)
	}
	return fmt.Sprintf("%s(%s%s)", p.call("Measure", t), encoder, ptr)
}

// size prints code that adds the variable part of the sizes of values to n, and returns the constant part.
func (p *Printer) size(values []*plan.Value) (fixed int) {
	for _, s := range values {
		fixed += p.sizeValue(s)
		p.errorPath(s)
	}
	return fixed
}

// sizeValue is size for one value.
func (p *Printer) sizeValue(s *plan.Value) (fixed int) {
	if w := p.width(s.Type); w.fixed() && s.Kind != plan.Custom {
		return w.Min
	}
	s = p.loadOnce(s)
	switch s.Kind {
	case plan.Integer:
		if p.loose {
			return p.width(s.Type).Max
		}
		p.AddInt("%s", p.sizeNumber(plan.Basic(s.Type), printer.Unparen(s.Expr)))
	case plan.Time:
		p.SizeTime(p, s.Expr)
		if p.loose {
			return p.TimeWidth().Max
		}
		return p.TimeWidth().Min
	case plan.Array:
		u := model.Underlying(s.Type).(*model.Array)
		p.sizeElems(s, s.Expr, u.Elem)
	case plan.Record:
		p.Line("n += %s", p.sizeCall(s.Type, emit.Arg(p.SizeFails(s.Type), "e"), printer.Addr(s.Expr)))
	case plan.Custom:
		p.AddCustom(s.Expr, s.Type)
		return p.widthOf(s.Type, false).Min
	case plan.Union:
		p.sizeUnion(s)
	case plan.Pointer:
		p.SizedParts(s.Type, s.Expr)
		p.Line("if %s != nil {", s.Expr)
		p.pointerTarget(s, func(values []*plan.Value) { p.Add(p.size(values)) })
		p.Line("}")
		return p.flagWidth()
	default:
		return p.sizeCounted(s)
	}
	return 0
}

// loadOnce prints code that loads a list or pointer into a variable, since another goroutine may change it. It returns a value
// with that variable.
func (p *Printer) loadOnce(s *plan.Value) *plan.Value {
	if s.Kind != plan.List && s.Kind != plan.Pointer {
		return s
	}
	x := *s
	p.load(&x)
	return &x
}

// sizeCounted is size for strings, slices and maps.
func (p *Printer) sizeCounted(s *plan.Value) (fixed int) {
	if !p.onlyKeptEntries(s) {
		p.SizedParts(s.Type, s.Expr)
	}
	condition := ""
	switch {
	case s.Omit:
		condition = fmt.Sprintf("if len(%s) > 0 {", printer.Unparen(s.Expr))
	case p.HasNilFlags() && s.Kind != plan.String:
		condition, fixed = fmt.Sprintf("if %s != nil {", s.Expr), p.flagWidth()
	}
	inside := 0
	text := p.Capture(func() {
		if w := p.CountWidth(); w.fixed() || p.loose {
			inside = w.Max
		} else {
			p.AddInt("%s", p.SizeCount(p, printer.Unparen(s.Expr)))
		}
		switch u := model.Underlying(s.Type).(type) {
		case *model.Slice:
			p.sizeElems(s, s.Expr, u.Elem)
		case *model.Map:
			p.sizeEntries(s, u)
		default:
			p.AddInt("%s", p.padded(fmt.Sprintf("len(%s)", printer.Unparen(s.Expr))))
		}
	})
	if condition == "" {
		p.Paste(text)
		return inside
	}
	p.Line("%s", condition)
	p.Add(inside)
	p.Paste(text + "}")
	return fixed
}

// sizeElems prints code that adds the sizes of the elements of a list or array to n.
func (p *Printer) sizeElems(s *plan.Value, list string, e model.Type) {
	w := p.elemWidth(e)
	switch {
	case w.Max == 0:
		p.Line("e.ZeroSize(len(%s))", printer.Unparen(list))
		return
	case p.needsPadding(e):
		p.AddInt("%s", p.padded(fmt.Sprintf("len(%s)", printer.Unparen(list))))
		return
	case w.fixed():
		p.AddEach(w.Min, list)
		return
	}
	var fixed int
	text := p.Capture(func() {
		p.each(s, list, e, func(values []*plan.Value) { fixed = p.sizeInLoop(values) })
	})
	if fixed > 0 {
		p.AddEach(fixed, list)
	}
	p.Paste(text)
}

// sizeEntries prints code that adds the sizes of the entries of a map to n.
func (p *Printer) sizeEntries(s *plan.Value, u *model.Map) {
	if w := p.entryWidth(u); w.fixed() && !p.MergesKeys(u) {
		p.AddEach(w.Min, s.Expr)
		return
	}
	var fixed int
	text := p.Capture(func() {
		keys := p.NewKeySet(u, s.Expr)
		p.eachEntry(s, u, func(k string, key, elem []*plan.Value) {
			keys.Begin()
			fixed = p.sizeInLoop(slices.Concat(key, elem))
			if keys != nil {
				keys.Add(k)
				p.ReturnFailedIf("", "e.Err != nil")
			}
		})
	})
	if fixed > 0 {
		p.AddEach(fixed, s.Expr)
	}
	p.Paste(text)
}

// sizeInLoop is size for an element. A loop that computes an upper bound ends when n exceeds most.
func (p *Printer) sizeInLoop(values []*plan.Value) (fixed int) {
	fixed = p.size(values)
	if p.loose && slices.ContainsFunc(values, p.bounds) {
		p.Line("if n > most {\nreturn n\n}")
	}
	return fixed
}

// bounds reports whether the code for an upper bound of the size of s adds to n: not for values of bounded size.
func (p *Printer) bounds(s *plan.Value) bool {
	switch s.Kind {
	case plan.Custom:
		return true
	case plan.Integer:
		return false
	case plan.Array:
		return !p.width(s.Type).fixed() && slices.ContainsFunc(p.elemValues(s, "", plan.Elem(s.Type)), p.bounds)
	}
	return !p.width(s.Type).fixed()
}
