package lower

import (
	"fmt"
	"slices"
	"strings"

	"bale/model"
)

// inaccessible reports whether n is a struct whose fields cannot be converted in the adapter's package: it hides fields, or it is a
// custom type of another package without fields or with some that no codec can carry.
func (l *lowerer) inaccessible(n *model.Named) bool {
	s, ok := n.Underlying.(*model.Struct)
	if !ok {
		return false
	}
	if l.hides(s) {
		return true
	}
	return (len(s.Fields) == 0 || len(s.Unsupported) > 0) && n.Package != l.plan.In.Path && ownForm(n) != Unchanged
}

// hides reports whether s has unexported fields of another package.
func (l *lowerer) hides(s *model.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return !f.Exported && f.Package != l.plan.In.Path })
}

// unnamedGap records the gap of an unnamed struct that hides fields: other packages cannot declare a variable of its type.
func (l *lowerer) unnamedGap(path string) *Node {
	const why = "the type of this field has no name, and unexported fields of another package"
	if l.holder == "" {
		return l.gap(path, why)
	}
	return l.gapWith(l.skipHolder(), path, why+": %s leaves it out", l.skipHolder())
}

// skipHolder returns the directive that leaves out the innermost field of a named struct.
func (l *lowerer) skipHolder() string {
	if name, own := strings.CutPrefix(l.holder, l.plan.In.Path+"."); own {
		return "//bale:skip at " + name
	}
	return "//bale:custom " + l.holder + " skip"
}

// unnameableGap records the gap of a type of an internal package, or of an unexported type of another package.
func (l *lowerer) unnameableGap(n *model.Named, path string) *Node {
	leave := l.holder
	if leave == "" || strings.HasPrefix(leave, l.plan.In.Path+".") {
		leave = model.Key(&model.Named{Package: n.Package, Name: n.Name})
	}
	return l.gap(path, "code in package %s cannot name the type %s: //bale:custom %s skip leaves it out", l.plan.In.Path, model.Key(n), leave)
}

func (l *lowerer) customNode(n *model.Named, path string) *Node {
	form := ownForm(n)
	switch {
	case !l.plan.Caps.Bytes:
		return l.gap(path, "%s is encoded by its own methods, and this format has no type for bytes", model.Key(n))
	case form == Unchanged:
		leave := model.Key(&model.Named{Package: n.Package, Name: n.Name}) // without the arguments of a generic type
		if s, ok := n.Underlying.(*model.Struct); ok && l.holder == "" {   // no field holds it that could be left out
			if i := slices.IndexFunc(s.Fields, func(f *model.Field) bool { return !f.Exported }); i >= 0 {
				leave += "." + s.Fields[i].Name
			}
		}
		skip := fmt.Sprintf("//bale:custom %s skip", leave)
		return l.gapWith(skip, path, "%s has unexported fields of another package, and no MarshalBinary, Marshal, MarshalText or MarshalJSON: %s leaves it out",
			model.Key(n), skip)
	}
	return &Node{Form: form, Src: n, Go: l.byteString()}
}

// message lowers a struct to a message, once for each type.
func (l *lowerer) message(t model.Type, s *model.Struct, path string) *Node {
	key, name := "struct "+model.GoType(t, func(p string) string { return p }), RootName(path)
	if n, ok := t.(*model.Named); ok {
		key, name = model.Key(n), RootName(model.GoType(&model.Named{Name: n.Name, Args: n.Args}, baseName))
	}
	if m, ok := l.msgs[key]; ok {
		if l.infinite(m) {
			return l.gap(path, "%s contains itself, so the code for it would be infinite", name)
		}
		return l.use(m, t)
	}
	if limit := l.plan.Caps.MaxFields; limit > 0 && len(s.Fields) > limit {
		return l.gap(path, "%d fields, but this format allows at most %d in a struct", len(s.Fields), limit)
	}
	if l.plan.Caps.NoEmpty && len(s.Fields) == 0 {
		return l.gap(path, "a struct without fields, which the serializer does not support")
	}
	byMethods := l.plan.Caps.Bytes && path != l.root && hasForm(t)
	if byMethods && l.refused[key] != nil {
		return l.customNode(t.(*model.Named), path)
	}
	if l.isRefused(key, path) {
		return nil
	}
	undo := l.mark()
	m := l.declare(key, name, OfStruct, t)
	l.stack = append(l.stack, m)
	defer l.close()
	refused := l.plan.Caps.Refuse != nil && l.plan.Caps.Refuse(t, l.plan.In) != ""
	before, complete := len(l.gaps), true
	defer func(holder string, held model.Type) { l.holder, l.held = holder, held }(l.holder, l.held)
	for _, f := range s.Fields {
		if n, ok := t.(*model.Named); ok {
			l.holder, l.held = n.Package+"."+n.Name+"."+f.Name, f.Type
		}
		n := l.node(f.Type, path+"."+f.Name)
		if n == nil {
			complete = false
			continue
		}
		field := l.add(m, exported(f.Name), n)
		field.Source = f.Name
		if !refused {
			l.tag(m, field, f.Tag)
		}
		if l.plan.In.omit && f.Embedded && l.plan.Caps.Promotes != nil && l.plan.Caps.Promotes(f) {
			l.embed(m, field)
		}
	}
	if complete {
		l.plan.Msgs = append(l.plan.Msgs, m)
		return l.use(m, t)
	}
	undo()
	l.refuse(key, path, before)
	if byMethods {
		l.gaps = l.gaps[:before] // its own methods can encode it
		return l.customNode(t.(*model.Named), path)
	}
	return nil
}

