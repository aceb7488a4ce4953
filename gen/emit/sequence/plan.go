package sequence

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A struct is handled inline up to these limits of its codeSize. Larger structs have functions of their own. A call costs about
// 1.5 ns, and one more addition and check if it splits a run of fixed-width fields. Decoding numbers of variable width needs so
// many registers that calls are faster: with the inner structs inline, nested is encoded 6 % faster but decoded 9 % slower.
const (
	maxFieldCode      = 40 // for a field of another struct
	maxElemCode       = 12 // for an element, a map key or value, a pointer target or a union member
	maxElemCodeNoScan = 10 // the same, for decoding in codings that do not scan
)

// topValues returns the values of the value of a function, which is a t at expr.
func (p *Printer) topValues(expr string, t model.Type) []*plan.Value {
	return p.split(nil, &plan.Value{Expr: expr, Type: t}, unbounded, true)
}

// elemValues returns the values of a part of s: an element, a map key or value, a pointer target or a union member.
func (p *Printer) elemValues(s *plan.Value, expr string, t model.Type) []*plan.Value {
	rules := s.Rules
	rules.Max = 0
	around := plan.Join(s.Around, s.Path)
	if s.Kind != plan.Pointer && s.Kind != plan.Union {
		around += "[]"
	}
	return p.split(nil, &plan.Value{Expr: expr, Around: around, Type: t, Rules: rules}, p.maxElemCode, false)
}

