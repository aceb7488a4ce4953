package sproto

import (
	"slices"

	"bale/gen/plan"
	"bale/schema"
)

// kind returns the kind of a field or element of type t.
func (p *generator) kind(t schema.Type) plan.Kind { return p.Kind(t, false) }

// needsWrapper reports whether an element of type t is encoded as the only field of a struct: a list, an array, a map, or a pointer to
// anything except a struct.
func (p *generator) needsWrapper(t schema.Type) bool {
	switch f := p.kind(t); f {
	case plan.List, plan.Array, plan.Map:
		return true
	case plan.Pointer:
		return !p.pointsAtMessage(t)
	}
	return false
}

// pointsAtMessage reports whether t is a pointer to a struct or to a type that is encoded as a struct.
func (p *generator) pointsAtMessage(t schema.Type) bool {
	u, ok := schema.Underlying(t).(*schema.Pointer)
	return ok && isStruct(p.kind(u.Elem))
}

// isStruct reports whether values of kind k are encoded as a struct without a wrapper.
func isStruct(k plan.Kind) bool { return k == plan.Record || k == plan.Time || k == plan.Union }

// isTime reports whether t is encoded by the helpers for times.
func (p *generator) isTime(t schema.Type) bool { return p.Kind(t, true) == plan.Time }

// isUint64 reports whether t is an unsigned integer of 64 bits, so that values may not fit in an int64.
func isUint64(t schema.Type) bool {
	k := plan.Basic(t)
	return k.Unsigned() && k.Bits() == 64
}

// A structure is a message: the fields of a struct, a single value, the key and element of a map entry, or a union.
type structure struct {
	name       string   // suffix of function names
	params     []string // function parameters that point at the value: "v *Order"
	typeParams string   // type parameters of the functions, "" for none
	parts      []*part
	typ        schema.Type // nil for a map entry
	owner      string      // name of the type in errors
	union      bool        // at most one part is present, in the variable x
}

// A part is a field of a message.
type part struct {
	tag     int
	expr    string // Go expression: "v.Head"
	path    string // name in errors: "Head"
	typ     schema.Type
	rules   plan.Rules
	numbers bool   // a byte slice that is encoded as a list of integers
	entry   bool   // the key or element of a map entry
	number  string // variable with the loaded integer that a pointer points at, or ""
}

// message returns the structure of a value of type t, which v points at.
func (p *generator) message(t schema.Type) *structure {
	typeParams, typ := p.UnionParam(t)
	m := &structure{name: p.nameOf(t), typeParams: typeParams, params: []string{"v *" + typ}, typ: t, owner: plan.TypeText(t, p.Package)}
	if p.kind(t) == plan.Union {
		m.union, m.parts = true, p.members(t)
		return m
	}
	u, ok := schema.Underlying(t).(*schema.Struct)
	if !ok {
		only := &part{expr: "(*v)", typ: t}
		if p.kind(t) == plan.Custom { // a root ignores its own marshal methods
			only.typ = schema.Underlying(t)
		}
		m.parts = []*part{only}
		return m
	}
	numbers := p.Directives.Numbers(numbering, u)
	for i, f := range u.Fields {
		if numbers[i] >= 0 {
			m.parts = append(m.parts, &part{tag: numbers[i], expr: "v." + f.Name, path: f.Name, typ: f.Type, rules: p.Directives.Field(f), numbers: asNumbers(f)})
		}
	}
	slices.SortFunc(m.parts, func(a, b *part) int { return a.tag - b.tag })
	return m
}

// pair returns the structure of the entries of a map. The parameters key and elem point at the key and the element.
func (p *generator) pair(u *schema.Map) *structure {
	return &structure{
		name: "Of" + p.nameOf(u), params: []string{"key *" + p.Type(u.Key), "elem *" + p.Type(u.Elem)}, owner: plan.TypeText(u, p.Package),
		parts: []*part{{expr: "(*key)", path: "key", typ: u.Key, entry: true}, {tag: 1, expr: "(*elem)", path: "elem", typ: u.Elem, entry: true}},
	}
}

// nameOf returns the name of a type in function names.
func (p *generator) nameOf(t schema.Type) string {
	name := p.Name(t)
	if p.Ordered(t) {
		name = p.NameAs("sorted "+name, name+"Sorted")
	}
	return name
}

// messageFunc returns the name of a function for messages of type t, and has the functions of t printed.
func (p *generator) messageFunc(verb string, t schema.Type) string {
	if p.isTime(t) {
		return "baleSproto" + verb + "Time"
	}
	name := p.nameOf(t)
	if !p.declared[name] {
		p.declared[name] = true
		p.types = append(p.types, t)
	}
	return p.Title + verb + name
}

// pairFunc is messageFunc for the entries of a map.
func (p *generator) pairFunc(verb string, u *schema.Map) string {
	pair := p.pair(u)
	if key := "pair " + pair.name; !p.declared[key] {
		p.declared[key] = true
		p.pairs = append(p.pairs, u)
	}
	return p.Title + verb + pair.name
}

// findSlabs adds the slabs that a root needs. Lists of pointers to structs always have one.
func (p *generator) findSlabs(root schema.Type) {
	p.EachSliceAndPointer(root, true, func(t schema.Type, many bool) {
		if many || p.kind(t) == plan.List && p.pointsAtMessage(plan.Elem(t)) {
			p.AddSlab(plan.Elem(t))
		}
	})
}
