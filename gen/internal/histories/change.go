package histories

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Next returns the next step of the chain: a copy with one to three changes that generated code can follow.
func (c *Chain) Next(r *rand.Rand) *Chain {
	n := c.clone()
	changed := map[*structure]bool{} // a rename is recognized by its place, so it is the only change of its struct
	for range 1 + r.IntN(3) {
		s := n.structs[r.IntN(len(n.structs))]
		if changed[s] {
			continue
		}
		changed[s] = true
		n.change(r, s)
	}
	if len(n.unions) > 0 && r.IntN(3) == 0 {
		n.changeUnion(r, n.unions[0])
	}
	return n
}

// change makes one change of a struct.
func (c *Chain) change(r *rand.Rand, s *structure) {
	i := r.IntN(len(s.fields))
	f := &s.fields[i]
	switch r.IntN(7) {
	case 0:
		s.fields = append(s.fields, c.field(r, s))
	case 1:
		s.fields = slices.Insert(s.fields, i, c.field(r, s))
	case 2:
		j := r.IntN(len(s.fields))
		s.fields[i], s.fields[j] = s.fields[j], s.fields[i]
	case 3:
		if !s.isKey && len(s.fields) > 1 {
			s.fields = slices.Delete(s.fields, i, i+1)
		}
	case 4:
		c.names++
		name := fmt.Sprintf("F%d", c.names)
		c.renamed[s.name+"."+name], f.name = f.name, name
	case 5:
		f.typ = f.typ.widen(r)
	case 6:
		if f.typ.prefix == "*" && !f.typ.elem.holds(s, map[*structure]bool{}) {
			f.typ = f.typ.elem
		} else if f.typ.prefix != "*" && !s.isKey && f.typ.union == nil {
			f.typ = &typ{prefix: "*", elem: f.typ}
		}
	}
}

// changeUnion adds a member, or moves two.
func (c *Chain) changeUnion(r *rand.Rand, u *union) {
	if r.IntN(2) == 0 {
		i, j := r.IntN(len(u.members)), r.IntN(len(u.members))
		u.members[i], u.members[j] = u.members[j], u.members[i]
		return
	}
	s := &structure{name: c.typeName()}
	c.structs = append(c.structs, s)
	s.fields = append(s.fields, c.field(r, s))
	u.members = slices.Insert(u.members, r.IntN(len(u.members)+1), member{"", s})
}

// widen returns t with wider numbers in it.
func (t *typ) widen(r *rand.Rand) *typ {
	w := *t
	switch {
	case t.basic != "":
		if list := widenings[t.basic]; len(list) > 0 {
			w.basic = list[r.IntN(len(list))]
		}
	case t.elem != nil:
		w.elem = t.elem.widen(r)
		if t.key != nil && r.IntN(2) == 0 {
			w.key = t.key.widen(r)
		}
	}
	return &w
}

// clone returns a copy for the next step.
func (c *Chain) clone() *Chain {
	n := &Chain{name: c.name, names: c.names, renamed: map[string]string{}}
	now := map[*structure]*structure{}
	for _, s := range c.structs {
		copied := &structure{name: s.name, isKey: s.isKey}
		now[s] = copied
		n.structs = append(n.structs, copied)
	}
	unions := map[*union]*union{}
	for _, u := range c.unions {
		copied := &union{name: u.name}
		for _, m := range u.members {
			copied.members = append(copied.members, member{m.star, now[m.of]})
		}
		unions[u] = copied
		n.unions = append(n.unions, copied)
	}
	var typeOf func(t *typ) *typ
	typeOf = func(t *typ) *typ {
		if t == nil {
			return nil
		}
		x := *t
		x.of, x.union, x.key, x.elem = now[t.of], unions[t.union], typeOf(t.key), typeOf(t.elem)
		return &x
	}
	for _, s := range c.structs {
		for _, f := range s.fields {
			now[s].fields = append(now[s].fields, field{f.name, typeOf(f.typ)})
		}
	}
	return n
}
