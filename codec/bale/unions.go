package bale

import (
	"fmt"

	"bale/codec/lower"
	"bale/gen/emit"
	"bale/model"
)

// naming copies types and gives a name to the interface of each union that is declared at a field. By that name, the generated code
// distinguishes it from other interfaces of the same type.
type naming struct {
	pkg, prefix string
	done        map[model.Type]model.Type
	names       []*model.Named
}

// named returns the roots with such names. They are the same if there is no such union.
func named(roots []*model.Named, pkg, prefix string) ([]*model.Named, *naming) {
	n := &naming{pkg: pkg, prefix: prefix, done: map[model.Type]model.Type{}}
	copies := make([]*model.Named, len(roots))
	for i, r := range roots {
		copies[i] = n.of(r).(*model.Named)
	}
	if len(n.names) == 0 {
		return roots, n
	}
	return copies, n
}

// declare prints the declarations of the names.
func (n *naming) declare(p *emit.Printer) {
	for _, name := range n.names {
		p.Declare("b "+name.Name, fmt.Sprintf("\n// %s is what may be %s.\ntype %s = %s\n", name.Name, p.UnionTypes(name), name.Name, p.Type(name.Underlying)))
	}
}

func (n *naming) of(t model.Type) model.Type {
	if c := n.done[t]; c != nil {
		return c
	}
	switch t := t.(type) {
	case *model.Named:
		c := *t
		n.done[t] = &c
		if i, ok := t.Underlying.(*model.Interface); ok {
			c.Underlying = n.union(i)
		} else {
			c.Underlying = n.of(t.Underlying)
		}
		return &c
	case *model.Interface:
		if len(t.Members) == 0 {
			return t
		}
		c := &model.Named{Package: n.pkg, Name: fmt.Sprintf("%sUnion%d", n.prefix, len(n.names)), Alias: true}
		n.done[t], n.names = c, append(n.names, c)
		c.Underlying = n.union(t)
		return c
	case *model.Struct:
		c := *t
		c.Fields = make([]*model.Field, len(t.Fields))
		for i, f := range t.Fields {
			field := *f
			field.Type = n.of(f.Type)
			c.Fields[i] = &field
		}
		return &c
	case *model.Array:
		return &model.Array{Len: t.Len, Elem: n.of(t.Elem)}
	case *model.Slice:
		return &model.Slice{Elem: n.of(t.Elem)}
	case *model.Pointer:
		return &model.Pointer{Elem: n.of(t.Elem)}
	case *model.Map:
		return &model.Map{Key: n.of(t.Key), Elem: n.of(t.Elem)}
	}
	return t
}

func (n *naming) union(i *model.Interface) *model.Interface {
	c := *i
	c.Members = make([]model.Type, len(i.Members))
	for k, m := range i.Members {
		c.Members[k] = n.of(m)
	}
	return &c
}

// refuseHidden returns a Caps.Refuse that refuses types that the code cannot name, lists, maps and pointers of unions whose interface it
// cannot name, and the types that refuse refuses.
func refuseHidden(refuse func(model.Type, *lower.Package) string) func(model.Type, *lower.Package) string {
	return func(t model.Type, in *lower.Package) string {
		if n, ok := t.(*model.Named); ok && model.HidesName(n, in.Path) && !lower.Hidden(n, in) {
			return "a type that the code cannot name"
		}
		switch model.Underlying(t).(type) {
		case *model.Slice, *model.Array, *model.Map, *model.Pointer:
			for child := range model.Children(t) {
				if lower.Hidden(child, in) {
					return "it holds an unexported interface of another package"
				}
			}
		}
		if refuse == nil {
			return ""
		}
		return refuse(t, in)
	}
}
