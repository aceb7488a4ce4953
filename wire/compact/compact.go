// Package compact writes bale's own wire: the lengths of a struct's numbers stand together in front of
// them, so that no branch depends on the data. docs/compact.md is its specification.
package compact

import (
	"bale/schema"
	"bale/wire"
)

type printer struct {
	*wire.Printer
	names map[string]string // of functions, by type
	roots map[*schema.Named]bool
	queue []schema.Type
	slabs []schema.Type // element types that a message may hold many of, in the order of its totals
}

// Format is the compact wire.
var Format = &wire.Format{Name: "compact", Title: "Compact", Print: Print}

// Print prints the functions for the roots of a package.
func Print(w *wire.Printer, roots []*schema.Named) {
	p := &printer{Printer: w, names: map[string]string{}, roots: map[*schema.Named]bool{}}
	w.Reserve("Bytes", "Bools", "Ints", "Uints", "Lens", "Strings")
	for _, r := range roots {
		p.roots[r] = true
	}
	for _, r := range roots {
		p.findSlabs(r, map[schema.Type]int{}, false)
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
func (p *printer) name(t schema.Type) string {
	name := p.Name(t)
	if key := p.Type(t); p.names[key] == "" {
		p.names[key] = name
		p.queue = append(p.queue, t)
	}
	return name
}

func (p *printer) layout(t schema.Type) *layout {
	l := &layout{}
	l.add("(*v)", "", t, p.marshals)
	return l
}

// marshals reports whether a type's own marshal method is used: MarshalBinary always, MarshalText where
// nothing else can reach the fields.
func (p *printer) marshals(n *schema.Named) bool {
	if p.roots[n] {
		return false
	}
	return n.Methods.Binary || n.Methods.Text && closed(n, p.Package)
}

// closed reports whether n has fields that code in package home cannot name.
func closed(n *schema.Named, home string) bool {
	s, ok := n.Underlying.(*schema.Struct)
	if !ok {
		return false
	}
	for _, f := range s.Fields {
		if !f.Exported && f.Package != home {
			return true
		}
	}
	return len(s.Fields) == 0 && n.Package != home
}

// flat reports whether a message of t is one record and its strings: nothing is counted but text.
func (p *printer) flat(t schema.Type) bool {
	for _, it := range p.layout(t).items {
		switch it.kind {
		case list, nilBit, blob:
			return false
		case count:
			if !schema.IsKind(it.typ, schema.String) {
				return false
			}
		}
	}
	return true
}

// deep reports whether a record of t has anything that is not in its most bytes: what has to be counted
// before it is written.
func (p *printer) deep(t schema.Type) bool {
	for _, it := range p.layout(t).items {
		switch it.kind {
		case list, nilBit, count, blob:
			return true
		}
	}
	return false
}

// holdsItself reports whether a t can be found inside a t, at any depth.
func (p *printer) holdsItself(t schema.Type) bool {
	seen := map[string]bool{}
	var walk func(e schema.Type) bool
	walk = func(e schema.Type) bool {
		for _, it := range p.layout(e).items {
			for _, part := range partsOf(it) {
				key := p.Type(part)
				if key == p.Type(t) {
					return true
				}
				if !seen[key] {
					seen[key] = true
					if walk(part) {
						return true
					}
				}
			}
		}
		return false
	}
	return walk(t)
}

// partsOf are the types that a place holds more of than its own bytes.
func partsOf(it *item) []schema.Type {
	switch u := it.parts().(type) {
	case *schema.Slice:
		return []schema.Type{u.Elem}
	case *schema.Array:
		return []schema.Type{u.Elem}
	case *schema.Pointer:
		return []schema.Type{u.Elem}
	case *schema.Map:
		return []schema.Type{u.Key, u.Elem}
	}
	return nil
}

// findSlabs finds the element types that a message can hold more than one list or pointee of.
func (p *printer) findSlabs(t schema.Type, seen map[schema.Type]int, many bool) {
	visit := func(e schema.Type, slab, many bool) {
		for _, s := range p.slabs {
			if p.Type(s) == p.Type(e) {
				slab = false
			}
		}
		if slab {
			p.slabs = append(p.slabs, e)
		}
		p.findSlabs(e, seen, many)
	}
	if n, ok := t.(*schema.Named); ok {
		level := 1
		if many {
			level = 2
		}
		if seen[n] >= level {
			return
		}
		seen[n] = level
	}
	for _, it := range p.layout(t).items {
		switch u := it.parts().(type) {
		case *schema.Slice:
			visit(u.Elem, many, true)
		case *schema.Array:
			if it.kind == list {
				visit(u.Elem, false, true)
			}
		case *schema.Pointer:
			visit(u.Elem, many, many)
		case *schema.Map:
			visit(u.Key, false, true)
			visit(u.Elem, false, true)
		}
	}
}

func (p *printer) slab(e schema.Type) int {
	for i, s := range p.slabs {
		if p.Type(s) == p.Type(e) {
			return i
		}
	}
	return -1
}
