package protogen

import (
	"slices"

	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/schema"
)

// A Walker prints functions that go through the messages of a plan and the user's values side by side,
// where there is no carrier between: one for each message.
type Walker struct {
	*source.Writer
	list []*lower.Msg
}

// Message is the number of the functions for m.
func (w *Walker) Message(m *lower.Msg) int {
	i := slices.Index(w.list, m)
	if i < 0 {
		i = len(w.list)
		w.list = append(w.list, m)
	}
	return i
}

// Each calls print for root, and for every message that gets a number meanwhile.
func (w *Walker) Each(root *lower.Msg, print func(i int, m *lower.Msg)) {
	w.Message(root)
	for i := 0; i < len(w.list); i++ {
		print(i, w.list[i])
	}
}

// A Field is a node and the user's value that it stands for.
type Field struct {
	*lower.Node
	V string
}

// Fields are those of a message that stands for *v.
func Fields(m *lower.Msg) []Field {
	if m.Kind == lower.OfWrap {
		return []Field{{m.Fields[0].Node, "(*v)"}}
	}
	var list []Field
	for _, f := range m.Fields {
		list = append(list, Field{f.Node, "v." + f.Source})
	}
	return list
}

// Entry are the two fields of the message that an entry of a map is.
func Entry(n *lower.Node, key, elem string) []Field {
	if n.Form == lower.Map {
		return []Field{{n.Key, key}, {n.Elem, elem}}
	}
	return []Field{{n.Msg.Fields[0].Node, key}, {n.Msg.Fields[1].Node, elem}}
}

// Pointee is what a pointer points at.
func Pointee(t schema.Type) schema.Type { return schema.Underlying(t).(*schema.Pointer).Elem }

// IsArray reports whether the user has an array, which is a list or bytes in the message.
func IsArray(n *lower.Node) bool {
	_, ok := schema.Underlying(n.Src).(*schema.Array)
	return ok
}
