package sproto

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// kind returns the kind of a field or element of type t.
func (p *generator) kind(t model.Type) plan.Kind { return p.Kind(t, false) }

// needsWrapper reports whether an element of type t is encoded as the only field of a struct: a list, an array, a map, or a pointer to
// anything except a struct.
func (p *generator) needsWrapper(t model.Type) bool {
	switch f := p.kind(t); f {
	case plan.List, plan.Array, plan.Map:
		return true
	case plan.Pointer:
		return !p.pointsAtMessage(t)
	}
	return false
}

// pointsAtMessage reports whether t is a pointer to a struct or to a type that is encoded as a struct.
func (p *generator) pointsAtMessage(t model.Type) bool {
	u, ok := model.Underlying(t).(*model.Pointer)
	return ok && isStruct(p.kind(u.Elem))
}

// isStruct reports whether values of kind k are encoded as a struct without a wrapper.
func isStruct(k plan.Kind) bool { return k == plan.Record || k == plan.Time || k == plan.Union }

// isTime reports whether t is encoded by the functions for times.
func (p *generator) isTime(t model.Type) bool { return p.Kind(t, true) == plan.Time }

// isUint64 reports whether t is an unsigned integer of 64 bits, so that values may not fit in an int64.
func isUint64(t model.Type) bool {
	k := plan.Basic(t)
	return k.Unsigned() && k.Bits() == 64
}

// message returns the message of a value of type t, which v points at.
func (p *generator) message(t model.Type) *plan.Message {
	m := &plan.Message{Name: p.nameOf(t), Type: t}
	if p.kind(t) == plan.Union {
		m.Union, m.Values = true, p.members(t)
		return m
	}
	u, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		only := t
		if p.kind(t) == plan.Custom { // a root ignores its own marshal methods
			only = model.Underlying(t)
		}
		m.Values = []*plan.Value{p.value(0, "(*v)", "", only)}
		return m
	}
	numbers := p.Directives.Numbers(numbering, u)
	for i, f := range u.Fields {
		if numbers[i] < 0 {
			continue
		}
		x := p.value(numbers[i], "v."+f.Name, f.Name, f.Type)
		x.Rules, x.Field = p.Directives.Field(f), &plan.Field{Field: f, Path: f.Name}
		if asNumbers(f) {
			x.Kind = plan.List
		}
		m.Values = append(m.Values, x)
	}
	slices.SortFunc(m.Values, func(a, b *plan.Value) int { return a.Number - b.Number })
	return m
}

// value returns a value with the tag number.
func (p *generator) value(number int, expr, path string, t model.Type) *plan.Value {
	return &plan.Value{Kind: p.kind(t), Number: number, Expr: expr, Path: path, Type: t}
}

// pair returns the message of the entries of a map. The parameters key and elem of its functions point at the key and the element.
func (p *generator) pair(u *model.Map) *plan.Message {
	return &plan.Message{Name: "Of" + p.nameOf(u), Type: u, Entry: true,
		Values: []*plan.Value{p.value(0, "(*key)", "key", u.Key), p.value(1, "(*elem)", "elem", u.Elem)}}
}

// params returns the parameters of the functions of a message that point at the value, such as "v *Order", and their type parameters.
func (p *generator) params(m *plan.Message) (params, typeParams string) {
	if m.Entry {
		u := m.Type.(*model.Map)
		return "key *" + p.Type(u.Key) + ", elem *" + p.Type(u.Elem), ""
	}
	typeParams, typ := p.UnionParam(m.Type)
	return "v *" + typ, typeParams
}

// isNumbers reports whether x is a slice of bytes that is encoded as a list of integers.
func (p *generator) isNumbers(x *plan.Value) bool {
	return x.Kind == plan.List && p.kind(x.Type) == plan.Bytes
}

// nameOf returns the name of a type in function names.
func (p *generator) nameOf(t model.Type) string {
	name := p.Name(t)
	if p.Ordered(t) {
		name = p.NameAs("sorted "+name, name+"Sorted")
	}
	return name
}

// messageFunc returns the name of a function for messages of type t, and has the functions of t printed.
func (p *generator) messageFunc(verb string, t model.Type) string {
	if p.isTime(t) {
		return "balesproto." + verb + "Time"
	}
	name := p.nameOf(t)
	if !p.declared[name] {
		p.declared[name] = true
		p.types = append(p.types, t)
	}
	return p.Title + verb + name
}

// pairFunc is messageFunc for the entries of a map.
func (p *generator) pairFunc(verb string, u *model.Map) string {
	pair := p.pair(u)
	if key := "pair " + pair.Name; !p.declared[key] {
		p.declared[key] = true
		p.pairs = append(p.pairs, u)
	}
	return p.Title + verb + pair.Name
}

// findSlabs adds the slabs that a root needs. Lists of pointers to structs always have one.
func (p *generator) findSlabs(root model.Type) {
	p.EachSliceAndPointer(root, true, func(t model.Type, many bool) {
		if many || p.kind(t) == plan.List && p.pointsAtMessage(plan.Elem(t)) {
			p.AddSlab(plan.Elem(t))
		}
	})
}
