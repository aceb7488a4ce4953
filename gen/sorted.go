package gen

import (
	"fmt"
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/model"
)

// unsortedNotes returns a line for each map whose entries the flag -sorted leaves in any order.
func (t *target) unsortedNotes() (list []string) {
	if !t.flags["sorted"] {
		return nil
	}
	var roots []*root
	for _, r := range t.roots {
		if slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return !f.Facts(r.Node).SortsMaps && f.View.Kind != emit.LikeJSON }) {
			roots = append(roots, r)
		}
	}
	listOf(roots).EachPart(t.src.Package, func(x model.Type, path, _ string) bool {
		if m, ok := model.Underlying(x).(*model.Map); ok {
			if why := directive.Unordered(m.Key, t.src.Package); why != "" {
				list = append(list, fmt.Sprintf("note: %s: -sorted does not sort the entries of the map by its keys: %s", path, why))
			}
		}
		n, ok := x.(*model.Named)
		return !ok || !listOf(t.roots).CallsMethods(n, t.src.Package)
	})
	return list
}
