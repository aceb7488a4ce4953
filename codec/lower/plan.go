package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bale/schema"
)

// Form is how a node travels.
type Form int

// The forms.
const (
	Same     Form = iota // the carrier is the user's type
	Cast                 // a basic kind, by Go conversion; a bool as the integer 0 or 1
	Bits                 // a float as the unsigned integer of its bits
	Bytes                // []byte, from a byte slice or array
	Message              // a struct; Node.Ref says whether by pointer
	Optional             // a pointer to a message, nil when absent
	Pointer              // a pointer, to whatever Elem is
	List                 // a slice, from a slice or an array
	Array                // an array, element by element
	Maybe                // a list of none or one, from a pointer
	Map                  // a map, entry by entry
	Pairs                // a list of key and value messages, from a map
	Binary               // []byte, by MarshalBinary
	Text                 // []byte, by MarshalText
)

// Node is one place of the lowered type.
type Node struct {
	Form Form
	Src  schema.Type // what the user has
	Go   schema.Type // what the carrier has
	Elem *Node       // of Pointer, List, Array, Maybe, Map
	Key  *Node       // of Map
	Msg  *Msg        // of Message, Optional, Pairs
	Ref  bool        // Message: by pointer
}

// MsgKind says what a message stands for.
type MsgKind int

// The kinds of message.
const (
	OfStruct  MsgKind = iota
	OfTime            // Sec, Nsec
	OfComplex         // Re, Im
	OfPair            // Key, Value
	OfWrap            // V
)

// Msg is one carrier struct.
type Msg struct {
	Name   string // in the schema
	Kind   MsgKind
	Src    schema.Type
	Go     *schema.Named
	Fields []*Field
	Extern bool // declared elsewhere: Caps.Timestamp
}

// Field is one field of a Msg.
type Field struct {
	Name   string // in the schema
	Go     string // in the carrier
	Source string // in the user's struct; "" where the message is not OfStruct
	Tag    string // of the user's struct
	Node   *Node
}

// Gap is something that cannot be carried.
type Gap struct {
	Path   string
	Reason string
}

// Package says where adapters stand.
type Package struct {
	Path string // import path of the package that the types are loaded from
}

// Root is one lowered type.
type Root struct {
	Expr string
	Node *Node
	Gaps []Gap // why it cannot be carried; then Node is nil
}

// Plan is a package's types, lowered.
type Plan struct {
	Caps  Caps
	In    *Package
	Roots []*Root
	Msgs  []*Msg // every message that is used, each once, parts before wholes where there is no recursion
}

// New lowers the roots of a model.
func New(m *schema.Model, caps Caps) *Plan {
	l := &lowerer{
		plan: &Plan{Caps: caps, In: &Package{Path: m.Package}},
		msgs: map[string]*Msg{}, names: map[string]bool{}, open: map[*schema.Named]int{},
	}
	for _, r := range m.Roots {
		l.gaps = nil
		undo := l.mark()
		n := l.node(r.Type, r.Expr)
		if caps.Root && n != nil && n.Form != Message && !l.ownRoot(n) {
			n = l.wrap(n, r.Type, RootName(r.Expr))
		}
		root := &Root{Expr: r.Expr, Node: n, Gaps: l.gaps}
		if len(l.gaps) > 0 {
			root.Node = nil
			undo()
		} else if n.Form == Message {
			n.Ref, n.Go = false, n.Msg.Go
		}
		l.plan.Roots = append(l.plan.Roots, root)
	}
	return l.plan
}

