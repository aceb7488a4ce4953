package model

import (
	"reflect"
	"slices"
)

// hidingTags are the keys of struct tags in which "-" hides a field from a serializer.
var hidingTags = []string{"json", "xml", "yaml", "toml", "msgpack", "msg", "codec", "cbor", "bson", "avro", "enc", "rlp", "ion", "sereal", "bencode", "bcs", "scale"}

// HiddenBy returns the keys of the tags that hide a field from serializers, as in `json:"-"`.
func HiddenBy(f *Field) (keys []string) {
	for _, key := range hidingTags {
		if reflect.StructTag(f.Tag).Get(key) == "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// A Hiding says which fields of a type are hidden from serializers by tags. It finds them on the paths of values, and can be stored as JSON, for a
// machine that does not have the type.
type Hiding struct {
	Names []string     `json:"names"` // of the hidden fields, as in "User.Password", in the order of the type; the field alone if the struct has no name
	Nodes []hidingNode `json:"nodes"` // the types, each once; the first is the type itself
}

// A hidingNode is a type.
type hidingNode struct {
	Elem    int                    `json:"elem,omitempty"`    // 1 + the number of the node of elements or of the values of a map; 0 for none
	Members []int                  `json:"members,omitempty"` // numbers of the nodes of a union's members, or of what a pointer points to
	Fields  map[string]hidingField `json:"fields,omitempty"`
}

// A hidingField is a field of a struct.
type hidingField struct {
	Node int      `json:"node"`           // number of the node of its type
	Name string   `json:"name,omitempty"` // as in Hiding.Names, if a tag hides the field
	Keys []string `json:"keys,omitempty"` // of the tags that hide it
}

// NewHiding returns the hidden fields of t, or nil if there are none.
func NewHiding(t Type) *Hiding {
	b := &hidingBuild{h: &Hiding{}, nodes: map[Type]int{}}
	b.node(t)
	if len(b.h.Names) == 0 {
		return nil
	}
	return b.h
}

// A hidingBuild makes a Hiding.
type hidingBuild struct {
	h     *Hiding
	nodes map[Type]int // numbers
}

// node returns the number of the node for t, which it adds.
func (b *hidingBuild) node(t Type) int {
	if i, ok := b.nodes[t]; ok {
		return i
	}
	i := len(b.h.Nodes)
	b.nodes[t] = i
	b.h.Nodes = append(b.h.Nodes, hidingNode{})
	var n hidingNode
	switch u := Underlying(t).(type) {
	case *Pointer:
		n.Members = []int{b.node(u.Elem)}
	case *Map:
		n.Elem = 1 + b.node(u.Elem)
	case *Interface:
		for _, m := range u.Members {
			n.Members = append(n.Members, b.node(m))
		}
	case *Struct:
		n.Fields = b.fields(t, u)
	default:
		if elem := ListElem(t); elem != nil {
			n.Elem = 1 + b.node(elem)
		}
	}
	b.h.Nodes[i] = n
	return i
}

// fields returns the fields of the struct s, which is that of t.
func (b *hidingBuild) fields(t Type, s *Struct) map[string]hidingField {
	owner := ""
	if n, ok := t.(*Named); ok {
		owner = n.Name + "."
	}
	fields := map[string]hidingField{}
	for _, f := range s.Fields {
		one := hidingField{Keys: HiddenBy(f)}
		if len(one.Keys) > 0 {
			one.Name = owner + f.Name
			if !slices.Contains(b.h.Names, one.Name) {
				b.h.Names = append(b.h.Names, one.Name)
			}
		}
		one.Node = b.node(f.Type)
		fields[f.Name] = one
	}
	return fields
}

// At returns the name of the outermost field on a path for which hides reports, from the keys of the tags that hide the field, that it counts. It
// returns "" if there is none. A path is as in loss.Loss: "Orders[].Lines[].Price", with "{}" for the value of a map.
func (h *Hiding) At(path string, hides func(keys []string) bool) string {
	node := 0
	for path != "" {
		part, rest := pathPart(path)
		path = rest
		if part == "[]" || part == "{}" {
			next := h.find(node, 0, func(n *hidingNode) bool { return n.Elem > 0 })
			if next == nil {
				return ""
			}
			node = next.Elem - 1
			continue
		}
		owner := h.find(node, 0, func(n *hidingNode) bool { _, ok := n.Fields[part]; return ok })
		if owner == nil {
			return ""
		}
		f := owner.Fields[part]
		if len(f.Keys) > 0 && hides(f.Keys) {
			return f.Name
		}
		node = f.Node
	}
	return ""
}

// maxMembers is the number of pointers and unions directly inside each other that find looks into.
const maxMembers = 8

// find returns the first node for which is holds: the node itself, or one that it points to or that is a member of it.
func (h *Hiding) find(node, depth int, is func(*hidingNode) bool) *hidingNode {
	n := &h.Nodes[node]
	if is(n) {
		return n
	}
	for _, m := range n.Members {
		if depth < maxMembers {
			if found := h.find(m, depth+1, is); found != nil {
				return found
			}
		}
	}
	return nil
}

// pathPart splits off the first part of a path: "[]", "{}", or the name of a field.
func pathPart(path string) (part, rest string) {
	if path[0] == '.' {
		path = path[1:]
	}
	for i := range len(path) {
		switch {
		case (path[i] == '[' || path[i] == '{') && i == 0 && len(path) > 1:
			return path[:2], path[2:]
		case i > 0 && (path[i] == '.' || path[i] == '[' || path[i] == '{'):
			return path[:i], path[i:]
		}
	}
	return path, ""
}
