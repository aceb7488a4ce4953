package plan

import "bale/schema"

// InKeys returns the structs that the keys of maps in t consist of. A struct that a key points to is not included: such keys are
// compared by their addresses.
func InKeys(t schema.Type) map[*schema.Struct]bool {
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

// MergesKeys is the reason why a struct that InKeys returns has to keep its fields.
const MergesKeys = "keys of maps that differ only in it would become one"
