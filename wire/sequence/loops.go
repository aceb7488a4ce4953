package sequence

import (
	"bale/schema"
	"bale/wire"
)

// function prints a function: the variables that it needs stand at its beginning.
func (p *Printer) function(head string, body func()) {
	p.Func("%s", head)
	p.vars, p.trail = map[string]string{}, nil
	for _, name := range []string{"b", "n", "v", "d", "e", "m", "u", "s", "c", "y"} { // have a meaning of their own
		p.Var(name)
	}
	text := p.Capture(body)
	p.declare()
	p.Line("%s", text)
}

// each prints a loop over a list or array, with what body prints for an element.
func (p *Printer) each(s *Step, list string, e schema.Type, body func([]*Step)) {
	i := p.Local("i")
	p.trail = append(p.trail, pathIndex(s.Path, i))
	p.Line("for %s := range %s {", i, list)
	p.element(s, list+"["+i+"]", e, body)
	p.Line("}")
	p.trail = p.trail[:len(p.trail)-1]
}

// element has body print what is done with the element at expr. An inlined struct is pointed at, so that its
// place is computed once.
func (p *Printer) element(s *Step, expr string, e schema.Type, body func([]*Step)) {
	steps := p.elem(s, expr, e)
	if len(steps) > 0 && steps[0].Expr != expr {
		x := p.Local("x")
		p.Line("%s := &%s", x, expr)
		steps = p.elem(s, "(*"+x+")", e)
	}
	body(steps)
}

// target has body print what is done with what a pointer points at.
func (p *Printer) target(s *Step, body func([]*Step)) {
	e := schema.Underlying(s.Type).(*schema.Pointer).Elem
	p.trail = append(p.trail, pathAt(s.Path))
	expr := "(*" + s.Expr + ")"
	if steps := p.elem(s, expr, e); len(steps) > 1 || len(steps) == 1 && steps[0].Expr != expr {
		x := p.Local("x")
		p.Line("%s := %s", x, s.Expr)
		expr = "(*" + x + ")"
	}
	body(p.elem(s, expr, e))
	p.trail = p.trail[:len(p.trail)-1]
}

// eachEntry prints a loop over a map.
func (p *Printer) eachEntry(s *Step, u *schema.Map, body func(key, elem []*Step)) {
	k, x := p.Local("k"), p.Local("x")
	p.Line("for %s, %s := range %s {\n_, _ = %s, %s", k, x, s.Expr, k, x)
	body(p.elem(s, k, u.Key), p.elem(s, x, u.Elem))
	p.Line("}")
}

func kindOf(t schema.Type) schema.Kind { return schema.Underlying(t).(*schema.Basic).Kind }

// marshals is the end of the names of a type's own methods.
func (p *Printer) marshals(s *Step) string { return wire.Marshals(s.Type.(*schema.Named), p.Package) }

// coded reports whether to know how long a t is takes more than the value: that can fail, or ends somewhere.
func (p *Printer) coded(t schema.Type) bool {
	return p.reaches(t, func(t schema.Type) bool {
		n, named := t.(*schema.Named)
		switch u := schema.Underlying(t).(type) {
		case *schema.Time:
			return !p.Clock().fixed()
		case *schema.Slice:
			return p.widthOf(u.Elem, false).Most == 0
		}
		return named && (p.foreign(n) || p.recursive(n))
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