// RootName turns a type expression into an identifier: "Pair[int,string]" to "PairIntString".
func RootName(expr string) string {
	var b strings.Builder
	up := true
	for _, r := range expr {
		switch {
		case r == '*':
			b.WriteString("Ptr")
			up = true
		case r > unicode.MaxASCII: // which most schema languages do not allow
			up = true
		case unicode.IsLetter(r), unicode.IsDigit(r) && b.Len() > 0:
			if up {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
			up = false
		default:
			up = true
		}
	}
	if b.Len() == 0 {
		return "Value"
	}
	return b.String()
}

type lowerer struct {
	plan  *Plan
	gaps  []Gap
	msgs  map[string]*Msg
	names map[string]bool
	open  map[*schema.Named]int // types without a message that are being lowered: how many messages there were
}

// mark remembers the messages that there are; undo forgets those that came after: they may hold one
// that turned out to have a gap.
func (l *lowerer) mark() (undo func()) {
	msgs, names, n := maps.Clone(l.msgs), maps.Clone(l.names), len(l.plan.Msgs)
	return func() { l.msgs, l.names, l.plan.Msgs = msgs, names, l.plan.Msgs[:n] }
}

func (l *lowerer) gap(path, format string, args ...any) *Node {
	g := Gap{path, fmt.Sprintf(format, args...)}
	if !slices.Contains(l.gaps, g) {
		l.gaps = append(l.gaps, g)
	}
	return nil
}

// ownRoot reports whether n is a type of the user's that may be outermost.
func (l *lowerer) ownRoot(n *Node) bool {
	if n.Form != Same {
		return false
	}
	named, ok := n.Src.(*schema.Named)
	if _, isStruct := schema.Underlying(n.Src).(*schema.Struct); isStruct {
		return ok || l.plan.Caps.RootType == nil
	}
	return ok && l.plan.Caps.RootType != nil && l.plan.Caps.RootType(named)
}

// node lowers t, which stands at path. It returns nil when there is a gap below.
func (l *lowerer) node(t schema.Type, path string) *Node {
	if l.plan.Caps.Own && l.own(t, map[schema.Type]bool{}) {
		return &Node{Form: Same, Src: t, Go: t}
	}
	if n, ok := t.(*schema.Named); ok {
		if l.closed(n) {
			return l.marshalled(n, path)
		}
		if before, ok := l.open[n]; ok && before == len(l.msgs) {
			return l.gap(path, "%s holds itself with no struct between, and its schema would have no end", schema.Key(n))
		} else if ok {
			defer func() { l.open[n] = before }()
		} else {
			defer delete(l.open, n)
		}
		l.open[n] = len(l.msgs)
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return l.basic(t, u.Kind, path)
	case *schema.Time:
		return l.time(t, path)
	case *schema.Struct:
		return l.message(t, u, path)
	case *schema.Slice:
		return l.list(t, u.Elem, path)
	case *schema.Array:
		return l.array(t, u, path)
	case *schema.Pointer:
		return l.pointer(t, u.Elem, path)
	case *schema.Map:
		return l.mapping(t, u, path)
	case *schema.Interface:
		return l.gap(path, "an interface (%s) can hold any type, and the wire has to know which", u.Text)
	}
	panic(fmt.Sprintf("lower: no such node: %T", t))
}

func (l *lowerer) basic(t schema.Type, k schema.Kind, path string) *Node {
	c, ok := l.plan.Caps.Scalars[k]
	switch {
	case ok && c == k && isBasic(t):
		return &Node{Form: Same, Src: t, Go: t}
	case ok:
		return &Node{Form: Cast, Src: t, Go: &schema.Basic{Kind: c}}
	case k == schema.Float32:
		return l.bits(t, schema.Uint32, path)
	case k == schema.Float64:
		return l.bits(t, schema.Uint64, path)
	case k == schema.Complex64, k == schema.Complex128:
		return l.complex(t, k, path)
	}
	return l.gap(path, "%s has no form on this wire", k)
}

func isBasic(t schema.Type) bool {
	_, ok := t.(*schema.Basic)
	return ok
}

func (l *lowerer) bits(t schema.Type, k schema.Kind, path string) *Node {
	c, ok := l.plan.Caps.Scalars[k]
	if !ok {
		return l.gap(path, "a float has no form on this wire, nor have its bits (%s)", k)
	}
	return &Node{Form: Bits, Src: t, Go: &schema.Basic{Kind: c}}
}

func (l *lowerer) complex(t schema.Type, k schema.Kind, path string) *Node {
	part := schema.Type(&schema.Basic{Kind: schema.Float64})
	if k == schema.Complex64 {
		part = &schema.Basic{Kind: schema.Float32}
	}
	m := l.synthetic("Complex"+fmt.Sprint(k.Bits()), OfComplex, &schema.Basic{Kind: k}, func(m *Msg) {
		l.add(m, "Re", l.node(part, path))
		l.add(m, "Im", l.node(part, path))
	})
	return l.use(m, t)
}

func (l *lowerer) time(t schema.Type, path string) *Node {
	switch l.plan.Caps.Time {
	case TimeOwn:
		return &Node{Form: Same, Src: t, Go: &schema.Time{}}
	case TimeStamp:
		m := l.synthetic("Timestamp", OfTime, &schema.Time{}, func(m *Msg) {
			m.Go, m.Extern = l.plan.Caps.Timestamp, true
			m.Fields = []*Field{{Go: "Seconds", Node: scalar(schema.Int64)}, {Go: "Nanos", Node: scalar(schema.Int32)}}
		})
		return &Node{Form: Message, Src: t, Go: &schema.Pointer{Elem: m.Go}, Msg: m, Ref: true}
	}
	m := l.synthetic("Time", OfTime, &schema.Time{}, func(m *Msg) {
		l.add(m, "Sec", l.node(&schema.Basic{Kind: schema.Int64}, path))
		l.add(m, "Nsec", l.node(&schema.Basic{Kind: schema.Int32}, path))
	})
	return l.use(m, t)
}

func scalar(k schema.Kind) *Node {
	b := &schema.Basic{Kind: k}
	return &Node{Form: Same, Src: b, Go: b}
}

// use is a place that holds message m, standing for t; nil for no message.
func (l *lowerer) use(m *Msg, t schema.Type) *Node {
	if m == nil {
		return nil
	}
	n := &Node{Form: Message, Src: t, Go: m.Go, Msg: m, Ref: l.plan.Caps.Refs}
	if n.Ref {
		n.Go = &schema.Pointer{Elem: m.Go}
	}
	return n
}

func (l *lowerer) list(t, elem schema.Type, path string) *Node {
	if l.plan.Caps.Bytes && schema.IsKind(elem, schema.Uint8) && isBasic(elem) {
		return &Node{Form: Bytes, Src: t, Go: byteSlice()}
	}
	e := l.elem(elem, path+"[]")
	if e == nil {
		return nil
	}
	return &Node{Form: List, Src: t, Go: &schema.Slice{Elem: e.Go}, Elem: e}
}

func byteSlice() schema.Type {
	return &schema.Slice{Elem: &schema.Basic{Kind: schema.Uint8}}
}

// elem lowers the element of a list, wrapped where the wire has no list of such.
func (l *lowerer) elem(t schema.Type, path string) *Node {
	e := l.node(t, path)
	if e == nil {
		return nil
	}
	if l.plan.Caps.Elem != nil && !l.plan.Caps.Elem(e) {
		e = l.wrap(e, t, "Item"+RootName(schema.GoType(e.Src, baseName)))
	}
	switch e.Form {
	case Message:
		e.Ref = l.plan.Caps.ElemRefs || e.Msg.Extern
		e.Go = e.Msg.Go
		if e.Ref {
			e.Go = &schema.Pointer{Elem: e.Msg.Go}
		}
	case Optional:
		if !l.plan.Caps.NilElems {
			e.Ref, e.Go = l.plan.Caps.ElemRefs || e.Msg.Extern, e.Msg.Go
			if e.Ref {
				e.Go = &schema.Pointer{Elem: e.Msg.Go}
			}
		}
	}
	return e
}

func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

func (l *lowerer) array(t schema.Type, a *schema.Array, path string) *Node {
	if caps := l.plan.Caps; !caps.Arrays || caps.Own && caps.Refuse != nil && caps.Refuse(a, l.plan.In) != "" {
		return l.list(t, a.Elem, path)
	}
	e := l.elem(a.Elem, path+"[]")
	if e == nil {
		return nil
	}
	return &Node{Form: Array, Src: t, Go: &schema.Array{Len: a.Len, Elem: e.Go}, Elem: e}
}

func (l *lowerer) pointer(t, elem schema.Type, path string) *Node {
	caps := l.plan.Caps
	if caps.Pointers {
		e := l.node(elem, path)
		if e == nil {
			return nil
		}
		if caps.Pointee != nil && !caps.Pointee(e.Go) {
			e = l.wrap(e, elem, "Opt"+RootName(schema.GoType(elem, baseName)))
		}
		if e.Form == Message && e.Ref {
			return &Node{Form: Optional, Src: t, Go: e.Go, Msg: e.Msg, Ref: true}
		}
		return &Node{Form: Pointer, Src: t, Go: &schema.Pointer{Elem: e.Go}, Elem: e}
	}
	if caps.Optional {
		e := l.node(elem, path)
		if e == nil {
			return nil
		}
		if e.Form != Message {
			e = l.wrap(e, elem, "Opt"+RootName(schema.GoType(elem, baseName)))
		}
		return &Node{Form: Optional, Src: t, Go: &schema.Pointer{Elem: e.Msg.Go}, Msg: e.Msg, Ref: true}
	}
	e := l.elem(elem, path)
	if e == nil {
		return nil
	}
	return &Node{Form: Maybe, Src: t, Go: &schema.Slice{Elem: e.Go}, Elem: e}
}

func (l *lowerer) mapping(t schema.Type, m *schema.Map, path string) *Node {
	k, e := l.node(m.Key, path+"{key}"), l.node(m.Elem, path+"{}")
	if k == nil || e == nil {
		return nil
	}
	if l.plan.Caps.Maps != nil && hashable(k.Go) && l.plan.Caps.Maps(k, e) {
		return &Node{Form: Map, Src: t, Go: &schema.Map{Key: k.Go, Elem: e.Go}, Key: k, Elem: e}
	}
	pair := l.synthetic("Pair"+RootName(schema.GoType(m, baseName)), OfPair, m, func(p *Msg) {
		l.add(p, "Key", l.node(m.Key, path+"{key}"))
		l.add(p, "Value", l.node(m.Elem, path+"{}"))
	})
	n := &Node{Form: Pairs, Src: t, Msg: pair, Ref: l.plan.Caps.ElemRefs}
	n.Go = &schema.Slice{Elem: pair.Go}
	if n.Ref {
		n.Go = &schema.Slice{Elem: &schema.Pointer{Elem: pair.Go}}
	}
	return n
}

// hashable reports whether a carrier may be a map's key; the user's own key always may.
func hashable(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Slice, *schema.Map:
		return false
	case *schema.Array:
		return hashable(u.Elem)
	case *schema.Struct:
		return !slices.ContainsFunc(u.Fields, func(f *schema.Field) bool { return !hashable(f.Type) })
	}
	return true
}

