package gen

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// markSorted records that maps are encoded in the order of their keys: t itself, and the maps in its lists, maps, pointers and
// unions.
func (c *checker) markSorted(t model.Type, path, pos string) {
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
			found, c.directives.SortedMaps[m] = true, true
			if why := unordered(m.Key, c.model.Package); why != "" {
				c.fail(pos, path, "sorted is for keys that have an order: %s; remove it", why)
			}
		}
		if _, ok := u.(*model.Struct); !ok {
			for part := range model.Children(u) {
				mark(part)
			}
		}
	}
	mark(t)
	if !found {
		c.fail(pos, path, "sorted is for maps, and for lists, maps and pointers of them: remove it")
	}
}

// unsortedNotes returns a line for each map whose entries the flag -sorted leaves in any order.
func (t *target) unsortedNotes() (list []string) {
	if !t.newHeader.sorted {
		return nil
	}
	var roots []*root
	for _, r := range t.roots {
		if slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return !f.SortsMaps && !f.JSON }) {
			roots = append(roots, r)
		}
	}
	listOf(roots).EachPart(t.src.Package, func(x model.Type, path, _ string) bool {
		if m, ok := model.Underlying(x).(*model.Map); ok {
			if why := unordered(m.Key, t.src.Package); why != "" {
				list = append(list, fmt.Sprintf("note: %s: -sorted does not sort the entries of the map by its keys: %s", path, why))
			}
		}
		n, ok := x.(*model.Named)
		return !ok || !listOf(t.roots).CallsMethods(n, t.src.Package)
	})
	return list
}

// unordered returns the reason why keys of type t have no order, or "" if they have one.
func unordered(t model.Type, home string) string {
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
		return unordered(u.Elem, home)
	case *model.Struct:
		if hidden := plan.Hidden(t, home); len(hidden) > 0 {
			return whyHidden(hidden[0])
		}
		if len(u.Skipped) > 0 {
			return fmt.Sprintf("the field %s is skipped, so that keys which differ may be written alike", u.Skipped[0].Name)
		}
		for _, f := range u.Fields {
			if why := unordered(f.Type, home); why != "" {
				return why
			}
		}
	}
	return ""
}
