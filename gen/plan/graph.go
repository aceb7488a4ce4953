package plan

import (
	"slices"

	"bale/schema"
)

// A Graph is what types hold, as a format writes them for code in a package.
type Graph struct {
	Home string                   // import path of the package
	Skip func(*schema.Field) bool // fields that are not written
	// Whole says that the elements of arrays of a type are no parts of their own; nil is that all are.
	Whole func(schema.Type) bool
	// Twice says that a message has many of what is in a named type that stands at two places of it: see Many.
	Twice bool
}

// Foreign reports whether n is written by its own methods. A root is not: it is what is asked for.
func (g *Graph) Foreign(n *schema.Named) bool { return Marshals(n, g.Home) != "" }

// Fields are those that are written.
func (g *Graph) Fields(s *schema.Struct) []*schema.Field {
	return slices.DeleteFunc(slices.Clone(s.Fields), g.Skip)
}

// Parts are the types that a value of t directly holds.
func (g *Graph) Parts(t schema.Type) []schema.Type {
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		var list []schema.Type
		for _, f := range g.Fields(u) {
			list = append(list, f.Type)
		}
		return list
	case *schema.Slice:
		return []schema.Type{u.Elem}
	case *schema.Array:
		if u.Len == 0 || g.Whole != nil && g.Whole(u.Elem) {
			return nil
		}
		return []schema.Type{u.Elem}
	case *schema.Pointer:
		return []schema.Type{u.Elem}
	case *schema.Map:
		return []schema.Type{u.Key, u.Elem}
	case *schema.Interface:
		return u.Members
	}
	return nil
}

// Reaches reports whether is holds for t or for a type that a value of it is made of.
func (g *Graph) Reaches(t schema.Type, is func(schema.Type) bool) bool {
	return g.reaches(t, is, map[schema.Type]bool{}, true)
}

func (g *Graph) reaches(t schema.Type, is func(schema.Type) bool, seen map[schema.Type]bool, top bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if is(t) {
		return true
	}
	if n, ok := t.(*schema.Named); ok && !top && g.Foreign(n) {
		return false
	}
	return slices.ContainsFunc(g.Parts(t), func(part schema.Type) bool { return g.reaches(part, is, seen, false) })
}

// Recursive reports whether a value of t can hold another one.
func (g *Graph) Recursive(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	if !ok {
		return false
	}
	seen := map[schema.Type]bool{}
	return slices.ContainsFunc(g.Parts(n), func(part schema.Type) bool {
		return g.reaches(part, func(t schema.Type) bool { return t == schema.Type(n) }, seen, false)
	})
}

// Many calls found with the element types that a message of a root can hold more than one list or pointee of.
func (g *Graph) Many(root schema.Type, found func(elem schema.Type)) {
	g.many(root, map[schema.Type]int{}, false, found)
}

func (g *Graph) many(t schema.Type, seen map[schema.Type]int, many bool, found func(schema.Type)) {
	if n, ok := t.(*schema.Named); ok {
		level := 1
		if many || g.Recursive(n) || g.Twice && seen[n] > 0 {
			level, many = 2, true
		}
		if seen[n] >= level {
			return
		}
		seen[n] = level
	}
	inside := many
	switch u := schema.Underlying(t).(type) {
	case *schema.Slice:
		if many {
			found(u.Elem)
		}
		inside = true
	case *schema.Pointer:
		if many {
			found(u.Elem)
		}
	case *schema.Array, *schema.Map:
		inside = true
	}
	for _, part := range g.Parts(t) {
		if n, ok := part.(*schema.Named); !ok || !g.Foreign(n) {
			g.many(part, seen, inside, found)
		}
	}
}