// split appends s to list, or the values of its parts instead. top means that s is the value of the function itself.
func (p *Printer) split(list []*plan.Value, s *plan.Value, maxCode int, top bool) []*plan.Value {
	n, named := s.Type.(*model.Named)
	_, isStruct := model.Underlying(s.Type).(*model.Struct)
	switch {
	case named && !top && p.Custom(n):
		s.Kind = plan.Custom
	case !top && (named && p.Recursive(n) || isStruct && p.codeSize(s.Type) > maxCode || plan.Members(s.Type) != nil):
		s.Kind = plan.Record
	case isStruct:
		for _, f := range model.Underlying(s.Type).(*model.Struct).Fields {
			rule := p.FieldRule(f)
			if rule.Skip {
				continue
			}
			rules := p.Directives.Field(f)
			if rule.Max > 0 && (rules.Max == 0 || rule.Max < rules.Max) {
				rules.Max = rule.Max
			}
			part := &plan.Value{Expr: printer.Field(s.Expr, f.Name), Path: plan.Join(s.Path, f.Name), Around: s.Around, Type: f.Type, Rules: rules, Omit: rule.Omit && sized(f.Type)}
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

// isEmptyArray reports whether t is an array of length 0, which has no encoding.
func isEmptyArray(t model.Type) bool {
	a, ok := model.Underlying(t).(*model.Array)
	return ok && a.Len == 0
}

// kind returns the kind of a value that is handled inline. The coding distinguishes the kinds of numbers.
func (p *Printer) kind(t model.Type) plan.Kind {
	switch k := p.Generator.Kind(t, true); {
	case k.Number():
		return plan.Integer
	case k == plan.Bytes:
		return plan.List
	default:
		return k
	}
}

// sized reports whether t has a length that can be 0.
func sized(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map:
		return true
	}
	return model.IsKind(t, model.String)
}

// codeSize estimates the size of the inline code for a t. A number counts as 1.
func (p *Printer) codeSize(t model.Type) int {
	if n, ok := t.(*model.Named); ok && (p.Custom(n) || p.Recursive(n)) || plan.Members(t) != nil {
		return 4
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		sum := 0
		for _, f := range p.Fields(u) {
			sum += p.codeSize(f.Type)
		}
		return sum
	case *model.Slice:
		return 4 + min(maxElemCode, p.codeSize(u.Elem))
	case *model.Map:
		return 8 + min(maxElemCode, p.codeSize(u.Key)) + min(maxElemCode, p.codeSize(u.Elem))
	case *model.Pointer:
		return 3 + min(maxElemCode, p.codeSize(u.Elem))
	case *model.Array:
		if p.kind(t) == plan.Array && u.Len > 0 { // without elements, the type may hold itself and not be recursive
			return 3 + min(maxElemCode, p.codeSize(u.Elem))
		}
	case *model.Time:
		return 3
	}
	return 1
}

// width returns the width of a t, regardless of marshal methods of its own. Types that hold pointers, strings, slices, maps or
// unions are unbounded.
func (p *Printer) width(t model.Type) Width { return p.widthOf(t, true) }

// widthOf returns the width of a t. top means that methods of t are ignored.
func (p *Printer) widthOf(t model.Type, top bool) Width {
	if n, ok := t.(*model.Named); ok && !top && p.Custom(n) {
		if p.HasNilFlags() {
			return Width{p.flagWidth(), unbounded}
		}
		return Width{p.CountWidth().Min, unbounded}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if u.Kind == model.String {
			return Width{p.CountWidth().Min, unbounded}
		}
		return p.numberWidth(u.Kind)
	case *model.Time:
		return p.TimeWidth()
	case *model.Struct:
		var sum Width
		for _, f := range u.Fields {
			switch rule := p.FieldRule(f); {
			case rule.Skip:
			case rule.Omit && sized(f.Type):
				sum.Max = unbounded
			default:
				sum = sum.add(p.widthOf(f.Type, false))
			}
		}
		return sum
	case *model.Array:
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
	case *model.Pointer:
		return Width{p.flagWidth(), unbounded}
	case *model.Interface:
		return Width{p.CountWidth().Min, unbounded}
	}
	if p.HasNilFlags() {
		return Width{p.flagWidth(), unbounded}
	}
	return Width{p.CountWidth().Min, unbounded}
}

// elemWidth returns the width of a t as an element of a list or array.
func (p *Printer) elemWidth(t model.Type) Width {
	if !p.inMemory(t) {
		return p.widthOf(t, false)
	}
	n := plan.SizeInMemory(t)
	return Width{n, n}
}

// MemoryForm is Coding.MemoryForm for types without custom methods, in arrays and structs, too. A custom method is called for each element.
func (p *Printer) MemoryForm(t model.Type) (everywhere, wide bool) {
	e := t
	for !p.Custom(e) {
		a, ok := model.Underlying(e).(*model.Array)
		if !ok {
			break
		}
		e = a.Elem
	}
	_, isStruct := model.Underlying(e).(*model.Struct)
	switch {
	case p.Custom(e):
		return false, false
	case isStruct:
		return false, p.packedStruct(e)
	}
	return p.Coding.MemoryForm(t)
}

// packedStruct reports whether a struct is encoded as it is in memory on little-endian 64-bit machines: all of its fields are, in order and without padding.
func (p *Printer) packedStruct(t model.Type) bool {
	s := model.Underlying(t).(*model.Struct)
	if len(s.Fields) == 0 || !plan.Packed(t, p.Package) {
		return false
	}
	for _, f := range s.Fields {
		if _, wide := p.MemoryForm(f.Type); !wide || p.FieldRule(f) != (Rule{}) {
			return false
		}
	}
	return true
}

// inMemory reports whether elements of type t are encoded as they are in memory, on all machines.
func (p *Printer) inMemory(t model.Type) bool {
	everywhere, _ := p.MemoryForm(t)
	return everywhere
}

// paddedLen returns n rounded up to a multiple of the coding's unit.
func (p *Printer) paddedLen(n int) int { return (n + p.Padding() - 1) &^ (p.Padding() - 1) }

// padded returns an expression that rounds x up to a multiple of the coding's unit.
func (p *Printer) padded(x string) string {
	if p.Padding() == 1 {
		return x
	}
	return fmt.Sprintf("(%s+%d)&^%d", x, p.Padding()-1, p.Padding()-1)
}

// needsPadding reports whether a list of t is encoded as it is in memory and may need padding.
func (p *Printer) needsPadding(t model.Type) bool {
	return p.inMemory(t) && plan.SizeInMemory(t)%p.Padding() != 0
}

// flagWidth returns the number of bytes of the flag that marks nil.
func (p *Printer) flagWidth() int { return p.NumberWidth(model.Bool).Min }

// entryWidth returns the width of an entry of a map.
func (p *Printer) entryWidth(u *model.Map) Width {
	return p.widthOf(u.Key, false).add(p.widthOf(u.Elem, false))
}
