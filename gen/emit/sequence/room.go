package sequence

import (
	"fmt"
	"go/token"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// maxUnused is how many bytes more than it needs the writing of an array may ask for to be checked at once, and not element
// by element.
const maxUnused = 64

// roomFor prints the check that there is room for the next steps: for those of bounded width in front, which are k, and for
// one behind them whose width is known when its length is. That one, which may be nil, is changed: its header has been
// loaded once, since another goroutine may change it.
func (p *Printer) roomFor(steps []*Step) (k int, last *Step) {
	sum := Width{}
	for k < len(steps) {
		w, ok := p.boundedWidth(steps[k])
		if !ok {
			break
		}
		sum = sum.add(w)
		k++
	}
	if k == len(steps) {
		p.checkRoom(steps, sum, emit.Length{})
		return k, nil
	}
	s := *steps[k]
	path := s
	length := p.load(&s)
	if s.Omit { // it takes nothing where it is empty: see putCounted
		p.checkRoom(steps[:k], sum, emit.Length{})
		return k, &s
	}
	p.checkRoom(append(steps[:k:k], &path), sum.add(p.headWidth(&s)), length)
	return k, &s
}

// inPlace returns the width of a step that needs no check of its own.
func (p *Printer) boundedWidth(s *Step) (w Width, ok bool) {
	switch s.Kind {
	case plan.Integer, plan.Time, plan.ByteArray:
		return p.width(s.Type), true
	case plan.Array:
		w = p.width(s.Type)
		return w, w.fixed() || p.hasBound(s.Type) && w.Max-w.Min <= maxUnused && p.isFlat(s.Type)
	case plan.Record:
		w = p.width(s.Type)
		return w, w.fixed()
	}
	return w, false
}

// pure reports whether a t holds no pointer, string, list or map.
func (p *Printer) isFlat(t schema.Type) bool {
	return !p.Reaches(t, func(t schema.Type) bool {
		switch u := schema.Underlying(t).(type) {
		case *schema.Basic:
			return u.Kind == schema.String
		case *schema.Struct, *schema.Array, *schema.Time:
			return false
		}
		return true
	})
}

// headWidth returns the width of what stands before the elements of a step.
func (p *Printer) headWidth(s *Step) Width {
	flag := Width{p.flagWidth(), p.flagWidth()}
	count := Width{p.Count().Min, p.Count().Max + p.Unit() - 1}
	switch s.Kind {
	case plan.Array, plan.Record:
		return Width{}
	case plan.Pointer:
		return flag
	case plan.Union:
		return count
	case plan.String:
		return count
	}
	if p.Nils() {
		return Width{flag.Min, flag.Max + count.Max}
	}
	return count
}

// load prints what loads the header of a step into a variable, and returns the length of its elements: none where
// they are checked by themselves.
func (p *Printer) load(s *Step) (length emit.Length) {
	value := printer.Bare(s.Expr)
	switch s.Kind {
	case plan.Array, plan.Record:
		return length
	case plan.Custom:
		value = emit.KeptCustom(p.fullPath(s))
	}
	if p.onlyKeptEntries(s) {
		return length
	}
	if !token.IsIdentifier(value) {
		x := p.Var("x")
		p.Line("%s := %s", x, value)
		s.Expr = x
	}
	return p.length(s)
}

// length returns the length of the elements of a step, none where they are checked by themselves.
func (p *Printer) length(s *Step) emit.Length {
	switch s.Kind {
	case plan.String, plan.Custom:
		return emit.Len(s.Expr)
	case plan.List:
		e := schema.Underlying(s.Type).(*schema.Slice).Elem
		switch w := p.elemWidth(e).Min; {
		case w == 0 || !p.fixedElems(e):
		case w == 1:
			return emit.Len(s.Expr)
		default:
			return emit.LenTimes(fmt.Sprint(w), s.Expr)
		}
	}
	return emit.Length{}
}

// onlyEntries reports whether nothing of a map is written but entries that are kept.
func (p *Printer) onlyKeptEntries(s *Step) bool {
	u, ok := schema.Underlying(s.Type).(*schema.Map)
	return ok && s.Kind == plan.Map && p.KeepsEntries(u) && !p.Nils() && !s.Omit
}

// allKept reports whether nothing is written by steps but what has been kept.
func (p *Printer) allKept(steps []*Step) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s *Step) bool { return s.Kind != plan.Custom && !p.onlyKeptEntries(s) })
}

// checkedWhole reports whether the elements of a list of e have a fixed width.
func (p *Printer) fixedElems(e schema.Type) bool { return p.elemWidth(e).fixed() }

// checkRoom prints the check that so many bytes and those of a length have room at the cursor. What is checked for may be
// more than what is needed, and the sizes of messages have that difference behind their end.
func (p *Printer) checkRoom(steps []*Step, w Width, length emit.Length) {
	if p.roomChecked || w.Max == 0 && !length.Known() {
		return
	}
	p.unused = max(p.unused, w.Max-w.Min)
	path := p.typeName
	if len(steps) > 0 {
		path = p.fullPath(steps[len(steps)-1])
	}
	p.CheckRoom(p.AtPlus(w.Max), length, path)
}

// place is where a step is, for an error.
func (p *Printer) fullPath(s *Step) string { return plan.Join(plan.Join(p.typeName, s.Around), s.Path) }
