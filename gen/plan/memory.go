package plan

import "bale/model"

// maxSlot is the size, in bytes, of the largest key and element that are stored in the slots of a map. Larger ones are allocated
// separately.
const maxSlot = 128

// MapEntrySize returns how many bytes an entry takes in the slots of a map, and how many outside of them.
func MapEntrySize(u *model.Map) (slot, beside int) {
	for _, t := range []model.Type{u.Key, u.Elem} {
		if n := SizeInMemory(t); n > maxSlot {
			slot += 8
			beside += n
		} else {
			slot += (n + 7) &^ 7
		}
	}
	return slot, beside
}

// SizeInMemory returns how many bytes a value of type t takes on a 64-bit machine, without the memory that it points to.
func SizeInMemory(t model.Type) int {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if u.Kind == model.String {
			return 16
		}
		return u.Kind.Bits() / 8
	case *model.Time, *model.Slice:
		return 24
	case *model.Interface:
		return 16
	case *model.Array:
		return int(u.Len) * SizeInMemory(u.Elem)
	case *model.Struct:
		if n := u.Size(); n >= 0 {
			return n
		}
		sum := 0
		for _, f := range u.Fields {
			sum += (SizeInMemory(f.Type) + 7) &^ 7
		}
		return sum
	}
	return 8
}

// SharesMemory reports whether values of type t may lie in memory that is allocated for other types: a value takes memory that holds no
// pointers, and the package home can write what t is. Generated code then no longer compiles if t has changed, so it cannot hide a new
// pointer from the garbage collector.
func SharesMemory(t model.Type, home string) bool {
	return SizeInMemory(t) > 0 && !model.HoldsPointers(t) && model.CanWriteMemory(t, home)
}

// Packed reports whether a value of t lies in memory as numbers in the order of its fields, without padding, and holds nothing else. Generated code no
// longer compiles if t has changed, so it can copy such values as memory.
func Packed(t model.Type, home string) bool { return SharesMemory(t, home) && packed(t, home) }

func packed(t model.Type, home string) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind != model.Bool
	case *model.Array:
		return packed(u.Elem, home)
	case *model.Struct:
		n, named := t.(*model.Named)
		if !named || n.Alias || !model.CanName(n, home) || u.Part != nil || u.Blank != nil || len(u.Skipped)+len(u.Unsupported)+len(u.Internal) > 0 {
			return false
		}
		sum := 0
		for _, f := range u.Fields {
			if !packed(f.Type, home) {
				return false
			}
			sum += SizeInMemory(f.Type)
		}
		return sum == u.Size()
	}
	return false
}