// closed reports whether n is a struct with fields that code in the adapter's package cannot name.
func (l *lowerer) closed(n *schema.Named) bool {
	s, ok := n.Underlying.(*schema.Struct)
	if !ok {
		return false
	}
	for _, f := range s.Fields {
		if !f.Exported && f.Package != l.plan.In.Path {
			return true
		}
	}
	return len(s.Fields) == 0 && n.Package != l.plan.In.Path && (n.Methods.Binary || n.Methods.Text)
}

func (l *lowerer) marshalled(n *schema.Named, path string) *Node {
	switch {
	case !l.plan.Caps.Bytes:
		return l.gap(path, "%s has unexported fields, and its marshalled bytes have no form on this wire", schema.Key(n))
	case n.Methods.Binary:
		return &Node{Form: Binary, Src: n, Go: byteSlice()}
	case n.Methods.Text:
		return &Node{Form: Text, Src: n, Go: byteSlice()}
	}
	return l.gap(path, "%s has unexported fields of another package, and no MarshalBinary or MarshalText", schema.Key(n))
}

// message lowers a struct to a message of its own, each type once.
func (l *lowerer) message(t schema.Type, s *schema.Struct, path string) *Node {
	key, name := "struct "+schema.GoType(t, func(p string) string { return p }), RootName(path)
	if n, ok := t.(*schema.Named); ok {
		key, name = schema.Key(n), RootName(schema.GoType(&schema.Named{Name: n.Name, Args: n.Args}, baseName))
	}
	if m, ok := l.msgs[key]; ok {
		if l.plan.Caps.Flat && !slices.Contains(l.plan.Msgs, m) {
			return l.gap(path, "%s holds itself, and the code for it would have no end", name)
		}
		return l.use(m, t)
	}
	if most := l.plan.Caps.MaxFields; most > 0 && len(s.Fields) > most {
		return l.gap(path, "%d fields, and the wire has at most %d in a struct", len(s.Fields), most)
	}
	undo := l.mark()
	m := l.declare(key, name, OfStruct, t)
	before, whole := len(l.gaps), true
	for _, f := range s.Fields {
		n := l.node(f.Type, path+"."+f.Name)
		if n == nil {
			whole = false
			continue
		}
		field := l.add(m, exported(f.Name), n)
		field.Source, field.Tag = f.Name, f.Tag
	}
	if whole {
		l.plan.Msgs = append(l.plan.Msgs, m)
		return l.use(m, t)
	}
	undo()
	if n, ok := t.(*schema.Named); ok && l.plan.Caps.Bytes && (n.Methods.Binary || n.Methods.Text) {
		l.gaps = l.gaps[:before] // what its fields cannot, its own marshal method can
		return l.marshalled(n, path)
	}
	return nil
}

