package directive

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// evolve records that the struct with the directive evolves, or with evolve all, all structs in values of the type.
func evolve(s *Site, _ any) {
	_, isStruct := s.Name.Underlying.(*model.Struct)
	switch one := s.Word == "evolve"; {
	case one && isStruct:
		s.Plan.Evolving[s.Name] = "//bale:evolve"
	case len(plan.NamedStructs(s.Name, s.Home)) == 0:
		s.Fail("%s is for structs: %s holds no struct with a name; remove it", s.Word, s.Name.Name)
	case one:
		s.Fail("evolve is for structs: %s has no fields to append; write //bale:evolve all for the structs that it holds", s.Name.Name)
	default:
		s.Plan.EvolveInside(s.Name, s.Home, "//bale:evolve all above "+model.TypeText(s.Name, s.Home))
	}
}

// mark records a directive that says no more than that it is there.
func mark(s *Site, _ any) { s.Plan.Mark(s.Name, s.Word) }

// limitMemory records how many bytes a decoded value may take.
func limitMemory(s *Site, value any) {
	if s.Plan.Memory[s.Name] > 0 {
		s.Fail("the type has two memory directives: remove one")
	}
	s.Plan.Memory[s.Name] = value.(uint64)
}

// array records that a struct is written without the names of its fields.
func array(s *Site, _ any) {
	if _, ok := s.Name.Underlying.(*model.Struct); !ok {
		s.Fail("array is for structs: %s has no fields to write without their names; remove it", s.Name.Name)
	}
	s.Plan.Mark(s.Name, s.Word)
}

// sortMaps records that maps are encoded in the order of their keys: the type of the site, and the maps in its lists, maps, pointers and unions.
func sortMaps(s *Site, _ any) {
	seen := map[model.Type]bool{}
	found := false
	var mark func(t model.Type)
	mark = func(t model.Type) {
		u := model.Underlying(t)
		if seen[u] {
			return
		}
		seen[u] = true
		if m, ok := u.(*model.Map); ok {
			found, s.Plan.SortedMaps[m] = true, true
			if why := Unordered(m.Key, s.Home); why != "" {
				s.Fail("sorted is for keys that have an order: %s; remove it", why)
			}
		}
		if _, ok := u.(*model.Struct); !ok {
			for part := range model.Children(u) {
				mark(part)
			}
		}
	}
	mark(s.Type)
	if !found {
		s.Fail("sorted is for maps, and for lists, maps and pointers of them: remove it")
	}
}

// Unordered returns the reason why keys of type t have no order, or "" if they have one.
func Unordered(t model.Type, home string) string {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if u.Kind == model.Complex64 || u.Kind == model.Complex128 {
			return "complex numbers have none"
		}
	case *model.Time:
		return "a time has none, since the same instant in two zones is two keys"
	case *model.Pointer:
		return "pointers have none, since addresses change from run to run"
	case *model.Interface:
		return "values of an interface have none, since they may have several types"
	case *model.Array:
		return Unordered(u.Elem, home)
	case *model.Struct:
		if hidden := plan.Hidden(t, home); len(hidden) > 0 {
			return plan.WhyHidden(hidden[0])
		}
		if len(u.Skipped) > 0 {
			return fmt.Sprintf("the field %s is skipped, so that keys which differ may be written alike", u.Skipped[0].Name)
		}
		for _, f := range u.Fields {
			if why := Unordered(f.Type, home); why != "" {
				return why
			}
		}
	}
	return ""
}
