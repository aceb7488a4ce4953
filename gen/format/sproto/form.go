package sproto

import (
	"slices"

	"bale/gen/plan"
	"bale/schema"
)

// kind is that of a t where it stands. Roots are written by their fields, whatever methods they have.
func (p *generator) kind(t schema.Type) plan.Kind { return p.Kind(t, false) }

// wrapped reports whether an element of type t is the only field of a struct: it is a list or map, or a pointer to
// anything but a struct.
func (p *generator) wrapped(t schema.Type) bool {
	switch f := p.kind(t); f {
	case plan.List, plan.Array, plan.Map:
		return true
	case plan.Pointer:
		return !p.pointsAtMessage(t)
	}
	return false
}

// pointsAtMessage reports whether t is a pointer to a struct, or to what is written as one.
func (p *generator) pointsAtMessage(t schema.Type) bool {
	u, ok := schema.Underlying(t).(*schema.Pointer)
	return ok && structural(p.kind(u.Elem))
}

// structural reports whether values of a kind are written as a struct where they stand.
func structural(k plan.Kind) bool { return k == plan.Record || k == plan.Time || k == plan.Union }

func (p *generator) isTime(t schema.Type) bool { return p.Kind(t, true) == plan.Time }

// natural reports whether an integer is unsigned and of 64 bits: it may not fit an int64.
func natural(t schema.Type) bool {
	k := plan.Basic(t)
	return k.Unsigned() && k.Bits() == 64
}

// A structure is a message: the fields of a struct, or one value, or two.
type structure struct {
	name       string   // in the names of functions
	params     []string // what points at it: "v *Order"
	typeParams string   // of its functions, "" for none
	parts      []*part
	typ        schema.Type // nil for a pair
	owner      string      // in errors
	union      bool        // of a union: one part is there at most, and is called x
}

// A part is a field of a message.
type part struct {
	tag     int
	expr    string // Go: "v.Head"
	path    string // "Head"
	typ     schema.Type
	rules   plan.Rules
	numbers bool   // bytes that are written as integers
	entry   bool   // the key or element of an entry of a map
	number  string // the variable with the integer that a pointer points at, if that was loaded
}

// message is the structure of a t that v points at.
func (p *generator) message(t schema.Type) *structure {
	typeParams, typ := p.Param(t)
	m := &structure{name: p.nameOf(t), typeParams: typeParams, params: []string{"v *" + typ}, typ: t, owner: plan.Spell(t, p.Package)}
	if p.kind(t) == plan.Union {
		m.union, m.parts = true, p.members(t)
		return m
	}
	u, ok := schema.Underlying(t).(*schema.Struct)
	if !ok {
		only := &part{expr: "(*v)", typ: t}
		if p.kind(t) == plan.Custom { // a root, which is written by what it is
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

// pair is the structure of an entry of a map, of which k and x point at the key and the element.
func (p *generator) pair(u *schema.Map) *structure {
	return &structure{
		name: "Of" + p.nameOf(u), params: []string{"key *" + p.Type(u.Key), "elem *" + p.Type(u.Elem)}, owner: plan.Spell(u, p.Package),
		parts: []*part{{expr: "(*key)", path: "key", typ: u.Key, entry: true}, {tag: 1, expr: "(*elem)", path: "elem", typ: u.Elem, entry: true}},
	}
}

// nameOf is what a type is called in the names of functions.
func (p *generator) nameOf(t schema.Type) string {
	name := p.Name(t)
	if p.Ordered(t) {
		name = p.NameAs("sorted "+name, name+"Sorted")
	}
	return name
}

// call is the name of a function of a message of type t, which is printed.
func (p *generator) call(verb string, t schema.Type) string {
	if p.isTime(t) {
		return "baleSproto" + verb + "Time"
	}
	name := p.nameOf(t)
	if !p.known[name] {
		p.known[name] = true
		p.types = append(p.types, t)
	}
	return p.Title + verb + name
}

// callPair is the same for the entries of a map.
func (p *generator) callPair(verb string, u *schema.Map) string {
	pair := p.pair(u)
	if key := "pair " + pair.name; !p.known[key] {
		p.known[key] = true
		p.pairs = append(p.pairs, u)
	}
	return p.Title + verb + pair.name
}

// findSlabs makes sure of the slabs of a root. Lists of pointers have one always.
func (p *generator) findSlabs(root schema.Type) {
	p.EachElem(root, true, func(t schema.Type, many bool) {
		if many || p.kind(t) == plan.List && p.pointsAtMessage(plan.Elem(t)) {
			p.AddSlab(plan.Elem(t))
		}
	})
}