// hasForm reports whether t has its own marshal methods.
func hasForm(t model.Type) bool {
	n, ok := t.(*model.Named)
	return ok && ownForm(n) != Unchanged
}

// synthetic returns a message that does not stand for a struct of the user's, or nil if it has a gap.
func (l *lowerer) synthetic(name string, kind MsgKind, src model.Type, fill func(*Msg)) *Msg {
	// The name alone is not unique: []int and int have the same name.
	return l.intern(fmt.Sprintf("%d %s %s", kind, name, qualifiedType(src)), name, kind, src, fill)
}

// intern returns the message with this key. fill is called if the message does not exist yet. The result is nil if it has a gap.
func (l *lowerer) intern(key, name string, kind MsgKind, src model.Type, fill func(*Msg)) *Msg {
	if m, ok := l.msgs[key]; ok {
		return m
	}
	undo := l.mark()
	m := l.declare(key, name, kind, src)
	l.stack = append(l.stack, m)
	defer l.close()
	fill(m)
	if slices.ContainsFunc(m.Fields, func(f *Field) bool { return f.Node == nil }) {
		undo()
		return nil
	}
	l.plan.Msgs = append(l.plan.Msgs, m)
	return m
}

func (l *lowerer) close() { l.stack = l.stack[:len(l.stack)-1] }

// infinite reports whether the code for m, which is used inside itself, would be infinite.
func (l *lowerer) infinite(m *Msg) bool {
	i := slices.Index(l.stack, m)
	if i < 0 || !l.plan.Caps.Flat {
		return false
	}
	return l.plan.Caps.Union != UnionStructs || !slices.ContainsFunc(l.stack[i:], func(m *Msg) bool { return m.Kind == OfUnion })
}

// wrap puts n, which stands for t, into a message with the one field V.
func (l *lowerer) wrap(n *Node, t model.Type, name string) *Node {
	m := l.synthetic(name, OfWrap, t, func(m *Msg) { l.add(m, "V", n) })
	return l.use(m, t)
}

func (l *lowerer) declare(key, name string, kind MsgKind, src model.Type) *Msg {
	base := name
	for i := 2; l.names[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	l.names[strings.ToLower(name)] = true
	m := &Msg{Name: name, Kind: kind, Src: src}
	m.Go = &model.Named{Package: l.plan.Caps.Package, Name: name}
	if l.plan.Caps.Message != nil {
		m.Go.Name = l.plan.Caps.Message(name)
	}
	if l.plan.Caps.Package == "" {
		m.Go.Package, m.Go.Name = l.plan.In.Path, MirrorPrefix+name
		if l.plan.Caps.Mirrors > 0 {
			m.Go.Name = fmt.Sprintf("%s%d%s", MirrorPrefix, l.plan.Caps.Mirrors, name)
		}
	}
	m.Go.Underlying = &model.Struct{}
	l.msgs[key] = m
	return m
}

// MirrorPrefix is the prefix of the names of mirror types, so that they do not collide with names of the user's package.
const MirrorPrefix = "Bale"

func (l *lowerer) add(m *Msg, name string, n *Node) *Field {
	base := name
	for i := 2; m.has(name) || slices.Contains(l.plan.Caps.Reserved, name); i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	f := &Field{Name: name, Go: name, Node: n}
	if l.plan.Caps.Field != nil {
		f.Go = l.plan.Caps.Field(name)
	}
	m.Fields = append(m.Fields, f)
	if n == nil {
		return f
	}
	if n.Form == Oneof {
		n.Msg, n.Member, f.Go = m, f.Go, "OneOf_"+f.Go
	}
	switch u := m.Go.Underlying.(type) {
	case *model.Struct:
		u.Fields = append(u.Fields, &model.Field{Name: f.Go, Type: n.Go, Exported: true})
	case *model.Interface:
		held := n.Go
		if l.plan.Caps.Union == UnionPointers {
			held = &model.Pointer{Elem: n.Go}
		}
		u.Members = append(u.Members, held)
	}
	return f
}

// tag sets the tag of f, the last field of m.
func (l *lowerer) tag(m *Msg, f *Field, tag string) {
	f.Tag = tag
	if u, ok := m.Go.Underlying.(*model.Struct); ok && f.Node != nil {
		u.Fields[len(u.Fields)-1].Tag = tag
	}
}

// embed embeds the type of f, the last field of m, if it has a name and m has no other field with this name.
func (l *lowerer) embed(m *Msg, f *Field) {
	n, ok := model.Pointee(f.Node.Go).(*model.Named)
	if !ok || slices.ContainsFunc(m.Fields, func(other *Field) bool { return other != f && other.Go == n.Name }) {
		return
	}
	f.Go, f.Embedded = n.Name, true
	if u, ok := m.Go.Underlying.(*model.Struct); ok {
		last := u.Fields[len(u.Fields)-1]
		last.Name, last.Embedded = n.Name, true
	}
}

func (m *Msg) has(name string) bool {
	return slices.ContainsFunc(m.Fields, func(f *Field) bool { return strings.EqualFold(f.Name, name) })
}