// synthetic is a message that stands for no struct of the user's; nil when there is a gap in it.
func (l *lowerer) synthetic(name string, kind MsgKind, src schema.Type, fill func(*Msg)) *Msg {
	// The name is not enough: []int and int have the same.
	key := fmt.Sprintf("%d %s %s", kind, name, schema.GoType(src, func(p string) string { return p }))
	if m, ok := l.msgs[key]; ok {
		return m
	}
	undo := l.mark()
	m := l.declare(key, name, kind, src)
	fill(m)
	if slices.ContainsFunc(m.Fields, func(f *Field) bool { return f.Node == nil }) {
		undo()
		return nil
	}
	l.plan.Msgs = append(l.plan.Msgs, m)
	return m
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
	if n != nil {
		u := m.Go.Underlying.(*schema.Struct)
		u.Fields = append(u.Fields, &schema.Field{Name: f.Go, Type: n.Go, Exported: true})
	}
	return f
}

func (m *Msg) has(name string) bool {
	return slices.ContainsFunc(m.Fields, func(f *Field) bool { return strings.EqualFold(f.Name, name) })
}

// exported is a field's name in a schema: exported, and ASCII letters and digits only, which
// every schema language allows.
func exported(name string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r > unicode.MaxASCII || r == '_' }) {
		r, n := utf8.DecodeRuneInString(part)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(part[n:])
	}
	if b.Len() == 0 || b.String()[0] <= '9' {
		return "F" + b.String()
	}
	return b.String()
}
