package plan

import "bale/schema"

// Memory is about how many bytes a t takes where it stands, on a 64-bit machine.
func Memory(t schema.Type) int {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if u.Kind == schema.String {
			return 16
		}
		return u.Kind.Bits() / 8
	case *schema.Time, *schema.Slice:
		return 24
	case *schema.Interface:
		return 16
	case *schema.Array:
		return int(u.Len) * Memory(u.Elem)
	case *schema.Struct:
		sum := 0
		for _, f := range u.Fields {
			sum += (Memory(f.Type) + 7) &^ 7
		}
		return sum
	}
	return 8
}
