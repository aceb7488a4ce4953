package plan

import "bale/schema"

// KeyStructs returns the structs that the keys of maps in t consist of. A struct that a key points to is not included: such keys are
// compared by their addresses.
func KeyStructs(t schema.Type) map[*schema.Struct]bool {
	keys := map[*schema.Struct]bool{}
	schema.Walk(t, func(t schema.Type) bool {
		if m, ok := schema.Underlying(t).(*schema.Map); ok {
			schema.Walk(m.Key, func(t schema.Type) bool {
				switch u := schema.Underlying(t).(type) {
				case *schema.Struct:
					keys[u] = true
				case *schema.Pointer:
					return false
				}
				return true
			})
		}
		return true
	})
	return keys
}

// KeysWouldMerge is the reason why a struct that InKeys returns has to keep its fields.
const KeysWouldMerge = "keys of maps that differ only in it would become one"
