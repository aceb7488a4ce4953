package layout

import (
	"fmt"
	"strings"
	"unicode"

	"bale/gen/plan"
	"bale/model"
)

// structOf returns a copy of a struct that is decoded from what was encoded from the definition od. inKey reports whether it is in the key of a map.
func (x *follower) structOf(od *Def, t model.Type, at place, inKey bool) model.Type {
	key := madeKey{od.Name, t}
	if have := x.made[key]; have != nil {
		return have
	}
	s := model.Underlying(t).(*model.Struct)
	copied := *s
	var result model.Type = &copied
	n, isNamed := t.(*model.Named)
	if isNamed {
		at.path, at.pos = plan.FullName(n, x.home), n.Pos
		result = x.named(n, od, &copied)
	}
	copied.Part = x.part(t, od)
	x.made[key] = result
	copied.Fields = make([]*model.Field, len(s.Fields))
	for i, f := range s.Fields {
		field := *f
		field.Unread = true
		copied.Fields[i] = &field
	}
	nd := x.layout.Defs[x.typ(t, at.path, at.pos, false).Name]
	places := []plan.Place{} // not nil, which stands for one place for each field
	for _, of := range od.Fields {
		i, was := x.fieldOf(od, nd, of, s)
		where := place{pos: at.pos, path: at.path + "." + of.Name, line: x.line(of.At)}
		switch {
		case i < 0 && inKey:
			x.fail(where, "the field, which was %s (%s), is gone, and %s: keep it", of.Type, where.line, plan.KeysWouldMerge)
		case i < 0 || s.Fields[i].Unread:
			places = append(places, plan.Place{Field: &model.Field{Name: of.Name, Type: x.skipped(of.Type)}, Removed: true})
		default:
			where.pos, where.path = s.Fields[i].Pos, at.path+"."+s.Fields[i].Name
			places = append(places, x.placeOf(of, copied.Fields[i], was, where, inKey))
		}
	}
	for i, f := range s.Fields {
		x.Directives.CopyField(f, copied.Fields[i])
	}
	x.Directives.StructPlaces[&copied] = places
	x.Directives.Sparse[&copied] = od.Sparse
	return result
}

// placeOf returns the place of a field of the version that is decoded into the field of a copy, with what the directive was says of it, or nil.
func (x *follower) placeOf(of *Field, field *model.Field, was *plan.Was, at place, inKey bool) plan.Place {
	field.Unread = false
	if was != nil && was.Func != "" {
		tmp := *field
		tmp.Type = x.paramOf(of, was, at)
		return plan.Place{Field: &tmp, Into: field, Func: was}
	}
	at.was, at.is, at.field = of.Type, x.typ(field.Type, at.path, at.pos, false), of.Name
	t, direct := x.read(of.Type, field.Type, at, inKey)
	if direct {
		field.Type = t
		return plan.Place{Field: field}
	}
	tmp := *field
	tmp.Type = t
	return plan.Place{Field: &tmp, Into: field}
}

// paramOf returns the type of the parameter of a function that converts a field of the version.
func (x *follower) paramOf(of *Field, was *plan.Was, at place) model.Type {
	t := x.goType(of.Type)
	if t == nil {
		x.fail(at, "was %s: no value of the type %s is in messages of today, so that no code decodes it: convert from a type of numbers, strings and lists, or keep the field", of.Name, of.Type)
		return &model.Basic{Kind: model.Bool}
	}
	into, direct := x.read(of.Type, t, at, false)
	if !direct {
		x.differs(of.Type, x.typ(t, at.path, at.pos, false), at)
	}
	return into
}

// goType returns the Go type with the layout t: of types with a name, one that the root holds. It returns nil if there is none.
func (x *follower) goType(t *Type) (found model.Type) {
	inside := func(t *Type, make func(elem model.Type) model.Type) model.Type {
		if elem := x.goType(t); elem != nil {
			return make(elem)
		}
		return nil
	}
	switch t.Op {
	case Basic:
		return &model.Basic{Kind: t.kind()}
	case Time:
		return &model.Time{}
	case Slice:
		return inside(t.Elem, func(elem model.Type) model.Type { return &model.Slice{Elem: elem} })
	case Array:
		return inside(t.Elem, func(elem model.Type) model.Type { return &model.Array{Len: t.Len, Elem: elem} })
	case Pointer:
		return inside(t.Elem, func(elem model.Type) model.Type { return &model.Pointer{Elem: elem} })
	case Map:
		return inside(t.Elem, func(elem model.Type) model.Type {
			return inside(t.Key, func(key model.Type) model.Type { return &model.Map{Key: key, Elem: elem} })
		})
	}
	model.Walk(x.root, func(n model.Type) bool {
		if n, ok := n.(*model.Named); ok && plan.FullName(n, x.home) == t.Name {
			found = n
		}
		return found == nil
	})
	return found
}

