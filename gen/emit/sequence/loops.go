package sequence

import (
	"bale/gen/plan"
	"bale/model"
)

// function prints a function. The variables that it needs are declared at its beginning.
func (p *Printer) function(head string, body func()) {
	p.Func("%s", head)
	p.Receiver, p.Result, p.maxElemCode, p.looping = "d", "-1", maxElemCode, 0
	for _, name := range []string{"b", "n", "v", "d", "e", "m", "u", "s", "c", "y"} { // these have fixed meanings
		p.Var(name)
	}
	p.Declared(body)
	p.Line("")
}

// withNewCursor calls print with a cursor at n, and then restores the old one.
func (p *Printer) withNewCursor(print func()) {
	old := *p.Cursor
	p.LeaveRun(0)
	print()
	*p.Cursor = old
}

// each prints a loop over a list or array. body prints the code for an element.
func (p *Printer) each(s *plan.Value, list string, e model.Type, body func([]*plan.Value)) {
	i := p.Var("i")
	p.Line("for %s := range %s {", i, list)
	p.looping++
	p.Within(p.AddIndexLine(s.Path, i), func() { p.viaPointer(s, list+"["+i+"]", "&"+list+"["+i+"]", e, body) })
	p.looping--
	p.Line("}")
}

// InLoop reports whether the code that is being printed is inside a loop. An array that is declared in a loop, and whose
// address is stored in a variable outside, is allocated on the heap.
func (p *Printer) InLoop() bool { return p.looping > 0 }

// pointerTarget calls body to print the code for the target of a pointer.
func (p *Printer) pointerTarget(s *plan.Value, body func([]*plan.Value)) {
	e := model.Underlying(s.Type).(*model.Pointer).Elem
	p.Within(p.ErrorReturns.AddFieldLine(s.Path), func() { p.viaPointer(s, "(*"+s.Expr+")", s.Expr, e, body) })
}

// viaPointer calls body to print the code for the value at expr, whose address is ptr. If the code is for the fields of a
// struct, a variable points at the struct, so that its address is computed once.
func (p *Printer) viaPointer(s *plan.Value, expr, ptr string, e model.Type, body func([]*plan.Value)) {
	values := p.elemValues(s, expr, e)
	if len(values) == 0 || values[0].Expr == expr {
		body(values)
		return
	}
	x := p.Var("x")
	p.Line("%s := %s", x, ptr)
	body(p.elemValues(s, "(*"+x+")", e))
}

// eachEntry prints a loop over a map that adds up sizes. Entries that hold custom results are kept in the order of this loop.
func (p *Printer) eachEntry(s *plan.Value, u *model.Map, body func(k string, key, elem []*plan.Value)) {
	k, x := p.Var("k"), p.Var("x")
	if p.MustKeepEntries(u) {
		p.EachEntry(p.KeepEntries(u, s.Expr), k, x)
	} else {
		p.Line("for %s, %s := range %s {", k, x, s.Expr)
	}
	p.Within(p.ErrorReturns.AddFieldLine(s.Path), func() { body(k, p.elemValues(s, k, u.Key), p.elemValues(s, x, u.Elem)) })
	p.Line("}")
}

// sizeFails reports whether finding the encoded size of a t can fail for a reason of the coding: a time may have no encoding,
// or a list of zero-size elements may be too long.
func (p *Printer) sizeFails(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Time:
		return !p.TimeWidth().fixed()
	case *model.Slice:
		return p.elemWidth(u.Elem).Max == 0
	}
	return false
}
