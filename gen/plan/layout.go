package plan

import (
	"fmt"
	"strconv"
	"strings"

	"bale/schema"
)

// A Layout describes which bytes a format writes for types.
type Layout struct {
	*Graph
	// Tag returns what a tag that only this format reads says about the bytes of a field; nil reads no tags.
	Tag func(f *schema.Field) string
}

// A layoutNode is a type in a layout. The root itself is never custom.
type layoutNode struct {
	schema.Type
	root bool
}

// Text returns the layout of the root t as a text: the kinds, lengths and directives of all parts in their order. Two types have
// the same text if their values have the same bytes part by part, whatever their types and fields are called, and however the
// types refer to each other. Only custom types are known by their names.
func (l *Layout) Text(d *Directives, t schema.Type) string {
	root := layoutNode{t, true}
	w := &layoutText{Layout: l, d: d, class: l.classes(d, root), numbers: map[int]int{}}
	w.write(root)
	return w.text.String()
}

// classes numbers the types that root leads to: those of the same layout have the same number. It begins with the label of each
// type, and then tells apart types with parts of different classes, until no class is divided any more.
func (l *Layout) classes(d *Directives, root layoutNode) map[layoutNode]int {
	nodes, labels, parts := []layoutNode{root}, map[layoutNode]string{}, map[layoutNode][]layoutNode{}
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		labels[n] = l.label(d, n)
		parts[n] = l.parts(n)
		for _, part := range parts[n] {
			if _, ok := labels[part]; !ok {
				labels[part] = ""
				nodes = append(nodes, part)
			}
		}
	}
	class, count := map[layoutNode]int{}, 0
	for {
		next, keys := map[layoutNode]int{}, map[string]int{}
		for _, n := range nodes {
			key := labels[n]
			for _, part := range parts[n] {
				key += " " + strconv.Itoa(class[part])
			}
			if _, ok := keys[key]; !ok {
				keys[key] = len(keys)
			}
			next[n] = keys[key]
		}
		if len(keys) == count {
			return class
		}
		class, count = next, len(keys)
	}
}

// label is what a type says about bytes without its parts.
func (l *Layout) label(d *Directives, n layoutNode) string {
	if by := l.custom(n); by != "" {
		return fmt.Sprintf("custom %s %s", by, schema.GoType(n.Type, func(string) string { return "" }))
	}
	switch u := schema.Underlying(n.Type).(type) {
	case *schema.Basic:
		return u.Kind.String()
	case *schema.Time:
		return "time"
	case *schema.Slice:
		if d.Parallel(u) {
			return "parallel list"
		}
		return "list"
	case *schema.Array:
		return fmt.Sprintf("array %d", u.Len)
	case *schema.Map:
		return "map"
	case *schema.Pointer:
		return "pointer"
	case *schema.Interface:
		return "union"
	case *schema.Struct:
		return l.structLabel(d, n.Type, u)
	}
	return ""
}

func (l *Layout) structLabel(d *Directives, t schema.Type, s *schema.Struct) string {
	label := "struct"
	if n, ok := t.(*schema.Named); ok && d.Evolve(n) {
		label = "evolving struct"
	}
	for i, f := range l.Fields(s) {
		if l.Tag != nil && l.Tag(f) != "" {
			label += fmt.Sprintf(" %d:%s", i, l.Tag(f))
		}
	}
	return label
}

// custom is the method pair by which a type is written, "" where its parts are.
func (l *Layout) custom(n layoutNode) string {
	if n.root {
		return ""
	}
	return l.Marshals(n.Type)
}

func (l *Layout) parts(n layoutNode) []layoutNode {
	if l.custom(n) != "" {
		return nil
	}
	var list []layoutNode
	for _, t := range l.Parts(n.Type) {
		list = append(list, layoutNode{t, false})
	}
	return list
}

// A layoutText writes a layout. A class is written once and numbered, and then only its number is written.
type layoutText struct {
	*Layout
	d       *Directives
	text    strings.Builder
	class   map[layoutNode]int
	numbers map[int]int
}

func (w *layoutText) write(n layoutNode) {
	parts := w.parts(n)
	if number := w.numbers[w.class[n]]; number > 0 {
		fmt.Fprintf(&w.text, "#%d", number)
		return
	}
	w.text.WriteString(w.label(w.d, n))
	if len(parts) == 0 {
		return
	}
	w.numbers[w.class[n]] = len(w.numbers) + 1
	for i, part := range parts {
		w.text.WriteByte("(,"[min(i, 1)])
		w.write(part)
	}
	w.text.WriteByte(')')
}
