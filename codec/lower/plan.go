package lower

import (
	"bale/measure"
	"bale/schema"
)

// Form is how a node travels.
type Form int

// The forms.
const (
	Same         Form = iota // the carrier is the user's type
	Cast                     // a basic kind, by Go conversion; a bool as the integer 0 or 1
	Bits                     // a float as the unsigned integer of its bits
	Bytes                    // []byte, from a byte slice or array, or from a string
	Message                  // a struct; Node.Ref says whether by pointer
	Union                    // a pointer to the struct of UnionTyped
	Optional                 // a pointer to a message, nil when absent
	Pointer                  // a pointer, to whatever Elem is
	List                     // a slice, from a slice or an array
	Array                    // an array, element by element
	OptionalList             // a list of none or one, from a pointer
	Map                      // a map, entry by entry
	Pairs                    // a list of key and value messages, from a map
	Binary                   // []byte, by MarshalBinary
	Gogo                     // []byte, by Marshal
	Text                     // []byte, by MarshalText
	JSON                     // []byte, by MarshalJSON
)

// Node is one place of the lowered type.
type Node struct {
	Form Form
	Src  schema.Type // what the user has
	Go   schema.Type // what the carrier has
	Elem *Node       // of Pointer, List, Array, OptionalList, Map
	Key  *Node       // of Map
	Msg  *Msg        // of Message, Union, Optional, Pairs
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
	OfUnion           // a field for each type, of which one is set at most: Caps.Union says how
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
	// Tag is that of the user's struct, unless the serializer refuses the struct itself; in a union it is Caps.Absent.
	Tag    string
	Member schema.Type // of a union: what the interface holds; nil stands for a nil interface
	Node   *Node
}

// Package says where adapters stand.
type Package struct {
	Path   string // import path of the package that the types are loaded from
	Protos []schema.Proto
}

// Own reports whether the carrier of root i is the user's type, in both directions.
func (p *Plan) Own(i int) bool { return p.Roots[i].Node.Form == Same && !p.Caps.Views }

// Root is one lowered type.
type Root struct {
	Expr string
	Node *Node
	Gaps []measure.Gap // why it cannot be carried; then Node is nil
	// Calls are the marshal methods by which the type and its parts are carried: "Order.MarshalBinary".
	Calls []string
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
		plan: &Plan{Caps: caps, In: &Package{Path: m.Package, Protos: m.Protos}},
		msgs: map[string]*Msg{}, names: map[string]bool{}, open: map[*schema.Named]int{}, refused: map[string][]measure.Gap{},
	}
	for _, r := range m.Roots {
		if n, ok := r.Type.(*schema.Named); ok && n.Message != schema.NoMessage && caps.AsIs != nil && caps.AsIs(n, l.plan.In) {
			l.plan.Roots = append(l.plan.Roots, &Root{Expr: r.Expr, Node: &Node{Form: Same, Src: n, Go: n}})
			continue
		}
		l.gaps, l.root, l.top, l.holder = nil, r.Expr, r.Type, ""
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
		root.Calls = l.plan.calls(root.Node, l.custom)
		l.plan.Roots = append(l.plan.Roots, root)
	}
	return l.plan
}
