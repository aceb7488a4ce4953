package plan

import (
	"slices"

	"bale/model"
)

// A Sharing has the places of a used value that can share memory: slices, pointers and maps, of which decoding reuses the memory. Two of them
// can share memory without package unsafe if their elements have the same type, or if one holds the other: a pointer to a field of a struct
// shares memory with a pointer to the struct.
type Sharing struct {
	home   string
	places map[string]*place
	order  []*place // in the order in which they were found
	roots  map[*model.Named]*place
	guests map[*model.Named]*guest
	// Groups is the number of groups of places that can share memory.
	Groups int
}

// A place stands for all slices, pointers or maps of a type.
type place struct {
	memory model.Type // the type of the elements; nil for a map
	joined *place     // another place of the same group
	group  int        // -1: a message has only one place of the group
	own    bool       // a message has it outside of guests
}

// A guest is a custom type with generated methods. They reuse the memory of its values, and do not know other places.
type guest struct {
	many  bool
	inner []*place
}

// maxGroups is the maximum number of groups. More are merged, since each takes memory in every decoder.
const maxGroups = 8

// NewSharing returns the places of values of roots. isGuest reports whether the methods of a custom type reuse the memory of its values.
// together reports whether elements of a type are allocated together with those of other types: their places get one group.
func (g *Graph) NewSharing(roots []*model.Named, isGuest func(*model.Named) bool, together func(model.Type) bool) *Sharing {
	s := &Sharing{home: g.Home, places: map[string]*place{}, roots: map[*model.Named]*place{}, guests: map[*model.Named]*guest{}}
	counts := make([]map[*place]int, len(roots))
	for i, r := range roots {
		count := map[*place]int{}
		visit := func(t model.Type, many bool) {
			p := s.add(t)
			p.own = true
			if count[p]++; many {
				count[p]++
			}
		}
		to := &model.Pointer{Elem: r}
		visit(to, false)
		s.roots[r] = s.add(to)
		g.eachPlace(r, visit, func(n *model.Named, many bool) {
			if isGuest(n) {
				s.addGuest(n, many)
			}
		})
		counts[i] = count
	}
	for _, p := range s.order {
		s.join(p)
	}
	s.number(counts, together)
	return s
}

// placeKey returns the text that places have in common if they hold the same type. Pointers can be converted if the types that they point to have
// the same underlying type.
func placeKey(t model.Type) string {
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		return "[]" + spelled(u.Elem)
	case *model.Pointer:
		return "*" + spelled(model.Underlying(u.Elem))
	case *model.Map:
		return spelled(u)
	}
	return ""
}

// spelled returns the type with the paths of packages.
func spelled(t model.Type) string {
	return model.GoType(t, func(importPath string) string { return importPath })
}

// add returns the place for values of type t.
func (s *Sharing) add(t model.Type) *place {
	key := placeKey(t)
	p := s.places[key]
	if p == nil {
		p = &place{group: -1}
		if _, ok := model.Underlying(t).(*model.Map); !ok {
			p.memory = Elem(t)
		}
		s.places[key] = p
		s.order = append(s.order, p)
	}
	return p
}

// eachPlace calls visit with the types of the slices, pointers and maps of a message of root that decoding may find in a used value, and custom
// with custom types. many reports whether a message can have more than one.
func (g *Graph) eachPlace(root *model.Named, visit func(t model.Type, many bool), custom func(n *model.Named, many bool)) {
	seen := map[model.Type]int{}
	var walk func(t model.Type, many bool)
	walk = func(t model.Type, many bool) {
		if n, ok := t.(*model.Named); ok {
			many = many || seen[n] > 0
			level := 1
			if many {
				level = 2
			}
			if seen[n] >= level {
				return
			}
			seen[n] = level
			if n != root && g.Custom(n) {
				custom(n, many)
				return
			}
		}
		if g.Renewed(t) {
			return
		}
		switch u := model.Underlying(t).(type) {
		case *model.Slice:
			visit(t, many)
			many = true
		case *model.Pointer:
			visit(t, many)
		case *model.Map: // its elements are decoded into new variables
			visit(t, many)
			return
		case *model.Array:
			many = many || u.Len > 1
		case *model.Struct:
			if g.Messages && u.Proto != nil {
				g.eachMessagePlace(u, many, visit)
				return
			}
		}
		for _, part := range g.Parts(t) {
			walk(part, many)
		}
	}
	walk(root, false)
}

