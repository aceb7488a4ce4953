package lower

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/mod/module"

	"bale/schema"
)

// interfaceOf lowers an interface. One with a union becomes a message. One without remains as it is if the serializer carries JSON
// values.
func (l *lowerer) interfaceOf(t schema.Type, i *schema.Interface, path string) *Node {
	switch {
	case len(i.Members) > 0:
		return l.union(t, i, path)
	case i.Methods > 0:
		return l.gap(path, "%s", l.withoutUnion(t, i))
	case l.plan.Caps.Any:
		return &Node{Form: Unchanged, Src: t, Go: t}
	}
	return l.gap(path, "any can hold any type, and the schema has to say which: name them %s", l.unionAtField())
}

// unionAtField returns the directive that declares the union of an interface without a name: at the field that holds it, or for the field of
// another package's struct.
func (l *lowerer) unionAtField() string {
	if l.holder == "" || strings.HasPrefix(l.holder, l.plan.In.Path+".") {
		return "with //bale:union"
	}
	return "with //bale:union " + l.holder + " T, *U, or leave it out with //bale:custom " + l.holder + " skip"
}

// withoutUnion returns a gap's reason for t, an interface with methods and without a union, with advice.
func (l *lowerer) withoutUnion(t schema.Type, i *schema.Interface) string {
	const methods = " can hold any type that has its methods: name them "
	n, ok := t.(*schema.Named)
	switch {
	case i.Text == "error":
		return "error can hold any error: leave it out with //bale:custom error skip, or name the types with //bale:union"
	case !ok:
		return i.Text + methods + l.unionAtField()
	case n.Package == l.plan.In.Path:
		return n.Name + methods + "above it: //bale:union T, *U"
	}
	prefix, _, _ := module.SplitPathVersion(n.Package)
	key := schema.Key(n)
	return baseName(prefix) + "." + n.Name + methods + "with //bale:union " + key + " T, *U, or leave it out with //bale:custom " + key + " skip"
}

// union lowers an interface to a message with a field for each member, of which at most one is set.
func (l *lowerer) union(t schema.Type, i *schema.Interface, path string) *Node {
	if l.plan.Caps.NoUnions {
		return l.gap(path, "a union has no form without a conversion")
	}
	if limit := l.plan.Caps.MaxFields; limit > 0 && len(i.Members) > limit {
		return l.gap(path, "%d types, but this format allows at most %d fields in a struct", len(i.Members), limit)
	}
	key, name := "union "+qualifiedType(t), RootName(path)
	for _, m := range i.Members {
		key += " " + qualifiedType(m)
	}
	if n, ok := t.(*schema.Named); ok {
		name = RootName(n.Name)
	}
	if m, ok := l.msgs[key]; ok && l.infinite(m) {
		return l.gap(path, "%s contains itself, so the code for it would be infinite", m.Name)
	}
	n := l.use(l.intern(key, name, OfUnion, t, func(m *Msg) { l.members(m, i, path) }), t)
	if n != nil && l.plan.Caps.Union == UnionTyped {
		n.Form, n.Ref, n.Go = Union, true, &schema.Pointer{Elem: n.Msg.Go}
	}
	return n
}

// members adds the fields to the message of a union.
func (l *lowerer) members(m *Msg, i *schema.Interface, path string) {
	switch l.plan.Caps.Union {
	case UnionPointers, UnionValues:
		m.Go.Underlying = &schema.Interface{Text: "any"}
	case UnionStructs:
		none := l.synthetic(m.Name+"None", OfStruct, emptyStruct, func(*Msg) {})
		l.add(m, none.Name, pointerTo(none, emptyStruct))
	}
	for _, member := range i.Members {
		l.member(m, member, path)
	}
}

// emptyStruct stands for a nil interface.
var emptyStruct = &schema.Struct{}

