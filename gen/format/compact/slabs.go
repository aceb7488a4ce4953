package compact

import (
	"fmt"

	"bale/schema"
)

// announced are the element types that a message of root can hold more than one list or pointee of, in the order in
// which a walk of the type meets them. Other types of the package have no part in it, as the wire would depend on them, nor
// has what only a union leads to: types can be added to that. A struct that may grow makes a message announce none, since
// appended fields would announce more.
func (p *generator) announced(root schema.Type) []schema.Type {
	if p.grows(root) || p.leadsBy(root, visible, p.grows) {
		return nil
	}
	f := &finder{generator: p, seen: map[schema.Type]int{}}
	f.walk(root, false)
	return f.found
}

type finder struct {
	*generator
	seen  map[schema.Type]int
	found []schema.Type
}

// walk looks into t. many says that a message can hold more than one.
func (f *finder) walk(t schema.Type, many bool) {
	if n, ok := t.(*schema.Named); ok {
		level := 1
		if many = many || f.again(n); many {
			level = 2
		}
		if f.seen[n] >= level {
			return
		}
		f.seen[n] = level
	}
	for _, it := range f.layout(t, noRules).items {
		switch u := it.parts().(type) {
		case *schema.Slice:
			f.add(u.Elem, many)
			f.walk(u.Elem, true)
		case *schema.Array:
			if it.kind == list {
				f.walk(u.Elem, true)
			}
		case *schema.Pointer:
			f.add(u.Elem, many)
			f.walk(u.Elem, many)
		case *schema.Map:
			f.walk(u.Key, true)
			f.walk(u.Elem, true)
		}
	}
}

// again reports whether an n can be found inside an n.
func (f *finder) again(n *schema.Named) bool {
	return f.leadsBy(n, visible, func(e schema.Type) bool { return e == schema.Type(n) })
}

// visible are the parts of a place without those of a union.
func visible(it *item) []schema.Type {
	if it.kind == union {
		return nil
	}
	return partsOf(it)
}

func (f *finder) add(e schema.Type, many bool) {
	if many && f.Index(f.found, e) < 0 {
		f.found = append(f.found, e)
	}
}

// slabVars are the variables of a slab.
func slabVars(i int) (slab, total string) {
	return fmt.Sprintf("d.slab%d", i), fmt.Sprintf("d.totals[%d]", i)
}

// totalsOf are the slabs that a message of t announces.
func (p *generator) totalsOf(t schema.Type) (list []int) {
	for _, e := range p.announced(t) {
		list = append(list, p.Slab(e))
	}
	return list
}
