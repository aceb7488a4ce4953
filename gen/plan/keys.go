package plan

import "bale/model"

// KeyStructs returns the structs that the keys of maps in t consist of. A struct that a key points to is not included: such keys are
// compared by their addresses.
func KeyStructs(t model.Type) map[*model.Struct]bool {
	keys := map[*model.Struct]bool{}
	model.Walk(t, func(t model.Type) bool {
		if m, ok := model.Underlying(t).(*model.Map); ok {
			model.Walk(m.Key, func(t model.Type) bool {
				switch u := model.Underlying(t).(type) {
				case *model.Struct:
					keys[u] = true
				case *model.Pointer:
					return false
				}
				return true
			})
		}
		return true
	})
	return keys
}

// KeysWouldMerge is the reason why a struct that [KeyStructs] returns has to keep its fields.
const KeysWouldMerge = "keys of maps that differ only in it would become one"

// MergesKeys reports whether two keys of the map u may differ in Go and have the same encoding: keys that hold times, which have locations
// and monotonic clock readings, custom types, or fields that are not encoded. Decoding refuses a message with two such keys.
func (g *Graph) MergesKeys(u *model.Map) bool { return g.MergesValues(u.Key) }

// MergesValues is MergesKeys for a type of keys or of a part of them. Pointers are compared by their addresses.
func (g *Graph) MergesValues(t model.Type) bool {
	return g.keyHolds(t, func(t model.Type) bool {
		switch g.Kind(t, false) {
		case Time:
			return true
		case Custom:
			return !standardOf(t.(*model.Named), g.MethodSuffix(t)).exact
		case Record:
			s := model.Underlying(t).(*model.Struct)
			return len(s.Skipped)+len(s.Internal) > 0 || len(g.Fields(s)) < len(s.Fields)
		}
		return false
	})
}

// KeyHoldsPointer reports whether a part of a key of type t is a pointer.
func (g *Graph) KeyHoldsPointer(t model.Type) bool {
	return g.keyHolds(t, func(t model.Type) bool { return g.Kind(t, false) == Pointer })
}

// keyHolds reports whether is holds for t or for a part of it, without the targets of pointers.
func (g *Graph) keyHolds(t model.Type, is func(model.Type) bool) bool {
	return is(t) || Reachable(t, func(t model.Type) []model.Type {
		if k := g.Kind(t, false); k == Pointer || k == Custom {
			return nil
		}
		return g.Parts(t)
	}, is)
}

// mergesKeys reports whether t is a map for which MergesKeys holds, so that a value may be refused.
func (g *Graph) mergesKeys(t model.Type) bool {
	u, ok := model.Underlying(t).(*model.Map)
	return ok && g.MergesKeys(u)
}
