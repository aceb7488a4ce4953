// Package compact writes bale's own wire: the lengths of a struct's numbers stand together in front of
// them, so that no branch depends on the data. docs/compact.md is its specification.
package compact

import (
	"fmt"
	"strings"

	"bale/schema"
	"bale/wire"
)

type printer struct {
	*wire.Printer
	names map[string]string // of functions, by type
	taken map[string]bool
	queue []schema.Type
	slabs []schema.Type // element types that a message may hold many of, in the order of its totals
}

// Print prints the functions for the roots of a package.
func Print(w *wire.Printer, roots []*schema.Named) {
	p := &printer{Printer: w, names: map[string]string{}, taken: map[string]bool{}}
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
	key := p.Type(t)
	if n, ok := p.names[key]; ok {
		return n
	}
	name := ""
	for _, part := range strings.FieldsFunc(key, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 127)
	}) {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	base := name
	for i := 2; p.taken[name]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	p.taken[name] = true
	p.names[key] = name
	p.queue = append(p.queue, t)
	return name
}

func layoutOf(t schema.Type) *layout {
	l := newLayout()
	l.add("(*v)", "", t)
	return l
}

// flat reports whether a message of t is one record and its strings: nothing is counted but text.
func flat(t schema.Type) bool {
	for _, it := range layoutOf(t).items {
		switch it.kind {
		case list, nilBit:
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
func deep(t schema.Type) bool {
	for _, it := range layoutOf(t).items {
		switch it.kind {
		case list, nilBit, count:
			return true
		}
	}
	return false
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
	for _, it := range layoutOf(t).items {
		switch u := schema.Underlying(it.typ).(type) {
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