// fieldOf returns the index of the field of s, whose definition is nd, that has the values of the field of of the version, or -1. If it has a directive
// was for that field, fieldOf also returns it.
func (x *follower) fieldOf(od, nd *Def, of *Field, s *model.Struct) (index int, was *plan.Was) {
	for i, f := range s.Fields {
		if w := wasOf(x.Directives, f, of); w != nil {
			return i, w
		}
	}
	name := x.Renames.now(od, nd, of.Name)
	for i, f := range s.Fields {
		if f.Name == name {
			return i, nil
		}
	}
	return -1, nil
}

// unionOf returns a copy of a union whose members have the positions that they have in the definition od.
func (x *follower) unionOf(od *Def, n *model.Named, at place) model.Type {
	key := madeKey{od.Name, n}
	if have := x.made[key]; have != nil {
		return have
	}
	copied := *model.Underlying(n).(*model.Interface)
	result := x.named(n, od, &copied)
	x.made[key] = result
	nd := x.layout.Defs[x.typ(n, at.path, at.pos, false).Name]
	members := x.Directives.Alternatives(n).Fields
	copied.Members = nil
	for _, of := range od.Fields {
		name, member := x.Renames.now(od, nd, of.Name), model.Type(nil)
		for _, f := range members {
			if f.Name == name {
				member = f.Type
			}
		}
		where := place{pos: at.pos, path: at.path + "." + of.Name, line: x.line(of.At)}
		if member == nil {
			x.fail(where, "the member, which was %s (%s), is gone from the union, and messages may hold it: keep it", of.Type, where.line)
			continue
		}
		t, direct := x.read(of.Type, member, where, false)
		if !direct {
			x.differs(of.Type, x.typ(member, where.path, where.pos, false), where)
		}
		copied.Members = append(copied.Members, t)
	}
	return result
}

// skipped returns a type with the layout t, whose values are skipped. No code declares it.
func (x *follower) skipped(t *Type) model.Type {
	switch t.Op {
	case Time:
		return &model.Time{}
	case Slice:
		return &model.Slice{Elem: x.skipped(t.Elem)}
	case Array:
		return &model.Array{Len: t.Len, Elem: x.skipped(t.Elem)}
	case Map:
		return &model.Map{Key: x.skipped(t.Key), Elem: x.skipped(t.Elem)}
	case Pointer:
		return &model.Pointer{Elem: x.skipped(t.Elem)}
	case Custom: // the bytes of each have a length in front
		return &model.Named{Package: x.home, Name: "custom_", Underlying: &model.Struct{}, Methods: model.Methods{Binary: true}}
	case Ref:
		return x.skippedDef(x.old(t))
	}
	return &model.Basic{Kind: t.kind()}
}

// word returns a name as an identifier.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name)
}

// skippedDef is skipped for a definition. The name has the hash of the definition, so that versions with the same definition have the same functions.
func (x *follower) skippedDef(d *Def) *model.Named {
	if n := x.skips[d.Name]; n != nil {
		return n
	}
	n := &model.Named{Package: x.home, Name: fmt.Sprintf("%s_%08x", word(d.Name), x.version.Layout.hash(d.Name, ""))}
	x.skips[d.Name] = n
	switch {
	case d.Evolve:
		n.Underlying = &model.Struct{}
		x.Directives.Evolving[n] = "bale.lock"
	case d.Kind == Value:
		n.Underlying = x.skipped(d.Type)
	case d.Kind == Union:
		u := &model.Interface{HasUnion: true}
		n.Underlying = u
		for _, f := range d.Fields {
			u.Members = append(u.Members, x.skipped(f.Type))
		}
	default:
		s := &model.Struct{}
		n.Underlying = s
		x.Directives.Sparse[s] = d.Sparse
		for i, f := range d.Fields {
			s.Fields = append(s.Fields, &model.Field{Name: fmt.Sprintf("F%d", i+1), Type: x.skipped(f.Type), Exported: true, Package: x.home})
		}
	}
	return n
}
