package sequence

import (
	"fmt"
	"go/token"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// maxUnused limits how far the maximum size of an array may exceed its minimum size if the room for the array is checked at
// once. Otherwise it is checked for each element.
const maxUnused = 64

// roomFor prints a check that there is room for the next values: for k values of bounded size, and for the next one, last,
// whose size follows from its length. last is nil if there is no such value. Otherwise it is a copy whose Expr is a variable
// that holds the header, which is loaded only once since another goroutine may change it.
func (p *Printer) roomFor(values []*plan.Value) (k int, last *plan.Value) {
	sum := Width{}
	for k < len(values) {
		w, ok := p.boundedWidth(values[k])
		if !ok {
			break
		}
		sum = sum.add(w)
		k++
	}
	if k == len(values) {
		p.checkRoom(values, sum, emit.Length{})
		return k, nil
	}
	s := *values[k]
	path := s
	length := p.load(&s)
	if s.Omit { // if it is empty, it takes no bytes: see putCounted
		p.checkRoom(values[:k], sum, emit.Length{})
		return k, &s
	}
	p.checkRoom(append(values[:k:k], &path), sum.add(p.headWidth(&s)), length)
	return k, &s
}

// boundedWidth returns the width of a value that shares the check of a run. ok is false if the value needs a check of its own.
func (p *Printer) boundedWidth(s *plan.Value) (w Width, ok bool) {
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

// isFlat reports whether a t consists of numbers, bools and times only, in structs and arrays.
func (p *Printer) isFlat(t model.Type) bool {
	return !p.Contains(t, func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Basic:
			return u.Kind == model.String
		case *model.Struct, *model.Array, *model.Time:
			return false
		}
		return true
	})
}

// headWidth returns the width of the flag and the count before the elements of a value.
func (p *Printer) headWidth(s *plan.Value) Width {
	flag := Width{p.flagWidth(), p.flagWidth()}
	count := Width{p.CountWidth().Min, p.CountWidth().Max + p.Padding() - 1}
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
	if p.HasNilFlags() {
		return Width{flag.Min, flag.Max + count.Max}
	}
	return count
}

// load prints code that loads the header of a value into a variable, sets the value's Expr to that variable, and returns the
// length of the elements. The length is zero if the room for the elements is checked separately.
func (p *Printer) load(s *plan.Value) (length emit.Length) {
	value := printer.Unparen(s.Expr)
	switch s.Kind {
	case plan.Array, plan.Record:
		return length
	case plan.Custom:
		value = emit.LoadKept(p.fullPath(s))
	}
	if p.onlyKeptEntries(s) {
		return length
	}
	if !token.IsIdentifier(value) {
		x := p.FieldVar(s.Path, "x")
		p.Line("%s := %s", x, value)
		s.Expr = x
	}
	return p.length(s)
}

// length returns the length of the elements of a value. It is zero if the room for the elements is checked separately.
func (p *Printer) length(s *plan.Value) emit.Length {
	switch s.Kind {
	case plan.String, plan.Custom:
		return emit.Len(s.Expr)
	case plan.List:
		e := model.Underlying(s.Type).(*model.Slice).Elem
		switch w := p.elemWidth(e).Min; {
		case w == 0 || !p.fixedElems(e):
		case w == 1:
			return emit.Len(s.Expr)
		default:
			return emit.LenOfList(fmt.Sprint(w), s.Expr)
		}
	}
	return emit.Length{}
}

// onlyKeptEntries reports whether s is a map of which only kept entries are written, even if it is nil or empty.
func (p *Printer) onlyKeptEntries(s *plan.Value) bool {
	u, ok := model.Underlying(s.Type).(*model.Map)
	return ok && s.Kind == plan.Map && p.MustKeepEntries(u) && !p.HasNilFlags() && !s.Omit
}

// allKept reports whether values write only kept results.
func (p *Printer) allKept(values []*plan.Value) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(s *plan.Value) bool { return s.Kind != plan.Custom && !p.onlyKeptEntries(s) })
}

// fixedElems reports whether the elements of a list of e have a fixed width. The room for them is then checked at once.
func (p *Printer) fixedElems(e model.Type) bool { return p.elemWidth(e).fixed() }

// checkRoom prints a check that w.Max bytes and a length fit at the cursor. The check may ask for more bytes than the values
// take. The size of the buffer includes the maximum difference: see emit.Room.MaxExcess.
func (p *Printer) checkRoom(values []*plan.Value, w Width, length emit.Length) {
	if p.roomChecked || w.Max == 0 && !length.Known() {
		return
	}
	p.unused = max(p.unused, w.Max-w.Min)
	path := p.typeName
	if len(values) > 0 {
		path = p.fullPath(values[len(values)-1])
	}
	p.CheckRoom(p.PosPlus(w.Max), length, path)
}

// fullPath returns the path of a value in an error, which begins with the type's name.
func (p *Printer) fullPath(s *plan.Value) string {
	return plan.Join(plan.Join(p.typeName, s.Around), s.Path)
}
