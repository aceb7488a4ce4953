package lower

import (
	"go/token"
	"slices"

	"bale/schema"
)

// interfaceOf lowers an interface: one with a union to a message, one without to itself, where the serializer carries what JSON can hold.
func (l *lowerer) interfaceOf(t schema.Type, i *schema.Interface, path string) *Node {
	switch {
	case len(i.Members) > 0:
		return l.union(t, i, path)
	case i.Methods > 0:
		return l.gap(path, "%s can hold any type that has its methods: name those that it may hold with //bale:union", i.Text)
	case l.plan.Caps.Any:
		return &Node{Form: Same, Src: t, Go: t}
	}
	return l.gap(path, "any can hold any type, and the schema has to say which: name them with //bale:union")
}

// union lowers an interface to a message with a field for each type that it may hold, of which one is set or none: a pointer to
// the type, as the serializer has pointers.
func (l *lowerer) union(t schema.Type, i *schema.Interface, path string) *Node {
	if l.plan.Caps.NoUnions {
		return l.gap(path, "a union has no form without a conversion")
	}
	if limit := l.plan.Caps.MaxFields; limit > 0 && len(i.Members) > limit {
		return l.gap(path, "%d types, and the wire has at most %d fields in a struct", len(i.Members), limit)
	}
	key, name := "union "+everywhere(t), RootName(path)
	for _, m := range i.Members {
		key += " " + everywhere(m)
	}
	if n, ok := t.(*schema.Named); ok {
		name = RootName(n.Name)
	}
	if m, ok := l.msgs[key]; ok && l.plan.Caps.Flat && !slices.Contains(l.plan.Msgs, m) {
		return l.gap(path, "%s holds itself, and the code for it would have no end", m.Name)
	}
	m := l.made(key, name, OfUnion, t, func(m *Msg) {
		for _, member := range i.Members {
			l.member(m, member, path)
		}
	})
	return l.use(m, t)
}

// member adds the field of a union for one type.
func (l *lowerer) member(m *Msg, t schema.Type, path string) {
	p, base := t, t
	if u, ok := schema.Underlying(t).(*schema.Pointer); ok {
		base = u.Elem
	} else {
		p = &schema.Pointer{Elem: t}
	}
	name := RootName(schema.GoType(base, l.short))
	path += ".(" + name + ")"
	var f *Field
	switch {
	case l.plan.Caps.Oneof:
		f = l.add(m, name, l.alternative(base, path, name))
	case l.plan.Caps.NilValues:
		f = l.add(m, name, l.optionalList(p, base, path))
	default:
		f = l.add(m, name, l.node(p, path))
	}
	f.Member = t
	l.tag(m, f, l.plan.Caps.Absent)
}

// alternative lowers a type of a oneof, in which there are no lists and maps, and nothing that may be absent.
func (l *lowerer) alternative(t schema.Type, path, name string) *Node {
	n := l.node(t, path)
	if n == nil {
		return nil
	}
	switch n.Form {
	case Same, Cast, Bits, Bytes, Message, Binary, Gogo, Text, JSON:
		return n
	}
	return l.wrap(n, t, "Item"+name)
}

// short is what a package is called in the name of a union's field: nothing, where it is the types' own.
func (l *lowerer) short(path string) string {
	if path == l.plan.In.Path {
		return ""
	}
	return baseName(path)
}

// everywhere spells a type so that it is the same in every package.
func everywhere(t schema.Type) string {
	return schema.GoType(t, func(path string) string { return path })
}

func points(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Pointer)
	return ok
}

// Hidden reports whether t is an interface of another package that is not exported, so that code in the adapter's cannot spell it.
func Hidden(t schema.Type, in *Package) bool {
	i, ok := schema.Underlying(t).(*schema.Interface)
	if !ok {
		return false
	}
	path, name := i.Declared()
	if n, ok := t.(*schema.Named); ok {
		path, name = n.Package, n.Name
	}
	return name != "" && path != in.Path && !token.IsExported(name)
}

// Interface is how the user's type of a message is spelled in functions for it, with their type parameters: a union whose interface
// is another package's and not exported is one. typ spells a type.
func (p *Plan) Interface(m *Msg, typ func(schema.Type) string) (params, name string) {
	if m.Kind == OfUnion && Hidden(m.Src, p.In) {
		return "[I any]", "I"
	}
	return "", typ(m.Src)
}
