package sequence

import "bale/schema"

// function prints a function: the variables that it needs stand at its beginning.
func (p *Printer) function(head string, body func()) {
	p.Func("%s", head)
	p.Receiver, p.Result, p.maxElemCode, p.looping = "d", "-1", maxElemCode, 0
	for _, name := range []string{"b", "n", "v", "d", "e", "m", "u", "s", "c", "y"} { // have a meaning of their own
		p.Var(name)
	}
	p.Declared(body)
	p.Line("")
}

// fromStart has print done with a cursor of its own.
func (p *Printer) withNewCursor(print func()) {
	old := *p.Cursor
	p.Outside(0)
	print()
	*p.Cursor = old
}

// each prints a loop over a list or array, with what body prints for an element: nothing for nothing.
func (p *Printer) each(s *Step, list string, e schema.Type, body func([]*Step)) {
	i := p.Var("i")
	var text string
	p.looping++
	p.Within(p.Index(s.Path, i), func() {
		text = p.Capture(func() { p.viaPointer(s, list+"["+i+"]", "&"+list+"["+i+"]", e, body) })
	})
	p.looping--
	if text != "" {
		p.Line("for %s := range %s {\n%s}", i, list, text)
	}
}

// Looping reports whether a loop is around what is being printed. An array that is declared there, and that an outer variable points at,
// is allocated on the heap.
func (p *Printer) Looping() bool { return p.looping > 0 }

// target has body print what is done with what a pointer points at.
func (p *Printer) pointerTarget(s *Step, body func([]*Step)) {
	e := schema.Underlying(s.Type).(*schema.Pointer).Elem
	p.Within(p.Exits.At(s.Path), func() { p.viaPointer(s, "(*"+s.Expr+")", s.Expr, e, body) })
}

// apart has body print what is done with the value at expr, which ptr points at. A struct whose fields are done there
// is pointed at by a variable, so that its place is computed once.
func (p *Printer) viaPointer(s *Step, expr, ptr string, e schema.Type, body func([]*Step)) {
	steps := p.elemSteps(s, expr, e)
	if len(steps) == 0 || steps[0].Expr == expr {
		body(steps)
		return
	}
	x := p.Var("x")
	text := p.Capture(func() { body(p.elemSteps(s, "(*"+x+")", e)) })
	if text != "" {
		p.Line("%s := %s", x, ptr)
	}
	p.Text(text)
}

// eachEntry prints a loop over a map, in whatever order sizes are added up.
func (p *Printer) eachEntry(s *Step, u *schema.Map, body func(key, elem []*Step)) {
	k, x := p.Var("k"), p.Var("x")
	if p.KeepsEntries(u) {
		p.EachEntry(p.KeepEntries(u, s.Expr), k, x)
	} else {
		p.Line("for %s, %s := range %s {", k, x, s.Expr)
	}
	p.Within(p.Exits.At(s.Path), func() { body(p.elemSteps(s, k, u.Key), p.elemSteps(s, x, u.Elem)) })
	p.Line("}")
}

// sizeFails reports whether the coding cannot tell how long a t is: a time may not be written, or a list may be too long.
func (p *Printer) sizeFails(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Time:
		return !p.TimeWidth().fixed()
	case *schema.Slice:
		return p.elemWidth(u.Elem).Max == 0
	}
	return false
}
