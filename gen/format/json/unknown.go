package json

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"bale/model"
)

// unknownNames returns an expression for a new value by which encoding/json finds the names in a text that are unknown in the root of the part t. Its
// type has the names of all fields. It does not decode values of fields that are not read: an error in one of them, or of a method of its type, would
// come before the one about a name.
func (g *generator) unknownNames(t *model.Named) string { return "new(" + g.namesIn(t) + ")" }

// namesIn returns the type for a value of t in which not all fields are read.
func (g *generator) namesIn(t model.Type) string {
	if model.PartOf(t) == nil {
		return g.plainType(t, true)
	}
	switch u := t.(type) {
	case *model.Named:
		return g.namesOf(u, "Names_"+g.partName(u, g.localName(u)), false)
	case *model.Pointer:
		return "*" + g.namesIn(u.Elem)
	case *model.Slice:
		return "[]" + g.namesIn(u.Elem)
	case *model.Array:
		return fmt.Sprintf("[%d]%s", u.Len, g.namesIn(u.Elem))
	case *model.Map:
		return fmt.Sprintf("map[%s]%s", g.Type(u.Key), g.namesIn(u.Elem))
	}
	return g.structNames(t.(*model.Struct), false)
}

// namesOf prints the type with the names of the fields of n, once, and returns its name. unread means that no field is read.
func (g *generator) namesOf(n *model.Named, name string, unread bool) string {
	name = plainName(name)
	if !token.IsExported(n.Name) {
		name = strings.ToLower(name[:1]) + name[1:]
	}
	g.later("plain "+name, func() {
		g.originals = append(g.originals, original{name, g.Type(n)})
		text := ""
		if s, ok := n.Underlying.(*model.Struct); ok {
			text = g.structNames(s, unread)
		} else {
			text = g.namesIn(n.Underlying)
		}
		g.Line("type %s %s\n", name, text)
	})
	return name
}

// structNames returns the text of a struct with the names of the fields of s.
func (g *generator) structNames(s *model.Struct, unread bool) string {
	var fields []string
	for _, f := range s.Fields {
		if f.Name == "_" || ignored(f) {
			continue
		}
		inline, typ := g.inlined(f), ""
		switch {
		case !f.Unread && !unread:
			typ = g.namesIn(f.Type)
		case inline:
			typ = g.unreadNames(f.Type)
		default:
			typ = g.unread()
		}
		if !inline || !f.Embedded {
			typ = f.Name + " " + typ
		}
		if f.Tag != "" {
			typ += " " + strconv.Quote(f.Tag)
		}
		fields = append(fields, typ)
	}
	return "struct{" + strings.Join(fields, "; ") + "}" // on one line, so that fields that no code mentions are kept
}

// unreadNames returns the type for a value of t, whose fields are those of an outer struct and are not read.
func (g *generator) unreadNames(t model.Type) string {
	switch u := t.(type) {
	case *model.Pointer:
		return "*" + g.unreadNames(u.Elem)
	case *model.Named:
		if _, ok := u.Underlying.(*model.Struct); ok {
			return g.namesOf(u, "Unread_"+g.localName(u), true)
		}
	case *model.Struct:
		return g.structNames(u, true)
	}
	return g.Type(t) // a map with the names that are unknown
}

// unread prints the type for the values of fields that are not read, once, and returns its name.
func (g *generator) unread() string {
	return g.later("baleJSONUnread", func() {
		g.Line("// A baleJSONUnread is the value of a field of which only the name counts.\ntype baleJSONUnread struct{}\n")
		g.Line("// UnmarshalJSON does nothing.\nfunc (*baleJSONUnread) UnmarshalJSON([]byte) error { return nil }\n")
	})
}
