package sproto

import (
	"slices"

	"bale/gen/plan"
	"bale/schema"
)

// A form is how a value is written.
type form int

const (
	integer form = iota // in a word or in four or eight bytes
	boolean             // in a word
	double              // eight bytes
	text                // a string
	binary              // a slice of bytes
	opaque              // an array of bytes
	foreign             // what a type's own method makes
	planar              // a complex number: a list of two doubles
	message             // a struct or a time; and anything else, as the only field of a struct
	union               // an interface whose types are declared: a struct with a field for each of them
	list                // a slice
	row                 // an array
	table               // a map: a list of pairs
	pointer             // what it points at, or nothing
)

// form is how a t is written. Named types of the roots' own are written by their fields, whatever methods they have.
func (p *generator) form(t schema.Type) form { return formOf(t, p.Package) }

func formOf(t schema.Type, home string) form {
	if n, ok := t.(*schema.Named); ok && plan.Marshals(n, home) != "" {
		return foreign
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		switch u.Kind {
		case schema.Bool:
			return boolean
		case schema.String:
			return text
		case schema.Float32, schema.Float64:
			return double
		case schema.Complex64, schema.Complex128:
			return planar
		}
		return integer
	case *schema.Slice:
		if schema.IsKind(u.Elem, schema.Uint8) {
			return binary
		}
		return list
	case *schema.Array:
		if schema.IsKind(u.Elem, schema.Uint8) {
			return opaque
		}
		return row
	case *schema.Map:
		return table
	case *schema.Pointer:
		return pointer
	case *schema.Interface:
		return union
	}
	return message
}

// nilable reports whether a field of type t may be left out.
func (p *generator) nilable(t schema.Type) bool {
	switch p.form(t) {
	case binary, list, table, pointer, union:
		return true
	}
	return false
}

// wrapped reports whether an element of type t is the only field of a struct: it is a list or map, or a pointer to
// anything but a struct.
func (p *generator) wrapped(t schema.Type) bool {
	switch f := p.form(t); f {
	case list, row, table:
		return true
	case pointer:
		return !p.pointsAtMessage(t)
	}
	return false
}

// pointsAtMessage reports whether t is a pointer to a struct, or to what is written as one.
func (p *generator) pointsAtMessage(t schema.Type) bool {
	u, ok := schema.Underlying(t).(*schema.Pointer)
	return ok && structural(p.form(u.Elem))
}

func structural(f form) bool { return f == message || f == union }

func (p *generator) isTime(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Time)
	return ok
}

// natural reports whether an integer is unsigned and of 64 bits: it may not fit an int64.
func natural(t schema.Type) bool {
	k := plan.Kind(t)
	return k.Unsigned() && k.Bits() == 64
}

// A structure is a message: the fields of a struct, or one value, or two.
type structure struct {
	name   string   // in the names of functions
	params []string // what points at it: "v *Order"
	parts  []*part
	typ    schema.Type // nil for a pair
	choice bool        // of a union: one part is there at most, and is called x
}

// A part is a field of a message.
type part struct {
	tag     int
	expr    string // Go: "v.Head"
	path    string // "Head"
	typ     schema.Type
	rules   plan.Rules
	numbers bool // bytes that are written as integers
	entry   bool // the key or element of an entry of a map
}

// message is the structure of a t that v points at.
func (p *generator) message(t schema.Type) *structure {
	m := &structure{name: p.nameOf(t), params: []string{"v *" + p.Type(t)}, typ: t}
	if p.form(t) == union {
		m.choice, m.parts = true, p.members(t)
		return m
	}
	u, ok := schema.Underlying(t).(*schema.Struct)
	if !ok {
		only := &part{expr: "(*v)", typ: t}
		if p.form(t) == foreign { // a root, which is written by what it is
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
		name: "Of" + p.nameOf(u), params: []string{"key *" + p.Type(u.Key), "elem *" + p.Type(u.Elem)},
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
		p.known["time"] = true
		return p.title + verb + "Time"
	}
	name := p.nameOf(t)
	if !p.known[name] {
		p.known[name] = true
		p.types = append(p.types, t)
	}
	return p.title + verb + name
}

// callPair is the same for the entries of a map.
func (p *generator) callPair(verb string, u *schema.Map) string {
	pair := p.pair(u)
	if key := "pair " + pair.name; !p.known[key] {
		p.known[key] = true
		p.pairs = append(p.pairs, u)
	}
	return p.title + verb + pair.name
}

// recursive reports whether a value of t can hold another one.
func (p *generator) recursive(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && p.holds(n, func(x schema.Type) bool { return x == schema.Type(n) }, map[schema.Type]bool{})
}

// holds reports whether is holds for a type that a value of t is made of, below t.
func (p *generator) holds(t schema.Type, is func(schema.Type) bool, seen map[schema.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, x := range p.inside(t) {
		if is(x) || p.form(x) != foreign && p.holds(x, is, seen) {
			return true
		}
	}
	return false
}

// inside are the types that a value of t directly holds.
func (p *generator) inside(t schema.Type) (list []schema.Type) {
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		for i, f := range u.Fields {
			if p.Directives.Numbers(numbering, u)[i] >= 0 {
				list = append(list, f.Type)
			}
		}
	case *schema.Map:
		return []schema.Type{u.Key, u.Elem}
	case *schema.Slice, *schema.Array, *schema.Pointer:
		return []schema.Type{plan.Elem(t)}
	case *schema.Interface:
		return u.Members
	}
	return list
}

// coded reports whether to know how long a t is takes more than the value: that can fail.
func (p *generator) coded(t schema.Type) bool {
	is := func(x schema.Type) bool { return p.form(x) == foreign || p.form(x) == union || p.recursive(x) }
	return p.recursive(t) || p.holds(t, is, map[schema.Type]bool{})
}

// blobs reports whether a t has parts that their types write themselves.
func (p *generator) blobs(t schema.Type) bool {
	return p.holds(t, func(x schema.Type) bool { return p.form(x) == foreign }, map[schema.Type]bool{})
}