// member adds the field of a union for one type.
func (l *lowerer) member(m *Msg, t schema.Type, path string) {
	p, base := t, t
	if u, ok := schema.Underlying(t).(*schema.Pointer); ok {
		base = u.Elem
	} else {
		p = &schema.Pointer{Elem: t}
	}
	name := RootName(schema.GoType(base, l.shortPackage))
	path += ".(" + name + ")"
	var f *Field
	switch caps := l.plan.Caps; {
	case caps.Union == UnionStructs:
		f = l.wrappedField(m, name, base, l.node(base, path))
	case caps.Union != UnionFields:
		f = l.add(m, name, l.alternative(m, base, path, name))
	case caps.NilValues:
		f = l.add(m, name, l.optionalList(p, base, path))
	default:
		f = l.add(m, name, l.node(p, path))
	}
	f.Member = t
	l.tag(m, f, l.plan.Caps.MemberTag)
}

// alternative lowers a member of a union, in all forms but UnionFields and UnionStructs.
func (l *lowerer) alternative(m *Msg, t schema.Type, path, name string) *Node {
	n := l.node(t, path)
	if n != nil && (l.plan.Caps.UnionMember == nil || !l.plan.Caps.UnionMember(n)) {
		n = l.wrap(n, t, "Item"+name)
	}
	if n == nil || l.plan.Caps.Union == UnionOneof {
		return n
	}
	same := func(f *Field) bool { return f.Node != nil && qualifiedType(f.Node.Go) == qualifiedType(byValue(n).Go) }
	if slices.ContainsFunc(m.Fields, same) { // the union has a T and a *T
		n = l.use(l.memberWrap(m, "Item"+name, t, n), t)
	}
	return byValue(n)
}

// byValue returns n without the pointer to its message.
func byValue(n *Node) *Node {
	if n.Form != Message || !n.Ref {
		return n
	}
	return &Node{Form: Message, Src: n.Src, Go: n.Msg.Go, Msg: n.Msg}
}

// wrappedField adds a field to the message of a union. The field points to a message with the one field n, which stands for t.
func (l *lowerer) wrappedField(m *Msg, name string, t schema.Type, n *Node) *Field {
	if n == nil {
		return l.add(m, m.Name+name, nil)
	}
	w := l.memberWrap(m, m.Name+name, t, n)
	return l.add(m, w.Name, pointerTo(w, t))
}

// memberWrap returns a message with the one field n, which stands for t. Only the next field of m uses it.
func (l *lowerer) memberWrap(m *Msg, name string, t schema.Type, n *Node) *Msg {
	key := fmt.Sprintf("member %d of %s", len(m.Fields), m.Name)
	return l.intern(key, name, OfWrap, t, func(m *Msg) { l.add(m, "V", n) })
}

// pointerTo returns a node for a pointer to m, which stands for a pointer to t.
func pointerTo(m *Msg, t schema.Type) *Node {
	return &Node{Form: Optional, Src: &schema.Pointer{Elem: t}, Go: &schema.Pointer{Elem: m.Go}, Msg: m, Ref: true}
}

// shortPackage returns the prefix for types of a package in the names of a union's fields: its base name, or "" for the package of the
// types.
func (l *lowerer) shortPackage(path string) string {
	if path == l.plan.In.Path {
		return ""
	}
	return baseName(path)
}

// qualifiedType returns the source of a type with full import paths.
func qualifiedType(t schema.Type) string {
	return schema.GoType(t, func(path string) string { return path })
}

func isPointerKind(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Pointer)
	return ok
}

// Hidden reports whether t is an unexported interface of another package, which the adapter cannot name.
func Hidden(t schema.Type, in *Package) bool {
	i, ok := schema.Underlying(t).(*schema.Interface)
	if !ok {
		return false
	}
	path, name := i.Declared()
	if n, ok := t.(*schema.Named); ok {
		path, name = n.Package, n.Name
	}
	return name != "" && path != "" && path != in.Path && !token.IsExported(name)
}

// Interface returns the user's type of a message as written in functions for it, and their type parameters. A union whose interface is
// hidden is a type parameter. typ returns the source of a type.
func (p *Plan) Interface(m *Msg, typ func(schema.Type) string) (params, name string) {
	if m.Kind == OfUnion && Hidden(m.Src, p.In) {
		return "[I any]", "I"
	}
	return "", typ(m.Src)
}
