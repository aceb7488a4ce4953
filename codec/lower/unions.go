package lower

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/model"
)

// interfaceOf lowers an interface. One with a union becomes a message. One without remains as it is if the serializer carries JSON
// values.
func (l *lowerer) interfaceOf(t model.Type, i *model.Interface, path string) *Node {
	switch {
	case len(i.Members) > 0:
		return l.union(t, i, path)
	case i.Methods == 0 && l.plan.Caps.Any:
		return &Node{Form: Unchanged, Src: t, Go: t}
	}
	union, works := l.unionDirective(t, i)
	reason, skip := l.withoutUnion(t, i, union)
	if !works {
		union = skip
	}
	return l.gapWith(union, path, "%s", reason)
}

// withoutUnion returns a gap's reason for t, an interface without a union, and a directive that leaves it out, or "". The reason advises the
// union.
func (l *lowerer) withoutUnion(t model.Type, i *model.Interface, union string) (reason, skip string) {
	if union == "" {
		union = "//bale:union"
	}
	if l.heldByField(t) {
		skip = l.skipHolder()
	}
	n, named := t.(*model.Named)
	switch {
	case i.Text == "error" && !named:
		return "error can hold any error: leave it out with //bale:custom error skip, or name the types with " + union, "//bale:custom error skip"
	case i.Methods == 0:
		return "any can hold any type, and the schema has to say which: name them with " + union + orSkip(skip), skip
	case !named:
		return i.Text + " can hold any type that has its methods: name them with " + union + orSkip(skip), skip
	}
	generic := &model.Named{Package: n.Package, PackageName: n.PackageName, Name: n.Name} // without type arguments
	reason = model.TypeText(generic, l.plan.In.Path) + " can hold any type that has its methods: name them with " + union
	skip = "//bale:custom " + model.Key(generic) + " skip"
	if n.Package == l.plan.In.Path {
		return reason, skip
	}
	return reason + orSkip(skip), skip
}

// orSkip returns the advice to leave out a field of another package, which the reason of a gap ends with. skip is the directive that leaves it
// out, or "". A field of the user's own package needs no advice.
func orSkip(skip string) string {
	if !strings.HasPrefix(skip, "//bale:custom ") {
		return ""
	}
	return ", or leave it out with " + skip
}

// heldByField reports whether t is the interface that the innermost field of a named struct finally holds.
func (l *lowerer) heldByField(t model.Type) bool { return l.holder != "" && heldType(l.held) == t }

// jsonTypes are the types of the values that encoding/json decodes into an interface without methods.
const jsonTypes = "bool, float64, string, []any, map[string]any"

// unionDirective returns a directive, for any file of the package, that declares a union for t, an interface: of the types of the package
// that implement it. It returns "" if there is no directive for the place. works is false if no type implements it, and the user has to name
// the types.
func (l *lowerer) unionDirective(t model.Type, i *model.Interface) (directive string, works bool) {
	place := l.holder
	if n, ok := t.(*model.Named); ok {
		place = model.Key(&model.Named{Package: n.Package, Name: n.Name})
	} else if !l.heldByField(t) {
		return "", false
	}
	types := strings.Join(l.plan.In.implementers(i), ", ")
	if i.Methods == 0 {
		types = jsonTypes
	}
	if types == "" {
		return "//bale:union " + place + " T, *U", false
	}
	return "//bale:union " + place + " " + types, true
}

// heldType returns the type that the lists, maps and pointers of t finally hold.
func heldType(t model.Type) model.Type {
	for {
		switch u := t.(type) {
		case *model.Slice:
			t = u.Elem
		case *model.Array:
			t = u.Elem
		case *model.Pointer:
			t = u.Elem
		case *model.Map:
			t = u.Elem
		default:
			return t
		}
	}
}

// union lowers an interface to a message with a field for each member, of which at most one is set.
func (l *lowerer) union(t model.Type, i *model.Interface, path string) *Node {
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
	if n, ok := t.(*model.Named); ok {
		name = RootName(n.Name)
	}
	if m, ok := l.msgs[key]; ok && l.infinite(m) {
		return l.gap(path, "%s contains itself, so the code for it would be infinite", m.Name)
	}
	n := l.use(l.intern(key, name, OfUnion, t, func(m *Msg) { l.members(m, i, path) }), t)
	if n != nil && l.plan.Caps.Union == UnionTyped {
		n.Form, n.Ref, n.Go = Union, true, &model.Pointer{Elem: n.Msg.Go}
	}
	return n
}

// members adds the fields to the message of a union.
func (l *lowerer) members(m *Msg, i *model.Interface, path string) {
	switch l.plan.Caps.Union {
	case UnionPointers, UnionValues:
		m.Go.Underlying = &model.Interface{Text: "any"}
	case UnionStructs:
		none := l.synthetic(m.Name+"None", OfStruct, emptyStruct, func(*Msg) {})
		l.add(m, none.Name, pointerTo(none, emptyStruct))
	}
	for _, member := range i.Members {
		l.member(m, member, path)
	}
}

// emptyStruct stands for a nil interface.
var emptyStruct = &model.Struct{}

// member adds the field of a union for one type.
func (l *lowerer) member(m *Msg, t model.Type, path string) {
	p, base := t, t
	if u, ok := model.Underlying(t).(*model.Pointer); ok {
		base = u.Elem
	} else {
		p = &model.Pointer{Elem: t}
	}
	name := RootName(model.GoType(base, l.shortPackage))
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
func (l *lowerer) alternative(m *Msg, t model.Type, path, name string) *Node {
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
func (l *lowerer) wrappedField(m *Msg, name string, t model.Type, n *Node) *Field {
	if n == nil {
		return l.add(m, m.Name+name, nil)
	}
	w := l.memberWrap(m, m.Name+name, t, n)
	return l.add(m, w.Name, pointerTo(w, t))
}

// memberWrap returns a message with the one field n, which stands for t. Only the next field of m uses it.
func (l *lowerer) memberWrap(m *Msg, name string, t model.Type, n *Node) *Msg {
	key := fmt.Sprintf("member %d of %s", len(m.Fields), m.Name)
	return l.intern(key, name, OfWrap, t, func(m *Msg) { l.add(m, "V", n) })
}

// pointerTo returns a node for a pointer to m, which stands for a pointer to t.
func pointerTo(m *Msg, t model.Type) *Node {
	return &Node{Form: Optional, Src: &model.Pointer{Elem: t}, Go: &model.Pointer{Elem: m.Go}, Msg: m, Ref: true}
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
func qualifiedType(t model.Type) string {
	return model.GoType(t, func(path string) string { return path })
}

// IsPointer reports whether t is a pointer type, defined or not.
func IsPointer(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Pointer)
	return ok
}

// Hidden reports whether t is an unexported interface of another package, which the adapter cannot name.
func Hidden(t model.Type, in *Package) bool {
	i, ok := model.Underlying(t).(*model.Interface)
	if !ok {
		return false
	}
	path, name := i.Declared()
	if n, ok := t.(*model.Named); ok {
		path, name = n.Package, n.Name
	}
	return name != "" && path != "" && path != in.Path && !token.IsExported(name)
}

// Interface returns the user's type of a message as written in functions for it, and their type parameters. A union whose interface is
// hidden is a type parameter. typ returns the source of a type.
func (p *Plan) Interface(m *Msg, typ func(model.Type) string) (params, name string) {
	if m.Kind == OfUnion && Hidden(m.Src, p.In) {
		return "[I any]", "I"
	}
	return "", typ(m.Src)
}
