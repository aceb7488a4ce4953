package lower

import (
	"fmt"
	"slices"
	"strings"

	"bale/schema"
)

// closed reports whether n is a struct with fields that code in the adapter's package cannot name.
func (l *lowerer) closed(n *schema.Named) bool {
	s, ok := n.Underlying.(*schema.Struct)
	if !ok {
		return false
	}
	if l.hides(s) {
		return true
	}
	return (len(s.Fields) == 0 || len(s.Left) > 0) && n.Package != l.plan.In.Path && ownForm(n) != Same
}

// hides reports whether s has unexported fields of another package.
func (l *lowerer) hides(s *schema.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f *schema.Field) bool { return !f.Exported && f.Package != l.plan.In.Path })
}

// unspelled records the gap of a struct without a name that hides fields: no code of another package can declare a variable of its type.
func (l *lowerer) unspelled(path string) *Node {
	const why = "the type of this field has no name, and unexported fields of another package"
	if l.holder == "" {
		return l.gap(path, why)
	}
	return l.gap(path, why+": //bale:custom %s skip leaves it out", l.holder)
}

func (l *lowerer) marshalled(n *schema.Named, path string) *Node {
	form := ownForm(n)
	switch {
	case !l.plan.Caps.Bytes:
		return l.gap(path, "%s goes by its own methods, and their bytes have no form on this wire", schema.Key(n))
	case form == Same:
		return l.gap(path, "%s has unexported fields of another package, and no MarshalBinary, Marshal, MarshalText or MarshalJSON: //bale:custom %s skip leaves it out",
			schema.Key(n), schema.Key(&schema.Named{Package: n.Package, Name: n.Name})) // a directive names a generic type without its arguments
	}
	return &Node{Form: form, Src: n, Go: byteSlice()}
}

// message lowers a struct to a message of its own, each type once.
func (l *lowerer) message(t schema.Type, s *schema.Struct, path string) *Node {
	key, name := "struct "+schema.GoType(t, func(p string) string { return p }), RootName(path)
	if n, ok := t.(*schema.Named); ok {
		key, name = schema.Key(n), RootName(schema.GoType(&schema.Named{Name: n.Name, Args: n.Args}, baseName))
	}
	if m, ok := l.msgs[key]; ok {
		if l.endless(m) {
			return l.gap(path, "%s holds itself, and the code for it would have no end", name)
		}
		return l.use(m, t)
	}
	if limit := l.plan.Caps.MaxFields; limit > 0 && len(s.Fields) > limit {
		return l.gap(path, "%d fields, and the wire has at most %d in a struct", len(s.Fields), limit)
	}
	byMethods := l.plan.Caps.Bytes && path != l.root && hasForm(t)
	if byMethods && l.refused[key] != nil {
		return l.marshalled(t.(*schema.Named), path)
	}
	if l.isRefused(key, path) {
		return nil
	}
	undo := l.mark()
	m := l.declare(key, name, OfStruct, t)
	l.opened = append(l.opened, m)
	defer l.close()
	refused := l.plan.Caps.Refuse != nil && l.plan.Caps.Refuse(t, l.plan.In) != ""
	before, whole := len(l.gaps), true
	defer func(holder string) { l.holder = holder }(l.holder)
	for _, f := range s.Fields {
		if n, ok := t.(*schema.Named); ok {
			l.holder = n.Package + "." + n.Name + "." + f.Name
		}
		n := l.node(f.Type, path+"."+f.Name)
		if n == nil {
			whole = false
			continue
		}
		field := l.add(m, exported(f.Name), n)
		field.Source = f.Name
		if !refused {
			l.tag(m, field, f.Tag)
		}
	}
	if whole {
		l.plan.Msgs = append(l.plan.Msgs, m)
		return l.use(m, t)
	}
	undo()
	l.refuse(key, path, before)
	if byMethods {
		l.gaps = l.gaps[:before] // what its fields cannot, its own marshal method can
		return l.marshalled(t.(*schema.Named), path)
	}
	return nil
}

// hasForm reports whether t has marshal methods of its own.
func hasForm(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && ownForm(n) != Same
}

// synthetic is a message that stands for no struct of the user's; nil when there is a gap in it.
func (l *lowerer) synthetic(name string, kind MsgKind, src schema.Type, fill func(*Msg)) *Msg {
	// The name is not enough: []int and int have the same.
	return l.made(fmt.Sprintf("%d %s %s", kind, name, everywhere(src)), name, kind, src, fill)
}

// made is the message of a key, which is filled once.
func (l *lowerer) made(key, name string, kind MsgKind, src schema.Type, fill func(*Msg)) *Msg {
	if m, ok := l.msgs[key]; ok {
		return m
	}
	undo := l.mark()
	m := l.declare(key, name, kind, src)
	l.opened = append(l.opened, m)
	defer l.close()
	fill(m)
	if slices.ContainsFunc(m.Fields, func(f *Field) bool { return f.Node == nil }) {
		undo()
		return nil
	}
	l.plan.Msgs = append(l.plan.Msgs, m)
	return m
}

func (l *lowerer) close() { l.opened = l.opened[:len(l.opened)-1] }

// endless reports whether m, which is used inside itself, would make code without an end.
func (l *lowerer) endless(m *Msg) bool {
	i := slices.Index(l.opened, m)
	if i < 0 || !l.plan.Caps.Flat {
		return false
	}
	return l.plan.Caps.Union != UnionStructs || !slices.ContainsFunc(l.opened[i:], func(m *Msg) bool { return m.Kind == OfUnion })
}

// wrap puts n, which stands for t, into a message with the one field V.
func (l *lowerer) wrap(n *Node, t schema.Type, name string) *Node {
	m := l.synthetic(name, OfWrap, t, func(m *Msg) { l.add(m, "V", n) })
	return l.use(m, t)
}

func (l *lowerer) declare(key, name string, kind MsgKind, src schema.Type) *Msg {
	base := name
	for i := 2; l.names[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	l.names[strings.ToLower(name)] = true
	m := &Msg{Name: name, Kind: kind, Src: src}
	m.Go = &schema.Named{Package: l.plan.Caps.Package, Name: name}
	if l.plan.Caps.Message != nil {
		m.Go.Name = l.plan.Caps.Message(name)
	}
	if l.plan.Caps.Package == "" {
		m.Go.Package, m.Go.Name = l.plan.In.Path, MirrorPrefix+name
		if l.plan.Caps.Mirrors > 0 {
			m.Go.Name = fmt.Sprintf("%s%d%s", MirrorPrefix, l.plan.Caps.Mirrors, name)
		}
	}
	m.Go.Underlying = &schema.Struct{}
	l.msgs[key] = m
	return m
}

// MirrorPrefix starts the names of mirror types, so that they meet no name of the user's.
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
	switch u := m.Go.Underlying.(type) {
	case *schema.Struct:
		u.Fields = append(u.Fields, &schema.Field{Name: f.Go, Type: n.Go, Exported: true})
	case *schema.Interface:
		held := n.Go
		if l.plan.Caps.Union == UnionHeld {
			held = &schema.Pointer{Elem: n.Go}
		}
		u.Members = append(u.Members, held)
	}
	return f
}

// tag gives the last field of m a tag.
func (l *lowerer) tag(m *Msg, f *Field, tag string) {
	f.Tag = tag
	if u, ok := m.Go.Underlying.(*schema.Struct); ok && f.Node != nil {
		u.Fields[len(u.Fields)-1].Tag = tag
	}
}

func (m *Msg) has(name string) bool {
	return slices.ContainsFunc(m.Fields, func(f *Field) bool { return strings.EqualFold(f.Name, name) })
}
