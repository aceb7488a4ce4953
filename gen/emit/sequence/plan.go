package sequence

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// A Step is one place of a value.
type Step struct {
	plan.Kind        // one of Integer for all numbers, and List for bytes, too
	Expr      string // Go, from the function's own variables: "v.Head.Fee"
	Path      string // as a user knows it: "Head.Fee"
	Around    string // where the list, map or pointer is that it belongs to: "Lines[]"
	Type      schema.Type
	Rules     plan.Rules // of the directives; those for what a list holds are its elements', too
	Omit      bool
}

// The most that a struct may weigh to be written where it stands: by value in another, and as what a list or
// pointer leads to. A call costs about 1.5 ns, a run of fixed widths that it cuts in two an addition and a check more.
// Reading that has to find out where numbers end takes so many registers that a call is the cheaper way: nested is
// encoded 6 % faster with its inner structs in their loops, and decoded 9 % slower.
const (
	maxFieldCode      = 40
	maxElemCode       = 12
	maxElemCodeNoScan = 10
)

// whole is what a value of t, which is at expr, is made of.
func (p *Printer) valueSteps(expr string, t schema.Type) []*Step {
	return p.split(nil, &Step{Expr: expr, Type: t}, unbounded, true)
}

// elem is the same for what a list, map or pointer leads to.
func (p *Printer) elemSteps(s *Step, expr string, t schema.Type) []*Step {
	rules := s.Rules
	rules.Max = 0
	around := plan.Join(s.Around, s.Path)
	if s.Kind != plan.Pointer && s.Kind != plan.Union {
		around += "[]"
	}
	return p.split(nil, &Step{Expr: expr, Around: around, Type: t, Rules: rules}, p.maxElemCode, false)
}

// split adds a step, or in its place those of its parts. top says that the step is the function's own type.
func (p *Printer) split(list []*Step, s *Step, maxCode int, top bool) []*Step {
	n, named := s.Type.(*schema.Named)
	_, isStruct := schema.Underlying(s.Type).(*schema.Struct)
	switch {
	case named && !top && p.Custom(n):
		s.Kind = plan.Custom
	case !top && (named && p.Recursive(n) || isStruct && p.codeSize(s.Type) > maxCode || plan.Members(s.Type) != nil):
		s.Kind = plan.Record
	case isStruct:
		for _, f := range schema.Underlying(s.Type).(*schema.Struct).Fields {
			rule := p.Rule(f)
			if rule.Skip {
				continue
			}
			rules := p.Directives.Field(f)
			if rule.Max > 0 && (rules.Max == 0 || rule.Max < rules.Max) {
				rules.Max = rule.Max
			}
			part := &Step{Expr: printer.Field(s.Expr, f.Name), Path: plan.Join(s.Path, f.Name), Around: s.Around, Type: f.Type, Rules: rules, Omit: rule.Omit && sized(f.Type)}
			list = p.split(list, part, maxFieldCode, false)
		}
		return list
	case isEmptyArray(s.Type):
		return list
	default:
		s.Kind = p.kind(s.Type)
	}
	return append(list, s)
}

// noElements reports whether t is an array of length 0, of which there is nothing to be done.
func isEmptyArray(t schema.Type) bool {
	a, ok := schema.Underlying(t).(*schema.Array)
	return ok && a.Len == 0
}

// kind returns the kind of what is written where it stands. The coding tells numbers apart.
func (p *Printer) kind(t schema.Type) plan.Kind {
	switch k := p.Generator.Kind(t, true); {
	case k.Number():
		return plan.Integer
	case k == plan.Bytes:
		return plan.List
	default:
		return k
	}
}

// sized reports whether t can be empty.
func sized(t schema.Type) bool {
	switch schema.Underlying(t).(type) {
	case *schema.Slice, *schema.Map:
		return true
	}
	return schema.IsKind(t, schema.String)
}

