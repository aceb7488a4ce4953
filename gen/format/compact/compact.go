// Package compact prints code for bale's own format: the lengths of a struct's numbers stand together in front of
// them, so that no branch depends on the data. docs/compact.md is its specification.
package compact

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

type generator struct {
	*emit.Generator // its slabs are in the order of a message's totals
	dec             *emit.Decoder
	names           map[string]bool // of the functions that are printed or will be
	queue           []part
	interns         bool // some strings are interned
	splits          bool // some lists are written and read in parallel
	unused          int  // bytes that a check may ask for beyond those that are needed
}

// A part is what has functions of its own.
type part struct {
	typ   schema.Type
	rules plan.Rules // for reading; writing has none
}

// Format is the compact wire.
var Format = &emit.Format{
	Name: "compact", Title: "Compact", Print: Print, Evolves: true, Parallel: true,
	Layout: lockRules, Stamps: true,
}

func newGenerator(w *emit.Printer, roots []*schema.Named) *generator {
	p := &generator{Generator: &emit.Generator{Printer: w, Title: "baleCompact", Graph: &plan.Graph{Home: w.Package, Roots: map[*schema.Named]bool{}}},
		names: map[string]bool{}}
	for _, r := range roots {
		p.Roots[r] = true
	}
	return p
}

// Print prints the functions for the roots of a package.
func Print(w *emit.Printer, roots []*schema.Named) {
	p := newGenerator(w, roots)
	p.dec = emit.NewDecoder(p.Generator, "uint64")
	p.dec.Result, p.dec.Counted, p.dec.Take, p.dec.SlabVars = "false", true, p.dec.TakeCounted, slabVars
	p.dec.Claim, p.dec.SlabPart = p.claim, p.eighths
	p.dec.Intern = "baleIntern(&d.known, %s)"
	for _, r := range roots {
		for _, e := range p.announced(r) {
			p.AddSlab(e)
		}
	}
	for _, r := range roots {
		p.root(r)
	}
	for i := 0; i < len(p.queue); i++ {
		p.functions(p.queue[i])
	}
	p.types()
}

// name is what a type is called in the names of its functions, which are printed.
func (p *generator) name(t schema.Type) string { return p.ruled(t, noRules) }

// ruled is the same for a type of which strings are read by rules.
func (p *generator) ruled(t schema.Type, rules plan.Rules) string {
	name := p.Name(t)
	if p.Ordered(t) {
		name = p.NameAs("sorted "+name, name+"Sorted")
	}
	if plan.Marked(t, p.parallel) {
		name = p.NameAs("parallel "+name, name+"Parallel")
	}
	if p.grows(t) || !holdsText(t) {
		rules = noRules
	}
	switch {
	case rules.Own:
		name = p.NameAs("own "+name, name+"Own")
	case rules.Intern:
		name = p.NameAs("interned "+name, name+"Interned")
	}
	if !p.names[name] {
		p.names[name] = true
		p.queue = append(p.queue, part{t, rules})
	}
	return name
}

// holdsText reports whether the rules for strings and bytes matter to a t: those of a struct's fields are their own.
func holdsText(t schema.Type) bool { return holdsTextBut(t, map[schema.Type]bool{}) }

func holdsTextBut(t schema.Type, seen map[schema.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return u.Kind == schema.String
	case *schema.Slice:
		return schema.IsBytes(t) || holdsTextBut(u.Elem, seen)
	case *schema.Array:
		return holdsTextBut(u.Elem, seen)
	case *schema.Pointer:
		return holdsTextBut(u.Elem, seen)
	case *schema.Map:
		return holdsTextBut(u.Key, seen) || holdsTextBut(u.Elem, seen)
	}
	return false
}

// functions prints what counts, puts, gets and measures a part.
func (p *generator) functions(x part) {
	again := p.holdsItself(x.typ)
	if x.rules == noRules {
		l, name := p.layout(x.typ, noRules), p.name(x.typ)
		if p.deep(x.typ) {
			p.count(x.typ, l, name, again)
		}
		p.put(x.typ, l, name)
		p.measure(x.typ, l, name)
	}
	p.get(x.typ, x.rules, again)
	if plan.Members(x.typ) != nil {
		p.union(x.typ, p.name(x.typ))
	}
}

// deep reports whether a record of t has anything that is not in its most bytes: what has to be counted
// before it is written.
func (p *generator) deep(t schema.Type) bool {
	return slices.ContainsFunc(p.layout(t, noRules).items, func(it *item) bool {
		switch it.kind {
		case list, nilBit, count, custom, union, record:
			return true
		}
		return false
	})
}

// partsOf are the types that a place holds more of than its own bytes.
func partsOf(it *item) []schema.Type {
	if it.kind == record {
		return []schema.Type{it.typ}
	}
	switch u := it.parts().(type) {
	case *schema.Slice:
		return []schema.Type{u.Elem}
	case *schema.Array:
		return []schema.Type{u.Elem}
	case *schema.Pointer:
		return []schema.Type{u.Elem}
	case *schema.Map:
		return []schema.Type{u.Key, u.Elem}
	case *schema.Interface:
		return u.Members
	}
	return nil
}

// leads reports whether is holds for a type that a t leads to, at any depth.
func (p *generator) leads(t schema.Type, is func(schema.Type) bool) bool {
	return p.leadsBy(t, partsOf, is)
}

func (p *generator) leadsBy(t schema.Type, partsOf func(*item) []schema.Type, is func(schema.Type) bool) bool {
	return plan.Leads(t, func(t schema.Type) (parts []schema.Type) {
		for _, it := range p.layout(t, noRules).items {
			parts = append(parts, partsOf(it)...)
		}
		return parts
	}, is)
}

// holdsItself reports whether a t can be found inside a t.
func (p *generator) holdsItself(t schema.Type) bool {
	return p.leads(t, func(e schema.Type) bool { return p.Type(e) == p.Type(t) })
}

// someText reports whether is holds for the rules of some string of a message of t.
func (p *generator) someText(t schema.Type, is func(plan.Rules) bool) bool {
	look := func(t schema.Type) bool {
		return slices.ContainsFunc(p.layout(t, noRules).items, func(it *item) bool {
			return it.kind != custom && it.kind != record && holdsText(it.typ) && is(it.rules)
		})
	}
	return look(t) || p.leads(t, look)
}

// sharesText reports whether some strings of a message are parts of one copy of the text.
func (p *generator) sharesText(t schema.Type) bool {
	return p.someText(t, func(r plan.Rules) bool { return !r.Own && !r.Intern })
}
