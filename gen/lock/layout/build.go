package layout

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// Build returns the layout of the messages of roots, for code in package home.
func Build(format string, r *Rules, d *plan.Directives, home string, roots []*model.Named) *Layout {
	b := newBuilder(format, r, d, home)
	for _, root := range roots {
		b.root(root)
	}
	for _, root := range roots {
		keys := plan.KeyStructs(root)
		for _, def := range b.layout.Defs {
			def.inKey = def.inKey || keys[def.node]
		}
	}
	return b.layout
}

// A builder builds the layout of one format.
type builder struct {
	*Rules
	d      *plan.Directives
	home   string
	layout *Layout
	names  map[model.Type]string // names of definitions
}

// newBuilder returns a builder of a layout without definitions.
func newBuilder(format string, r *Rules, d *plan.Directives, home string) *builder {
	return &builder{Rules: r, d: d, home: home, layout: &Layout{Format: format, Defs: map[string]*Def{}}, names: map[model.Type]string{}}
}

// root defines a root.
func (b *builder) root(n *model.Named) {
	var def *Def
	if s, ok := n.Underlying.(*model.Struct); ok {
		def = b.structDef(n, s, plan.FullName(n, b.home), n.Pos)
	} else {
		def = b.valueDef(n, plan.FullName(n, b.home))
	}
	def.Root, def.Stamp = true, b.d.HasStamp(n, b.Stamps)
	if b.Totals != nil {
		for _, t := range b.Totals(b.d, b.home, n) {
			def.Totals++
			def.counted = append(def.counted, b.typ(t, def.Name, n.Pos, false).String())
		}
	}
}

// define returns the definition of a node. If there is none, define creates it and calls fill to complete it.
func (b *builder) define(node model.Type, name, pos string, kind Kind, fill func(d *Def)) *Def {
	if have, ok := b.names[node]; ok {
		return b.layout.Defs[have]
	}
	for b.layout.Defs[name] != nil { // a type's name and a path are equal
		name += "'"
	}
	def := &Def{Name: name, Kind: kind, Pos: pos}
	b.names[node], b.layout.Defs[name] = name, def
	fill(def)
	return def
}

// structDef returns the definition of struct s, which is the underlying type of t or t itself.
func (b *builder) structDef(t model.Type, s *model.Struct, name, pos string) *Def {
	return b.define(t, name, pos, Struct, func(def *Def) {
		def.node = s
		if n, ok := t.(*model.Named); ok {
			def.canEvolve = !n.Alias
			if def.Evolve = b.Evolves && b.d.Evolves(n); def.Evolve {
				def.evolvesBy = b.d.Evolving[n]
			}
		}
		def.Sparse = b.Sparse != nil && b.Sparse(b.d, b.home, t)
		if b.ByName != nil && b.ByName(b.d, t) {
			def.Kind = Names
		}
		for _, m := range b.members(t, s) {
			def.Fields = append(def.Fields, &Field{Name: m.Name, Type: b.typ(m.Type, def.Name+"."+m.Name, m.Pos, false), Alias: m.Alias, Omit: m.Omit, Pos: m.Pos, node: m.Field})
		}
	})
}

// members returns the encoded fields of struct s, which is the underlying type of t.
func (b *builder) members(t model.Type, s *model.Struct) []Member {
	if b.Fields != nil {
		return b.Fields(b.d, b.home, t)
	}
	list := make([]Member, len(s.Fields))
	for i, f := range s.Fields {
		list[i] = Member{Field: f, Name: f.Name}
	}
	return list
}

// unionDef returns the definition of union t.
func (b *builder) unionDef(t model.Type, name, pos string) *Def {
	return b.define(t, name, pos, Union, func(def *Def) {
		for _, f := range b.d.Alternatives(t).Fields {
			def.Fields = append(def.Fields, &Field{Name: f.Name, Type: b.typ(f.Type, def.Name+"."+f.Name, pos, false), Pos: pos})
		}
	})
}

// valueDef returns the definition of a named type that is not a struct or a union.
func (b *builder) valueDef(n *model.Named, name string) *Def {
	return b.define(n, name, n.Pos, Value, func(def *Def) { def.Type = b.typ(n.Underlying, name, n.Pos, false) })
}

// typ returns the layout of type t. path is the name of an unnamed struct or union. elem reports whether t is the element type of a
// slice or an array.
func (b *builder) typ(t model.Type, path, pos string, elem bool) *Type {
	switch t := t.(type) {
	case *model.Named:
		return b.named(t, path, pos)
	case *model.Basic:
		if elem && t.Kind == model.Uint8 {
			return &Type{Op: Basic, Name: "byte"}
		}
		return &Type{Op: Basic, Name: t.Kind.String()}
	case *model.Time:
		return &Type{Op: Time}
	case *model.Struct:
		return &Type{Op: Ref, Name: b.structDef(t, t, path, pos).Name}
	case *model.Interface:
		return &Type{Op: Ref, Name: b.unionDef(t, path, pos).Name}
	case *model.Slice:
		return &Type{Op: Slice, Elem: b.typ(t.Elem, path, pos, true)}
	case *model.Array:
		return &Type{Op: Array, Len: t.Len, Elem: b.typ(t.Elem, path, pos, true)}
	case *model.Pointer:
		return &Type{Op: Pointer, Elem: b.typ(t.Elem, path, pos, false)}
	case *model.Map:
		return &Type{Op: Map, Key: b.typ(t.Key, path+"[key]", pos, false), Elem: b.typ(t.Elem, path+"[]", pos, false)}
	}
	return &Type{Op: Ref} // not reached: there are no other types
}

// named is typ for a named type. Only types with a definition of their own keep the name.
func (b *builder) named(n *model.Named, path, pos string) *Type {
	if m := plan.MethodSuffix(n, b.home); m != "" {
		return &Type{Op: Custom, Name: plan.FullName(n, b.home), Method: m}
	}
	if !n.Alias {
		path, pos = plan.FullName(n, b.home), n.Pos
	}
	switch u := n.Underlying.(type) {
	case *model.Struct:
		return &Type{Op: Ref, Name: b.structDef(n, u, path, pos).Name}
	case *model.Interface:
		return &Type{Op: Ref, Name: b.unionDef(n, path, pos).Name}
	case *model.Basic:
		return &Type{Op: Basic, Name: u.Kind.String()}
	}
	if containsItself(n) {
		return &Type{Op: Ref, Name: b.valueDef(n, path).Name}
	}
	return b.typ(n.Underlying, path, pos, false)
}

// containsItself reports whether a type contains itself without a struct or a union in between, as in type T []T.
func containsItself(n *model.Named) bool {
	return plan.Reachable(model.Type(n), func(t model.Type) []model.Type {
		switch model.Underlying(t).(type) {
		case *model.Slice, *model.Array, *model.Pointer, *model.Map:
			return slices.Collect(model.Children(t))
		}
		return nil
	}, func(t model.Type) bool { return t == model.Type(n) })
}
