package layout

import (
	"maps"
	"slices"
)

// splitTotal returns a type of the root o whose elements are of several types in the root n, and these types, if n has a total for
// one of them. In an old message, that total counts the elements of the other types, too, so a decoder would take the message for
// truncated. The layouts of the roots are equal otherwise. splitTotal returns "" if there is no such type.
func (u *Update) splitTotal(o, n *Def) (was string, is []string) {
	s := &splits{update: u, became: map[string]map[string]bool{}, seen: map[[2]string]bool{}}
	s.def(o, n)
	for _, was := range slices.Sorted(maps.Keys(s.became)) {
		is := slices.Sorted(maps.Keys(s.became[was]))
		if len(is) > 1 && slices.ContainsFunc(n.counted, func(t string) bool { return s.became[was][t] }) {
			return was, is
		}
	}
	return "", nil
}

// splits collects what the types of elements and of pointer targets became.
type splits struct {
	update *Update
	became map[string]map[string]bool // new types, by old type
	seen   map[[2]string]bool
}

// def collects the types in two definitions.
func (s *splits) def(o, n *Def) {
	key := [2]string{o.Name, n.Name}
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	if o.Type != nil && n.Type != nil {
		s.typ(o.Type, n.Type)
	}
	for i := range min(len(o.Fields), len(n.Fields)) { // a union may have new members
		if !o.Fields[i].Removed && !n.Fields[i].Removed {
			s.typ(o.Fields[i].Type, n.Fields[i].Type)
		}
	}
}

// typ collects the types in two types.
func (s *splits) typ(o, n *Type) {
	switch n.Op {
	case Slice, Pointer:
		was, is := o.Elem.counted(), n.Elem.counted()
		if s.became[was] == nil {
			s.became[was] = map[string]bool{}
		}
		s.became[was][is] = true
	case Ref:
		s.def(s.update.Old.Defs[o.Name], s.update.New.Defs[n.Name])
	}
	if n.Key != nil {
		s.typ(o.Key, n.Key)
	}
	if n.Elem != nil {
		s.typ(o.Elem, n.Elem)
	}
}

// counted returns the form of t as the type of elements that a total counts.
func (t *Type) counted() string {
	if t.Op == Basic && t.Name == "byte" {
		return "uint8"
	}
	return t.String()
}
