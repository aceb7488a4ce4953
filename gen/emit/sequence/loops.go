package sequence

import (
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// text prints lines that have been printed before.
func (p *Printer) text(lines string) {
	if lines != "" {
		p.Line("%s", strings.TrimSuffix(lines, "\n"))
	}
}

// function prints a function: the variables that it needs stand at its beginning.
func (p *Printer) function(head string, body func()) {
	p.Func("%s", head)
	p.vars, p.trail, p.teller, p.mostElem = map[string]string{}, nil, "d", mostElem
	for _, name := range []string{"b", "n", "v", "d", "e", "m", "u", "s", "c", "y"} { // have a meaning of their own
		p.Var(name)
	}
	text := p.Capture(body)
	p.declare()
	p.text(text + "\n")
}

// each prints a loop over a list or array, with what body prints for an element: nothing for nothing.
func (p *Printer) each(s *Step, list string, e schema.Type, body func([]*Step)) {
	i := p.Var("i")
	var text string
	p.within(p.pathIndex(s.Path, i), func() {
		text = p.Capture(func() { p.apart(s, list+"["+i+"]", "&"+list+"["+i+"]", e, body) })
	})
	if text != "" {
		p.Line("for %s := range %s {\n%s}", i, list, text)
	}
}

// target has body print what is done with what a pointer points at.
func (p *Printer) target(s *Step, body func([]*Step)) {
	e := schema.Underlying(s.Type).(*schema.Pointer).Elem
	p.within(p.pathAt(s.Path), func() { p.apart(s, "(*"+s.Expr+")", s.Expr, e, body) })
}

// apart has body print what is done with the value at expr, which ptr points at. A struct whose fields are done there
// is pointed at by a variable, so that its place is computed once.
func (p *Printer) apart(s *Step, expr, ptr string, e schema.Type, body func([]*Step)) {
	steps := p.elem(s, expr, e)
	if len(steps) == 0 || steps[0].Expr == expr {
		body(steps)
		return
	}
	x := p.Var("x")
	text := p.Capture(func() { body(p.elem(s, "(*"+x+")", e)) })
	if strings.Contains(text, x+".") {
		p.Line("%s := %s", x, ptr)
	}
	p.text(text)
}

// eachEntry prints a loop over a map.
func (p *Printer) eachEntry(s *Step, u *schema.Map, body func(key, elem []*Step)) {
	k, x := p.Var("k"), p.Var("x")
	if p.teller == "e" {
		p.Line("for %s, %s := range %s {", k, x, s.Expr) // in whatever order sizes are added up
	} else {
		p.Entries(u, s.Expr, k, x)
	}
	p.Line("_, _ = %s, %s", k, x)
	p.within(p.pathAt(s.Path), func() { body(p.elem(s, k, u.Key), p.elem(s, x, u.Elem)) })
	p.Line("}")
}

// marshals is the end of the names of a type's own methods.
func (p *Printer) marshals(s *Step) string { return plan.Marshals(s.Type.(*schema.Named), p.Package) }

// coded reports whether to know how long a t is takes more than the value: that can fail, or ends somewhere.
func (p *Printer) coded(t schema.Type) bool {
	return p.reaches(t, func(t schema.Type) bool {
		if n, ok := t.(*schema.Named); ok && (p.foreign(n) || p.recursive(n)) || plan.Members(t) != nil {
			return true
		}
		switch u := schema.Underlying(t).(type) {
		case *schema.Time:
			return !p.Clock().fixed()
		case *schema.Slice:
			return p.elemWidth(u.Elem).Most == 0
		}
		return false
	})
}

// blobs reports whether a t has parts that their types write themselves.
func (p *Printer) blobs(t schema.Type) bool {
	return p.reaches(t, func(t schema.Type) bool {
		n, ok := t.(*schema.Named)
		return ok && p.foreign(n)
	})
}

func (p *Printer) recursiveType(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && p.recursive(n)
}

// param is the parameter of a function that needs the encoder, arg what is given for it.
func (p *Printer) param(needed bool) string {
	if needed {
		return "e *" + p.title + "Encoder, "
	}
	return ""
}

func arg(needed bool) string {
	if needed {
		return "e, "
	}
	return ""
}
