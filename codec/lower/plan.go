package lower

import (
	"bale/model"
	"bale/runner/measure"
)

// Form is how a node is carried.
type Form int

// The forms.
const (
	Unchanged    Form = iota // the carrier is the user's type
	Cast                     // a basic kind, by a Go conversion; a bool may become the integer 0 or 1
	Bits                     // a float as the unsigned integer of its bits
	Bytes                    // []byte, from a byte slice or array, or from a string
	Message                  // a struct; Node.Ref means by pointer
	Union                    // a pointer to the struct of UnionTyped
	Optional                 // a pointer to a message; nil if absent
	Pointer                  // a pointer to Elem
	Oneof                    // an interface that is nil or holds a pointer to a struct with Elem: a oneof with one member
	List                     // a slice, from a slice or an array
	Array                    // an array, element by element
	OptionalList             // a list of at most one element, from a pointer
	Map                      // a map, entry by entry
	Pairs                    // a list of key and value messages, from a map
	Binary                   // []byte, by MarshalBinary
	Gogo                     // []byte, by Marshal
	Gob                      // []byte, by GobEncode
	Text                     // []byte, by MarshalText
	JSON                     // []byte, by MarshalJSON
)

// Node is a part of the lowered type.
type Node struct {
	Form Form
	Src  model.Type // the user's type
	Go   model.Type // the carrier's type
	Elem *Node      // of Pointer, Oneof, List, Array, OptionalList, Map
	Key  *Node      // of Map
	Msg  *Msg       // of Message, Union, Optional, Pairs; of Oneof: the message that has the field
	Ref  bool       // of Message: by pointer

	Member string // of Oneof: the name of the member in the carrier
}

// MsgKind is the purpose of a message.
type MsgKind int

// The kinds of message.
const (
	OfStruct  MsgKind = iota
	OfTime            // Sec, Nsec
	OfComplex         // Re, Im
	OfPair            // Key, Value
	OfWrap            // V
	OfUnion           // a field for each type, of which at most one is set; the form depends on Caps.Union
)

// Msg is a carrier struct.
type Msg struct {
	Name   string // in the schema
	Kind   MsgKind
	Src    model.Type
	Go     *model.Named
	Fields []*Field
	Extern bool // declared outside the plan: Caps.Timestamp
}

// Field is a field of a Msg.
type Field struct {
	Name   string // in the schema
	Go     string // in the carrier
	Source string // in the user's struct; "" unless the message is OfStruct
	// Tag is the tag in the user's struct, unless the serializer refuses the struct itself. In a union it is Caps.MemberTag.
	Tag      string
	Embedded bool       // the carrier embeds it: see Caps.Promotes
	Member   model.Type // of a union: the type in the interface; nil stands for a nil interface
	Node     *Node
}

// Package is the package of the adapters.
type Package struct {
	Path   string            // import path of the package from which the types were loaded
	Names  map[string]string // the names that it declares, with their positions
	Protos []model.Proto

	omit bool // Caps.Omit applies

	// implementers returns the types of the package that implement an interface.
	implementers func(*model.Interface) []string
}

// Own reports whether the carrier of root i is the user's type in both directions.
func (p *Plan) Own(i int) bool { return p.Roots[i].Node.Form == Unchanged && !p.Caps.Views }

// Root is a lowered type.
type Root struct {
	Expr string
	Node *Node
	Gaps []measure.Gap // why the type cannot be carried; Node is then nil
	// Calls lists the marshal methods that encode the type and its parts, such as "Order.MarshalBinary".
	Calls []string
}

// Plan holds the lowered types of a package.
type Plan struct {
	Caps  Caps
	In    *Package
	Roots []*Root
	Msgs  []*Msg // every message once; parts precede the messages that contain them, except in recursive types
}

// AsIs returns the plan for a serializer that carries all roots of a model as they are. custom is as in Caps, and is not called for the roots.
func AsIs(m *model.Model, custom func(n *model.Named) string) *Plan {
	l := &lowerer{plan: &Plan{
		Caps: Caps{Own: true, Custom: custom, RootFields: true},
		In:   &Package{Path: m.Package, Names: m.Names, Protos: m.Protos, implementers: m.Implementers},
	}}
	for _, r := range m.Roots {
		l.top = r.Type
		node := &Node{Form: Unchanged, Src: r.Type, Go: r.Type}
		l.plan.Roots = append(l.plan.Roots, &Root{Expr: r.Expr, Node: node, Calls: l.plan.calls(node, l.custom)})
	}
	return l.plan
}

// New lowers the roots of a model.
func New(m *model.Model, caps Caps) *Plan {
	if caps.Ignores == nil && caps.Tags != nil {
		caps.Ignores = IgnoresTagged(caps.Tags...)
	}
	l := &lowerer{
		plan: &Plan{Caps: caps, In: &Package{Path: m.Package, Names: m.Names, Protos: m.Protos, omit: caps.omits(), implementers: m.Implementers}},
		msgs: map[string]*Msg{}, names: map[string]bool{}, active: map[*model.Named]int{}, refused: map[string][]measure.Gap{},
	}
	for _, r := range m.Roots {
		if n, ok := r.Type.(*model.Named); ok && n.Message != model.NoMessage && caps.AsIs != nil && caps.AsIs(n, l.plan.In) {
			l.plan.Roots = append(l.plan.Roots, &Root{Expr: r.Expr, Node: &Node{Form: Unchanged, Src: n, Go: n}})
			continue
		}
		l.gaps, l.root, l.top, l.holder, l.held = nil, r.Expr, r.Type, "", nil
		undo := l.mark()
		n := l.node(r.Type, r.Expr)
		if caps.Root && n != nil && (n.Form != Message || !isStruct(n.Msg.Go)) && !l.ownRoot(n) {
			n = l.wrap(n, r.Type, RootName(r.Expr))
		}
		root := &Root{Expr: r.Expr, Node: n, Gaps: l.gaps}
		if len(l.gaps) > 0 {
			root.Node = nil
			undo()
		} else if n.Form == Message {
			n.Ref, n.Go = false, n.Msg.Go
		}
		root.Calls = l.plan.calls(root.Node, l.custom)
		l.plan.Roots = append(l.plan.Roots, root)
	}
	return l.plan
}
