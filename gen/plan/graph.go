package plan

import (
	"slices"

	"bale/model"
)

// A Graph answers questions about the types that a value contains, for one format and for code in one package.
type Graph struct {
	Home string                  // import path of the package
	Skip func(*model.Field) bool // reports whether a field is not encoded; nil: all fields are encoded
	// Roots are types that are always encoded by their fields, even if they have marshal methods.
	Roots map[*model.Named]bool
	// Byte reports whether slices and arrays of a type are encoded as bytes; nil: types whose underlying type is uint8.
	Byte func(model.Type) bool
	// OnePiece reports whether arrays of a type are encoded in one piece, so that their elements are not parts; nil: none are.
	OnePiece func(model.Type) bool
	// EmptyArrays reports whether the element type of an array of length 0 is a part.
	EmptyArrays bool
	// Messages means that structs and enums with generated code of protobuf are encoded as their .proto file says, even if they have marshal methods.
	Messages bool
	// FormatFails reports whether computing the encoded size of a type can fail for a reason specific to the format; nil: never.
	FormatFails func(model.Type) bool
}

// MethodSuffix returns the suffix of the marshal methods that encode t, or "" if t is encoded by its fields. See the function MethodSuffix.
func (g *Graph) MethodSuffix(t model.Type) string {
	n, ok := t.(*model.Named)
	if !ok || g.Roots[n] || g.Messages && ByDeclaration(n) {
		return ""
	}
	return MethodSuffix(n, g.Home)
}

// Custom reports whether t is encoded by its own methods. A root is not, even if it has such methods.
func (g *Graph) Custom(t model.Type) bool {
	return g.MethodSuffix(t) != "" || g.Messages && OpaqueElsewhere(t, g.Home)
}

// Fields returns the fields of s that are encoded, without those that the code for a part skips.
func (g *Graph) Fields(s *model.Struct) []*model.Field {
	if g.Skip == nil && s.Part == nil {
		return s.Fields
	}
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f *model.Field) bool { return f.Unread || g.Skip != nil && g.Skip(f) })
}

// Parts returns the types that a value of t directly holds.
func (g *Graph) Parts(t model.Type) []model.Type {
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		if g.Messages && u.Proto != nil && u.Proto.Gogo != nil {
			return GogoParts(u)
		}
		var list []model.Type
		for _, f := range g.Fields(u) {
			list = append(list, f.Type)
		}
		return list
	case *model.Array:
		if u.Len == 0 && !g.EmptyArrays || g.OnePiece != nil && g.OnePiece(u.Elem) {
			return nil
		}
	}
	return slices.Collect(model.Children(t))
}

// Reachable reports whether is holds for a node that can be reached from n in one or more steps.
func Reachable[N comparable](n N, steps func(N) []N, is func(N) bool) bool {
	seen := map[N]bool{}
	var leads func(n N) bool
	leads = func(n N) bool {
		return slices.ContainsFunc(steps(n), func(next N) bool {
			if seen[next] {
				return false
			}
			seen[next] = true
			return is(next) || leads(next)
		})
	}
	return leads(n)
}

// Contains reports whether is holds for t or for a type that a value of t holds, at any depth. It looks into t even if t is custom,
// since t may be a root, but not into other custom types.
func (g *Graph) Contains(t model.Type, is func(model.Type) bool) bool {
	return is(t) || g.ContainsInside(t, is)
}

// ContainsInside is like [Graph.Contains], but does not call is for t itself unless t is recursive.
func (g *Graph) ContainsInside(t model.Type, is func(model.Type) bool) bool {
	return Reachable(t, func(x model.Type) []model.Type {
		if x != t && g.Custom(x) {
			return nil
		}
		return g.Parts(x)
	}, is)
}

// Recursive reports whether t is a named type whose values can hold another value of that type.
func (g *Graph) Recursive(t model.Type) bool {
	_, named := t.(*model.Named)
	return named && g.ContainsInside(t, func(x model.Type) bool { return x == t })
}

// NamedStructs returns the structs with a name that messages of t contain and that code in package home encodes by their fields. These
// structs can evolve.
func NamedStructs(t *model.Named, home string) (list []*model.Named) {
	g := &Graph{Home: home, EmptyArrays: true}
	g.Contains(t, func(x model.Type) bool {
		n, ok := x.(*model.Named)
		if !ok || n.Alias || g.Custom(n) || slices.Contains(list, n) {
			return false
		}
		if _, ok := n.Underlying.(*model.Struct); ok {
			list = append(list, n)
		}
		return false
	})
	return list
}

// HoldsCustom reports whether t is custom or holds a custom type.
func (g *Graph) HoldsCustom(t model.Type) bool { return g.Contains(t, g.Custom) }

// Refusable reports whether a t may hold a value that cannot be encoded: a value that is not a union member, a custom value whose method
// returns an error, or a map with two keys that have the same encoding. For such types, encoding errors have the path of the value.
func (g *Graph) Refusable(t model.Type) bool {
	return g.Contains(t, func(t model.Type) bool { return isUnion(t) || g.Custom(t) || g.mergesKeys(t) })
}

// isUnion reports whether t is an interface with a declared union.
func isUnion(t model.Type) bool { return Members(t) != nil }

// SizeFails reports whether computing the encoded size of a t needs an encoder, which records errors: a method of a custom type
// fails, a value is not a union member, a recursive value is nested too deep, or the format has a reason of its own.
func (g *Graph) SizeFails(t model.Type) bool {
	return g.Contains(t, func(t model.Type) bool {
		return g.Custom(t) || isUnion(t) || g.mergesKeys(t) || g.Recursive(t) || g.FormatFails != nil && g.FormatFails(t)
	})
}

// EachSliceAndPointer calls visit with each type of slice and pointer that a message of root holds. many reports whether a message can hold
// more than one of them. If twice is set, a named type that occurs at two places counts as many.
func (g *Graph) EachSliceAndPointer(root model.Type, twice bool, visit func(t model.Type, many bool)) {
	seen := map[model.Type]int{}
	var walk func(t model.Type, many bool)
	walk = func(t model.Type, many bool) {
		if n, ok := t.(*model.Named); ok {
			many = many || twice && seen[n] > 0 || g.Recursive(n)
			level := 1
			if many {
				level = 2
			}
			if seen[n] >= level {
				return
			}
			seen[n] = level
		}
		switch k := g.Kind(t, t == root); k {
		case Bytes, List, Pointer:
			visit(t, many)
			many = many || k != Pointer
		case ByteArray, Array, Map:
			many = true
		}
		for _, part := range g.Parts(t) {
			if !g.Custom(part) {
				walk(part, many)
			}
		}
	}
	walk(root, false)
}
