package protogen

import (
	"slices"

	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// A Walker prints functions that walk the messages of a plan and the user's values in parallel, without a carrier: one function for
// each message.
type Walker struct {
	*source.Writer
	list []*lower.Msg
}

// Message returns the number of the functions for m.
func (w *Walker) Message(m *lower.Msg) int {
	i := slices.Index(w.list, m)
	if i < 0 {
		i = len(w.list)
		w.list = append(w.list, m)
	}
	return i
}

// Each calls print for root, and for every message that gets a number during the calls.
func (w *Walker) Each(root *lower.Msg, print func(i int, m *lower.Msg)) {
	w.Message(root)
	for i := 0; i < len(w.list); i++ {
		print(i, w.list[i])
	}
}

// A Field is a node and an expression for the user's value that it stands for.
type Field struct {
	*lower.Node
	V string
}

// Fields returns the fields of a message that stands for *v.
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

// Entry returns the two fields of the message for an entry of a map.
func Entry(n *lower.Node, key, elem string) []Field {
	if n.Form == lower.Map {
		return []Field{{n.Key, key}, {n.Elem, elem}}
	}
	return []Field{{n.Msg.Fields[0].Node, key}, {n.Msg.Fields[1].Node, elem}}
}

// Pointee returns the type that a pointer type points to.
func Pointee(t model.Type) model.Type { return model.Underlying(t).(*model.Pointer).Elem }

// IsArray reports whether the user's type is an array, which is a list or bytes in the message.
func IsArray(n *lower.Node) bool {
	_, ok := model.Underlying(n.Src).(*model.Array)
	return ok
}
