package compact

import (
	"bale/gen/plan"
	"bale/model"
)

// totalTypes returns the element types of the totals of a message: those of which one message of root can hold more than one list or
// pointer target, in the order in which a walk of root finds them. Other types of the package are ignored, since otherwise the bytes of a
// message would depend on them, and so are types that only a union leads to, since types can be added to a union. A message that can
// hold a growing struct has no such totals, since appended fields would add some.
func (p *generator) totalTypes(root model.Type) []model.Type {
	if p.grows(root) || p.leadsBy(root, partsOutsideUnions, p.grows) {
		return nil
	}
	f := &finder{generator: p, seen: map[model.Type]int{}, path: map[model.Type]int{}}
	f.walk(root, false)
	return f.found
}

// A finder collects the types of the totals. seen is 1 for a type with a name that has been walked, and 2 if it has been walked with
// many. path is the same for the types without names that are being walked, since the last type with a name.
type finder struct {
	*generator
	seen, path map[model.Type]int
	found      []model.Type
}

// walk adds the types inside t. many reports that a message can hold more than one t.
func (f *finder) walk(t model.Type, many bool) {
	if n, ok := t.(*model.Named); ok {
		level := 1
		if many = many || f.recursive(n); many {
			level = 2
		}
		if f.seen[n] >= level {
			return
		}
		f.seen[n] = level
		defer func(path map[model.Type]int) { f.path = path }(f.path)
		f.path = map[model.Type]int{}
	} else {
		// A layout contains the fields of structs, so a type without a name can lead to itself, as the element type does in
		// type Node struct { Kids []struct{ Node } }.
		level := 1
		if many = many || f.path[t] > 0; many {
			level = 2
		}
		if f.path[t] >= level {
			return
		}
		defer func(before int) { f.path[t] = before }(f.path[t])
		f.path[t] = level
	}
	for _, it := range f.layout(t, noRules).items {
		switch u := it.underlying().(type) {
		case *model.Slice:
			f.add(u.Elem, many)
			f.walk(u.Elem, true)
		case *model.Array:
			if it.Kind == plan.Array {
				f.walk(u.Elem, true)
			}
		case *model.Pointer:
			f.add(u.Elem, many)
			f.walk(u.Elem, many)
		case *model.Map:
			f.walk(u.Key, true)
			f.walk(u.Elem, true)
		}
	}
}

// recursive reports whether a value of n can hold another value of n, other than in a union.
func (f *finder) recursive(n *model.Named) bool {
	return f.leadsBy(n, partsOutsideUnions, func(e model.Type) bool { return e == model.Type(n) })
}

// partsOutsideUnions returns the types that partsOf returns, and none for a union.
func partsOutsideUnions(it *item) []model.Type {
	if it.Kind == plan.Union {
		return nil
	}
	return partsOf(it)
}

// add adds e if a message can hold many.
func (f *finder) add(e model.Type, many bool) {
	if many && f.IndexOfType(f.found, e) < 0 {
		f.found = append(f.found, e)
	}
}

// totalSlabs returns the slabs whose totals a message of t begins with.
func (p *generator) totalSlabs(t model.Type) (list []int) {
	for _, e := range p.totalTypes(t) {
		list = append(list, p.Slab(e))
	}
	return list
}