// weight says how much code a type takes where it stands, about in steps.
func (p *Printer) codeSize(t schema.Type) int {
	if n, ok := t.(*schema.Named); ok && (p.Custom(n) || p.Recursive(n)) || plan.Members(t) != nil {
		return 4
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		sum := 0
		for _, f := range p.Fields(u) {
			sum += p.codeSize(f.Type)
		}
		return sum
	case *schema.Slice:
		return 4 + min(maxElemCode, p.codeSize(u.Elem))
	case *schema.Map:
		return 8 + min(maxElemCode, p.codeSize(u.Key)) + min(maxElemCode, p.codeSize(u.Elem))
	case *schema.Pointer:
		return 3 + min(maxElemCode, p.codeSize(u.Elem))
	case *schema.Array:
		if p.kind(t) == plan.Array {
			return 3 + min(maxElemCode, p.codeSize(u.Elem))
		}
	case *schema.Time:
		return 3
	}
	return 1
}

// width is how many bytes a t takes. Whatever is behind a pointer or in a list may have no limit.
func (p *Printer) width(t schema.Type) Width { return p.widthOf(t, true) }

func (p *Printer) widthOf(t schema.Type, top bool) Width {
	if n, ok := t.(*schema.Named); ok && !top && p.Custom(n) {
		if p.Nils() {
			return Width{p.flagWidth(), unbounded}
		}
		return Width{p.Count().Min, unbounded}
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if u.Kind == schema.String {
			return Width{p.Count().Min, unbounded}
		}
		return p.numberWidth(u.Kind)
	case *schema.Time:
		return p.TimeWidth()
	case *schema.Struct:
		var sum Width
		for _, f := range u.Fields {
			switch rule := p.Rule(f); {
			case rule.Skip:
			case rule.Omit && sized(f.Type):
				sum.Max = unbounded
			default:
				sum = sum.add(p.widthOf(f.Type, false))
			}
		}
		return sum
	case *schema.Array:
		w := p.elemWidth(u.Elem)
		maxBytes := unbounded
		if w.Max == 0 || int(u.Len) < unbounded/w.Max {
			maxBytes = int(u.Len) * w.Max
		}
		minBytes := int(u.Len) * w.Min
		if p.inMemory(u.Elem) {
			minBytes, maxBytes = p.paddedLen(minBytes), p.paddedLen(maxBytes)
		}
		return Width{minBytes, maxBytes}
	case *schema.Pointer:
		return Width{p.flagWidth(), unbounded}
	case *schema.Interface:
		return Width{p.Count().Min, unbounded}
	}
	if p.Nils() {
		return Width{p.flagWidth(), unbounded}
	}
	return Width{p.Count().Min, unbounded}
}

// elemWidth is how many bytes a t takes in a list or array.
func (p *Printer) elemWidth(t schema.Type) Width {
	if !p.inMemory(t) {
		return p.widthOf(t, false)
	}
	n := plan.Memory(t)
	return Width{n, n}
}

// AsIs is the coding's for elements without a method of their own, also in arrays: it is called for each.
func (p *Printer) AsIs(t schema.Type) (everywhere, wide bool) {
	for e := t; e != nil; {
		if p.Custom(e) {
			return false, false
		}
		a, ok := schema.Underlying(e).(*schema.Array)
		if !ok {
			break
		}
		e = a.Elem
	}
	return p.Coding.AsIs(t)
}

// inMemory reports whether elements of type t are written as they are in memory, everywhere.
func (p *Printer) inMemory(t schema.Type) bool {
	everywhere, _ := p.AsIs(t)
	return everywhere
}

// filled is how many bytes there are when n are written as they are.
func (p *Printer) paddedLen(n int) int { return (n + p.Unit() - 1) &^ (p.Unit() - 1) }

// fill is the same for an expression.
func (p *Printer) padded(x string) string {
	if p.Unit() == 1 {
		return x
	}
	return fmt.Sprintf("(%s+%d)&^%d", x, p.Unit()-1, p.Unit()-1)
}

// ragged reports whether elements of type t are written as they are and may have to be filled up.
func (p *Printer) needsPadding(t schema.Type) bool {
	return p.inMemory(t) && plan.Memory(t)%p.Unit() != 0
}

// flagWidth is how many bytes tell whether there is something.
func (p *Printer) flagWidth() int { return p.Number(schema.Bool).Min }

// entry is how many bytes an entry of a map takes.
func (p *Printer) entryWidth(u *schema.Map) Width {
	return p.widthOf(u.Key, false).add(p.widthOf(u.Elem, false))
}