// Renewed reports whether decoding gives a slice or pointer of type t new memory whenever it has elements, and reuses none: whether an element can hold a slice
// or pointer whose elements have the same type. Values of such a type are nested differently in each message. If some of their memory were reused, and the rest
// allocated together, elements that are no longer used would keep the memory of the following message alive, its elements that of the next one, and so on
// without end.
func (g *Graph) Renewed(t model.Type) bool {
	elem := elemKey(t)
	return elem != "" && g.ContainsInside(t, func(x model.Type) bool { return elemKey(x) == elem })
}

// elemKey returns the text of the type of the elements of a slice or pointer, and "" for other types.
func elemKey(t model.Type) string {
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		return spelled(u.Elem)
	case *model.Pointer:
		return spelled(u.Elem)
	}
	return ""
}

// eachMessagePlace is eachPlace for a declared message. What it holds besides lists and maps is decoded into new memory.
func (g *Graph) eachMessagePlace(u *model.Struct, many bool, visit func(t model.Type, many bool)) {
	for _, f := range g.Fields(u) {
		switch model.Underlying(f.Type).(type) {
		case *model.Slice, *model.Map:
			if !g.Renewed(f.Type) {
				visit(f.Type, many)
			}
		}
	}
}

// addGuest records a custom type with generated methods.
func (s *Sharing) addGuest(n *model.Named, many bool) {
	x := s.guests[n]
	if x == nil {
		x = &guest{}
		s.guests[n] = x
		inside := &Graph{Home: n.Package, Roots: map[*model.Named]bool{n: true}}
		visit := func(t model.Type, _ bool) { x.inner = append(x.inner, s.add(t)) }
		inside.eachPlace(n, visit, func(n *model.Named, many bool) { visit(&model.Pointer{Elem: n}, many) })
	}
	x.many = x.many || many
}

// join joins p with the places of the types that its elements hold.
func (s *Sharing) join(p *place) {
	if p.memory == nil {
		return
	}
	var walk func(t model.Type)
	walk = func(t model.Type) {
		if other := s.places[placeKey(&model.Pointer{Elem: t})]; other != nil {
			p.root().joined = other.root()
		}
		switch u := model.Underlying(t).(type) {
		case *model.Array:
			if other := s.places[placeKey(&model.Slice{Elem: u.Elem})]; other != nil {
				p.root().joined = other.root()
			}
			walk(u.Elem)
		case *model.Struct:
			for _, f := range u.Fields {
				walk(f.Type)
			}
		}
	}
	walk(p.memory)
}

// root returns the place that stands for the group of p.
func (p *place) root() *place {
	for p.joined != nil && p.joined != p {
		p = p.joined
	}
	return p
}

// number gives numbers to the groups of which a message can hold more than one place.
func (s *Sharing) number(counts []map[*place]int, together func(model.Type) bool) {
	shared := map[*place]bool{}
	for _, count := range counts {
		sum := map[*place]int{}
		for p, n := range count {
			if sum[p.root()] += n; sum[p.root()] > 1 {
				shared[p.root()] = true
			}
		}
	}
	mixed := map[*place]bool{}
	for _, p := range s.order {
		if p.memory != nil && together(p.memory) {
			mixed[p.root()] = true
		}
	}
	groups := map[*place]int{}
	for _, p := range s.order {
		if r := p.root(); shared[r] {
			if mixed[r] {
				r = nil
			}
			if _, ok := groups[r]; !ok {
				groups[r] = len(groups) % maxGroups
			}
			p.group = groups[r]
		}
	}
	s.Groups = min(len(groups), maxGroups)
}

// Group returns the group of a slice, pointer or map of type t, or -1 if it shares memory with nothing that decoding overwrites.
func (s *Sharing) Group(t model.Type) int {
	if p := s.places[placeKey(t)]; p != nil {
		return p.group
	}
	return -1
}

// RootGroup returns the group of the memory of a root itself, or -1.
func (s *Sharing) RootGroup(t *model.Named) int {
	if p := s.roots[t]; p != nil {
		return p.group
	}
	return -1
}

// Shares reports whether values of a custom type with generated methods can share memory with other places.
func (s *Sharing) Shares(t *model.Named) bool {
	x := s.guests[t]
	return x != nil && slices.ContainsFunc(x.inner, func(p *place) bool { return x.many || s.hasOthers(t, p.root()) })
}

// hasOthers reports whether a group has places outside of the custom type t.
func (s *Sharing) hasOthers(t *model.Named, group *place) bool {
	if slices.ContainsFunc(s.order, func(p *place) bool { return p.own && p.root() == group }) {
		return true
	}
	for n, x := range s.guests {
		if n != t && slices.ContainsFunc(x.inner, func(p *place) bool { return p.root() == group }) {
			return true
		}
	}
	return false
}
